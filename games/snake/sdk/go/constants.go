// Written from the engine of the game. Do not edit: the referee has the same numbers.
package main

const Size = 16
const Cells = 256

var StartCells = [...]int{240, 15}

const MaxSnakes = 4
const AutoGrowthSnakes = 2
const AutoGrowthRounds = 8
const ItemLifetime = 16
const Nothing = -1
const Right = 1
const Up = 2
const Left = 3
const Down = 4
const Ray = 5
const Split = 6
const LengthItem = 0
const RayItem = 2
const ItemsTag = 16
const EndTag = 17

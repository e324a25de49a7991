// Written from the engine of the game. Do not edit: the referee has the same numbers.
package main

const Letters = "UDLR"
const HalfTurnsATurn = 2
const HalfTurnsARound = 50
const MostOperations = 256
const Neutral = 0
const Hidden = 0
const Mountain = 1
const City = 2
const Blank = 3
const Capital = 4
const Swamp = 5
const MaybeMountain = 1
const MaybeBlank = 2
const FoggySwamp = 3

// Written from the engine of the game. Do not edit: the referee has the same numbers.
package main

const Longest = 30
const Shift = 5
const Places = 1024

var Around = [...]int{-33, -32, -31, -1, 1, 31, 32, 33}

const Step = 1
const Tank = 0
const Cannon = 1

var Reach = [...]int{1, 4}
var Blast = [...]int{0, 1}
var Power = [...]int{1, 1}

const Unavailable = 1
const OwnTank = 2
const OwnCannon = 3
const EnemyTank = 4
const EnemyCannon = 5
const BankMs = 10000

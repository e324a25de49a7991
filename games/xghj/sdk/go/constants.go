// Written from the engine of the game. Do not edit: the referee has the same numbers.
package main

const MaxRound = 50
const InitialMoney = 10
const BombCost = 1
const SuppressLimit = 400
const CapitalInfluence = 300
const CityIncome = 50
const Corruption = 1
const JustifyRounds = 3
const JustifyPrice = 1
const Border = 2
const SpawnDistance = 3
const SpawnAnywhere = 1
const KernelReach = 4
const KernelUnit = 10000
const MostBombs = 2500
const Relations = "UNAW"
const Stances = "KAJB"

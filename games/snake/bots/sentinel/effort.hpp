// How much the sentinel thinks: a minute of processor time in a match.
#pragma once

namespace game {

constexpr int TRIED = 6;            // operations that are played through: all of them
constexpr int BUDGET = 500;         // positions after which no further round is begun
constexpr int PER_ROUND = 1000000;  // positions that may be weighed in each round of the half

}  // namespace game

// How much the warden thinks: little enough to play on the ladder all day.
#pragma once

namespace game {

constexpr int TRIED = 2;         // operations that are played through: those that look best at once
constexpr int BUDGET = 1;        // positions after which no further round is begun
constexpr int PER_ROUND = 40;    // positions that may be weighed in each round of the half, saved up

}  // namespace game

// The hunter's weights, in cells of the score.
#pragma once

namespace game {

constexpr double LOOP_PATIENCE = 0.97;    // worth of a loop that closes one move later
constexpr double LOOP_SHARE = 0.8;        // of a planned loop, what is counted before it closes
constexpr double ITEM_PATIENCE = 0.89;    // worth of an item one round later
constexpr double BANK = 0.9;              // growth that is still to come
constexpr double RAY_HELD = 2.5;
constexpr double CONTESTED = 0.3;         // of an item that the enemy can reach earlier
constexpr double OTHER_ITEMS = 0.4;         // of the items besides a snake's best one
constexpr double TERRITORY = 0.02;        // a cell that one's own snakes reach first
constexpr double LIVE_CELL = 0.6;         // a live cell can still become part of a great loop
constexpr int LIVE_ROUNDS = 150;          // ... a chance that fades in the last rounds
constexpr double CREW[] = {0, 36, 48, 53, 55};  // by live snakes, with 512 rounds to go
constexpr int FORESIGHT = 30;             // rounds for which future items are planned
constexpr double DANGER = 0.9;            // of a snake that the enemy can fence in at once

}  // namespace game

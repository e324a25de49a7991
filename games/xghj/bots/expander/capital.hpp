// The place of the capital: near free and enemy land while it is safe, otherwise far from enemies.
#pragma once

#include "planner.hpp"

// `danger(place)` are cells from which a country may attack.
template <class Danger>
TPosition good_capital(const World& world, const Planner& planner, Danger danger) {
    const int FAR = 12, NEAR = 2 * REACH;
    auto steps = world.distances(danger);
    int best = -1;
    double most = -1;
    for (int place = 0; place < world.size; ++place) {
        if (!world.mine(place)) continue;
        int open = 0;
        world.around(place, [&](int at, int weight) { open += planner.open(at) && weight >= UNIT / 2; });
        double worth = steps[place] > NEAR ? 100 + open : std::min(steps[place], FAR);
        if (worth > most) most = worth, best = place;
    }
    return best < 0 ? invalidPos : world.position(best);
}

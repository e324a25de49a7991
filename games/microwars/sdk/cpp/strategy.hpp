// Your bot.  Change `choose`; it is called once for every turn.
//
// This sample walks to the nearest enemy and shoots where it hits most.
#pragma once

#include "state.hpp"

class Strategy {
public:
    // `state` is that of the first turn, and stays up to date.  Keep here what you want to
    // remember between turns.
    explicit Strategy(const game::State& state) : state_(state) {}

    // Orders for your units; those without one stay and do not shoot.
    std::vector<game::Order> choose() {
        if (state_.late()) return {};
        std::vector<int> enemies;
        for (const game::Unit& unit : state_.units)
            if (!unit.mine) enemies.push_back(unit.place);
        const auto ways = state_.distances(enemies);
        std::vector<game::Order> orders;
        for (const game::Unit& unit : state_.units)
            if (unit.mine) orders.push_back({unit.place, shot(unit), step(unit, ways)});
        return orders;
    }

private:
    const game::State& state_;

    // The target with the most enemies and none of your units in its blast; 0 for none.
    int shot(const game::Unit& unit) const {
        int best = 0, best_worth = 0;
        for (int target : state_.targets(unit)) {
            int worth = 0;
            for (int hit : state_.around(target, game::BLAST[unit.kind]))
                if (const game::Unit* other = state_.at(hit)) worth += other->mine ? -9 : 1;
            if (worth > best_worth) best = target, best_worth = worth;
        }
        return best;
    }

    // One field nearer to the enemy, unless it is within range already.
    int step(const game::Unit& unit, const std::array<int, game::PLACES>& ways) const {
        for (const game::Unit& other : state_.units)
            if (!other.mine && unit.reaches(other.place)) return unit.place;
        int best = unit.place;
        for (int near : state_.steps(unit))
            if (ways[near] >= 0 && ways[near] < ways[best]) best = near;
        return best;
    }
};

// Your bot.  Change Strategy::choose; it is called once for every half-turn.
//
// This sample takes the tiles that cost least.  When there are none, it leads its largest army to
// the nearest enemy that it knows.
#pragma once

#include "state.hpp"

class Strategy {
public:
    // Keep here what you want to remember between half-turns.
    explicit Strategy(const game::State& state) : state_(state) {}

    // Plans when no order waits; the game plays one order per half-turn.
    void choose(game::Operations& operations) {
        if (!state_.queue.empty()) return;
        if (spread(operations)) return;
        auto path = march();
        if (path.size() > LONGEST + 1) path.resize(LONGEST + 1);
        operations.walk(path);
    }

private:
    static constexpr int MARCH = 8;                // units that make an army worth leading against an enemy
    static constexpr std::size_t LONGEST = 12;     // orders of one march; then it looks around again
    const game::State& state_;

    // Takes the tile with the most worth per unit: capitals above all, then cities, then enemies.
    bool spread(game::Operations& operations) const {
        int from = game::NEVER, to = game::NEVER;
        double best = 0;
        for (int source : state_.frontier())
            for (int target : state_.neighbours(source)) {
                if (!state_.open(target) || state_.friendly(state_.owners[target])) continue;
                auto cost = state_.cost(target);
                if (state_.units[source] - 1 < std::max<std::int64_t>(cost, 1)) continue;
                double value = worth(target) / static_cast<double>(cost + 2);
                if (value > best) best = value, from = source, to = target;
            }
        if (from != game::NEVER) operations.move(from, to);
        return from != game::NEVER;
    }

    double worth(int target) const {
        int kind = state_.kinds[target];
        if (kind == game::SWAMP) return 0;
        if (kind == game::CAPITAL) return 1000;
        return (kind == game::CITY ? 10 : 1) * (state_.owners[target] ? 2 : 1);
    }

    // The path of the largest army to an enemy, or else to any tile that is not ours.
    std::vector<int> march() const {
        auto armies = state_.armies();
        if (armies.empty()) return {};
        int source = armies[0];
        auto army = state_.units[source];
        if (army >= MARCH) {
            auto path = state_.path(source, [&](int place) {
                game::Sight seen = state_.sight(place);
                return state_.enemy(seen.owner) && seen.units < army;
            });
            if (!path.empty()) return path;
        }
        return state_.path(source, [&](int place) {
            return !state_.friendly(state_.owners[place]) && state_.kinds[place] != game::SWAMP &&
                   state_.cost(place) < army;
        });
    }
};

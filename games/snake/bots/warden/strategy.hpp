// Warden: plays every operation through for several rounds, both sides, before it chooses one.
#pragma once

#include <limits>
#include <vector>

#include "rehearsal.hpp"
#include "state.hpp"

class Strategy {
public:
    explicit Strategy(int) {}  // whose turn it is, the state says

    game::Op choose(const game::State& state) {
        using namespace game;
        std::vector<Rehearsal> rehearsals;
        for (Op op : OPS)
            if (state.legal(op)) rehearsals.emplace_back(state, op);
        if (rehearsals.size() == 1) return rehearsals.front().op();
        play_on(rehearsals, state.round);
        return best(rehearsals);
    }

private:
    // Positions that may be weighed for one operation.  Work is counted and no clock is read, so
    // that the same half is played the same way on every machine.
    static constexpr int BUDGET = 500;

    // All go on round by round, so that positions of the same moment are compared.
    static void play_on(std::vector<game::Rehearsal>& rehearsals, int round) {
        const auto over = [](const game::Rehearsal& rehearsal) { return rehearsal.over(); };
        for (int weighed = 0; weighed < BUDGET;) {
            ++round;
            for (game::Rehearsal& rehearsal : rehearsals) weighed += rehearsal.play_to(round);
            if (std::all_of(rehearsals.begin(), rehearsals.end(), over)) return;
        }
    }

    static game::Op best(const std::vector<game::Rehearsal>& rehearsals) {
        game::Op op = rehearsals.front().op();
        double best_value = -std::numeric_limits<double>::infinity();
        for (const game::Rehearsal& rehearsal : rehearsals) {
            const double value = rehearsal.value();
            if (value > best_value) op = rehearsal.op(), best_value = value;
        }
        return op;
    }
};

// Warden: plays the best operations through, both sides, before it chooses one.
#pragma once

#include <limits>
#include <vector>

#include "effort.hpp"
#include "rehearsal.hpp"
#include "state.hpp"

// Work is counted and no clock is read, so that the same half is played the same way on every
// machine.  The work in a half is bounded; without allowance it plays as the hunter.
class Strategy {
public:
    explicit Strategy(int) {}  // whose turn it is, the state says

    game::Op choose(const game::State& state) {
        using namespace game;
        const std::vector<Op> ops = promising(state);
        if (ops.size() == 1 || weighed_ > PER_ROUND * (state.round + 1)) return ops.front();
        std::vector<Rehearsal> rehearsals;
        for (Op op : ops) rehearsals.emplace_back(state, op);
        weighed_ += play_on(rehearsals, state.round);
        return best(rehearsals);
    }

private:
    int weighed_ = 0;  // positions in the half so far

    // The `TRIED` legal operations that lead to the best positions at once, the best one first.
    static std::vector<game::Op> promising(const game::State& state) {
        using namespace game;
        std::vector<std::pair<double, Op>> found;
        for (Op op : OPS) {
            if (!state.legal(op)) continue;
            State next = state;
            next.apply(op);
            found.emplace_back(-Outlook(next, state.player).value(), op);
        }
        std::stable_sort(found.begin(), found.end(),
                         [](const auto& a, const auto& b) { return a.first < b.first; });
        std::vector<Op> ops;
        for (const auto& [value, op] : found)
            if (ops.size() < TRIED) ops.push_back(op);
        return ops;
    }

    // All go on round by round, so that positions of the same moment are compared.  Returns how
    // many positions were weighed.
    static int play_on(std::vector<game::Rehearsal>& rehearsals, int round) {
        const auto over = [](const game::Rehearsal& rehearsal) { return rehearsal.over(); };
        int weighed = 0;
        while (weighed < game::BUDGET) {
            ++round;
            for (game::Rehearsal& rehearsal : rehearsals) weighed += rehearsal.play_to(round);
            if (std::all_of(rehearsals.begin(), rehearsals.end(), over)) break;
        }
        return weighed;
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

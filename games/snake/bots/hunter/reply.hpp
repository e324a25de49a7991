// The operation that leads to the best position at once.
#pragma once

#include <limits>

#include "outlook.hpp"
#include "state.hpp"

namespace game {

struct Reply {
    Op op = RIGHT;
    int weighed = 0;  // positions that were valued to find it
};

// For the acting snake.  Where only one operation is legal, nothing is weighed.
inline Reply best_reply(const State& state) {
    const int player = state.player;
    std::array<Op, OPS.size()> legal;
    const auto end = std::copy_if(OPS.begin(), OPS.end(), legal.begin(),
                                  [&](Op op) { return state.legal(op); });
    Reply reply{legal[0], 0};
    if (end - legal.begin() == 1) return reply;
    double best_value = -std::numeric_limits<double>::infinity();
    for (auto op = legal.begin(); op != end; ++op) {
        State next = state;
        next.apply(*op);
        const double value = Outlook(next, player).value();
        ++reply.weighed;
        if (value > best_value) reply.op = *op, best_value = value;
    }
    return reply;
}

}  // namespace game

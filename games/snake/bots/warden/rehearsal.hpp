// One operation tried out: what follows when everybody then plays the reply that looks best.
#pragma once

#include "outlook.hpp"
#include "reply.hpp"
#include "state.hpp"

namespace game {

class Rehearsal {
public:
    // `op` must be legal in `state`.
    Rehearsal(const State& state, Op op) : op_(op), player_(state.player), state_(state) {
        state_.apply(op);
    }

    Op op() const { return op_; }

    // Plays on until the trier's turn of this round begins, or the half is over, or the round
    // passes because the trier has no snakes left, and values what is reached.  Returns how many
    // positions it weighed.
    int play_to(int round) {
        int weighed = 1;
        while (!state_.over && before(round)) {
            const Reply reply = best_reply(state_);
            state_.apply(reply.op);
            weighed += reply.weighed;
        }
        sum_ += Outlook(state_, player_).value();
        ++rounds_;
        return weighed;
    }

    // The worth of the way so far for the player who tries it: the mean over its rounds.  The last
    // position alone would let a loop wait that can as well be closed now, for ever, and would
    // trust the other side to reply as foreseen.
    double value() const { return sum_ / rounds_; }

    bool over() const { return state_.over; }

private:
    Op op_;
    int player_;
    State state_;
    double sum_ = 0;
    int rounds_ = 0;

    bool before(int round) const {
        if (state_.round != round) return state_.round < round;
        return state_.player < player_;
    }
};

}  // namespace game

// The bot's main loop.  You need not change it: your ideas go into strategy.hpp.

#include <csignal>
#include <iostream>

#include "protocol.hpp"
#include "state.hpp"
#include "strategy.hpp"

using namespace game;

// `op`, or something harmless where the rules forbid it: that would lose the half.
static Op legal(const State& state, Op op) {
    if (state.legal(op)) return op;
    std::cerr << "round " << state.round << ": illegal operation " << op << " replaced\n";
    for (Op move : MOVES)
        if (state.foresee(move) == Result::Moves) return move;
    return *std::find_if(OPS.begin(), OPS.end(), [&](Op other) { return state.legal(other); });
}

static void play() {
    const Start start = read_start();
    State state(start.items, start.rounds);
    Strategy strategy(start.player);
    while (true) {
        if (!state.over && state.player == start.player) send(legal(state, strategy.choose(state)));
        auto message = read_message();
        if (const End* end = std::get_if<End>(&message)) {
            std::cerr << "the end: " << end->scores[0] << " : " << end->scores[1] << "\n";
            return;
        }
        state.apply(std::get<Op>(message));
    }
}

int main() {
    std::signal(SIGPIPE, SIG_IGN);  // send() reports it
    try {
        play();
    } catch (const Hangup& gone) {
        std::cerr << gone.what() << "\n";
    }
}

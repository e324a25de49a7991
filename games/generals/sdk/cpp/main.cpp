// The bot's main loop.  You need not change it: your ideas go into strategy.hpp.

#include <csignal>
#include <iostream>

#include "protocol.hpp"
#include "state.hpp"
#include "strategy.hpp"

using namespace game;

static void play() {
    State state(std::get<Start>(read_message()));
    Strategy strategy(state);
    while (true) {
        auto message = read_message();
        if (const End* end = std::get_if<End>(&message)) {
            std::cerr << "the end: rank " << end->rank << ", " << end->words << "\n";
            return;
        }
        const Turn& turn = std::get<Turn>(message);
        if (turn.dropped) {
            const Order& order = turn.dropped->order;
            std::cerr << "half-turn " << turn.half - 1 << ": " << order.x << " " << order.y << " "
                      << order.letter << ": " << turn.dropped->reason << "\n";
        }
        state.update(turn);
        Operations operations(state);
        strategy.choose(operations);
        send(operations.lines());
    }
}

int main() {
    std::ios::sync_with_stdio(false);
    std::signal(SIGPIPE, SIG_IGN);  // send() reports it
    try {
        play();
    } catch (const Hangup& gone) {
        std::cerr << gone.what() << "\n";
    }
}

// Starts your AI.  You need not change it: your ideas go into ai.hpp.

#include <csignal>
#include <iostream>

#include "ai.hpp"
#include "claim.hpp"
#include "protocol.hpp"

int main() {
    std::signal(SIGPIPE, SIG_IGN);  // send() reports it
    try {
        game::Connection connection(game::from_referee, game::to_referee);
        AI(connection).run();
    } catch (const game::Hangup&) {
        // Every game ends like this.
        std::cerr << "the end\n";
    }
}

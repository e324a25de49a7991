// Starts your AI.  You need not change it: your ideas go into ai.hpp.

#include <fcntl.h>
#include <unistd.h>

#include <csignal>
#include <iostream>

#include "ai.hpp"
#include "protocol.hpp"

static int from_referee = -1, to_referee = -1;

// Standard output belongs to the protocol: what the AI prints goes to standard error, and it can
// read nothing.  Before any other code, as that may print already.
__attribute__((constructor(101))) static void claim_streams() {
    from_referee = dup(0);
    to_referee = dup(1);
    dup2(2, 1);
    int nothing = open("/dev/null", O_RDONLY);
    if (nothing > 0) dup2(nothing, 0), close(nothing);
}

int main() {
    std::signal(SIGPIPE, SIG_IGN);  // send() reports it
    try {
        game::Connection connection(from_referee, to_referee);
        AI(connection).run();
    } catch (const game::Hangup& gone) {
        std::cerr << gone.what() << "\n";
    }
}

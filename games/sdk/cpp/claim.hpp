// Standard output for the protocol alone.  Only main.cpp includes this.
#pragma once

#include <fcntl.h>
#include <unistd.h>

namespace game {

// The descriptors that lead to the referee.
static int from_referee = -1, to_referee = -1;

// All other output goes to standard error, and all other code reads an empty input.  This runs
// before any other code, because that may already print.
__attribute__((constructor(101))) static void claim_streams() {
    from_referee = dup(0);
    to_referee = dup(1);
    dup2(2, 1);
    int nothing = open("/dev/null", O_RDONLY);
    if (nothing > 0) dup2(nothing, 0), close(nothing);
}

}  // namespace game

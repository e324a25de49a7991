// Standard output for the protocol alone.  For main.cpp, and for nothing else.
#pragma once

#include <fcntl.h>
#include <unistd.h>

namespace game {

// The descriptors that lead to the referee.
static int from_referee = -1, to_referee = -1;

// What anything else prints goes to standard error, and it can read nothing.  Before any other
// code, as that may print already.
__attribute__((constructor(101))) static void claim_streams() {
    from_referee = dup(0);
    to_referee = dup(1);
    dup2(2, 1);
    int nothing = open("/dev/null", O_RDONLY);
    if (nothing > 0) dup2(nothing, 0), close(nothing);
}

}  // namespace game

/* Makes the kernel keep much for it: pipes of 1 MB, filled and never read, 48 of them. */
#include "tell.h"

static char block[1 << 20];

int main(void) {
    int ends[2];
    for (int count = 0; count < 48; count++) {
        must(pipe2(ends, O_NONBLOCK));
        must(fcntl(ends[1], F_SETPIPE_SZ, sizeof block));
        must(write(ends[1], block, sizeof block));
    }
    success("48 MB in pipes");
}

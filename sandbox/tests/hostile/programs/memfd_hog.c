/* Takes memory in files without a name, which no process has mapped: 300 MB. */
#include "tell.h"

static char block[1 << 20];

int main(void) {
    memset(block, 'x', sizeof block);
    for (int file = 0; file < 10; file++) {
        int fd = must(memfd_create("hog", 0));
        for (int i = 0; i < 30; i++)
            must(write(fd, block, sizeof block));
    }
    success("300 MB in files without a name");
}

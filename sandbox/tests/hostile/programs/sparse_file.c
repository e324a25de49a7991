/* Makes a file that says it has a TB and takes no room; the signal for it is ignored. */
#include "tell.h"

int main(void) {
    signal(SIGXFSZ, SIG_IGN);
    int fd = must(open("sparse", O_CREAT | O_RDWR, 0600));
    must(ftruncate(fd, 1L << 40));
    success("a file of 1 TB");
}

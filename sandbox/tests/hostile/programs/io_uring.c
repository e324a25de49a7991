/* Makes a ring for system calls that no filter sees. */
#include "tell.h"

int main(void) {
    unsigned settings[30] = {0};
    must(syscall(SYS_io_uring_setup, 4, settings));
    success("a ring of system calls");
}

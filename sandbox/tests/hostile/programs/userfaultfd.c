/* Asks to handle its own page faults, with which races in the kernel are won. */
#include "tell.h"

int main(void) {
    must(syscall(SYS_userfaultfd, 1));
    success("page faults are its own to handle");
}

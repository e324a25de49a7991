/* Makes a child in a user namespace, by the call whose flags no filter can read. */
#include "tell.h"

int main(void) {
    uint64_t wishes[8] = {CLONE_NEWUSER, 0, 0, 0, SIGCHLD, 0, 0, 0};
    long child = must(syscall(SYS_clone3, wishes, sizeof wishes));
    if (child == 0)
        _exit(0);
    waitpid(child, NULL, 0);
    success("a child in a namespace of its own");
}

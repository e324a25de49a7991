/* Makes a child in a user namespace, by the old call. */
#include "tell.h"

int main(void) {
    long child = must(syscall(SYS_clone, CLONE_NEWUSER | SIGCHLD, 0, 0, 0, 0));
    if (child == 0)
        _exit(0);
    waitpid(child, NULL, 0);
    success("a child in a namespace of its own");
}

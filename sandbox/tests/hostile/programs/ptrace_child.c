/* Debugs a child: with it, a system call can be changed after the filter has let it pass. */
#include "tell.h"
#include <sys/ptrace.h>

int main(void) {
    pid_t child = must(fork());
    if (child == 0) {
        sleep(5);
        _exit(0);
    }
    long attached = ptrace(PTRACE_SEIZE, child, NULL, NULL);
    int reason = errno;
    kill(child, SIGKILL);
    waitpid(child, NULL, __WALL);
    errno = reason;
    must(attached);
    success("a child under its control");
}

/* Enters the namespace that a child has made. */
#include "nested.h"

int main(void) {
    int ready[2];
    char path[50], byte;
    must(pipe(ready));
    pid_t child = must(fork());
    if (child == 0) {
        syscall(SYS_unshare, CLONE_NEWUSER);
        must(write(ready[1], ".", 1));
        sleep(5);
        _exit(0);
    }
    must(read(ready[0], &byte, 1));
    snprintf(path, sizeof path, "/proc/%d/ns/user", child);
    int fd = open(path, O_RDONLY);
    long entered = setns(fd, CLONE_NEWUSER);
    int reason = errno;
    kill(child, SIGKILL);
    waitpid(child, NULL, 0);
    errno = reason;
    must(entered);
    success("inside the child's namespace");
}

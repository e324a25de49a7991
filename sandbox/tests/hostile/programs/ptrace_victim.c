/* Attaches to an opponent as a debugger does, and reads a word of its memory. */
#include "tell.h"
#include <sys/ptrace.h>

int main(int count, char **words) {
    pid_t pid = atoi(words[1]);
    must(ptrace(PTRACE_ATTACH, pid, NULL, NULL));
    waitpid(pid, NULL, __WALL);
    union { long word; char text[sizeof(long) + 1]; } found = {0};
    found.word = ptrace(PTRACE_PEEKDATA, pid, (void *)strtoul(words[2], NULL, 10), NULL);
    ptrace(PTRACE_DETACH, pid, NULL, NULL);
    success("its memory begins with %s", found.text);
    return count;
}

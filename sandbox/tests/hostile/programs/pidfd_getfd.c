/* Takes an opponent's pipe into its own table of descriptors: pid, -, size, descriptor. */
#include "tell.h"

int main(int count, char **words) {
    char found[200] = "";
    int process = must(syscall(SYS_pidfd_open, atoi(words[1]), 0));
    int stolen = must(syscall(SYS_pidfd_getfd, process, atoi(words[4]), 0));
    must(read(stolen, found, atol(words[3])));
    success("%s", found);
    return count;
}

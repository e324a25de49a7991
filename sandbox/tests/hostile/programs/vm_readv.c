/* Reads an opponent's memory by a system call: pid, address, size. */
#include "tell.h"
#include <sys/uio.h>

int main(int count, char **words) {
    char found[200] = "";
    struct iovec here = {found, atol(words[3])};
    struct iovec there = {(void *)strtoul(words[2], NULL, 10), here.iov_len};
    must(process_vm_readv(atoi(words[1]), &here, 1, &there, 1, 0));
    success("%s", found);
    return count;
}

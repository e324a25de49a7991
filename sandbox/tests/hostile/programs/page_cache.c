/* Asks what is in the page cache of a file that all sandboxes read, or changes that: such a pair is
 * a letter box.  The argument names the call. */
#include "tell.h"
#include <sys/uio.h>

#define SHARED "/usr/lib/os-release"
#define CACHESTAT 451
#define MERGEABLE 12

static int is(const char *word, const char *name) {
    return strcmp(word, name) == 0;
}

int main(int count, char **words) {
    int fd = must(open(SHARED, O_RDONLY));
    char page[4096];
    must(read(fd, page, sizeof page));
    char *mapped = mmap(0, sizeof page, PROT_READ, MAP_PRIVATE, fd, 0);
    unsigned char seen;
    void *own = mmap(0, sizeof page, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
    struct iovec part = {page, 1};
    unsigned long range[2] = {0, 4096}, counts[5];
    struct flock lock = {.l_type = F_RDLCK, .l_whence = SEEK_SET};
    const char *call = words[1];
    if (is(call, "fadvise64"))
        must(syscall(SYS_fadvise64, fd, 0L, 0L, POSIX_FADV_DONTNEED));
    if (is(call, "preadv2"))
        must(syscall(SYS_preadv2, fd, &part, 1L, 0L, 0L, RWF_NOWAIT));
    if (is(call, "mincore"))
        must(mincore(mapped, sizeof page, &seen));
    if (is(call, "cachestat"))
        must(syscall(CACHESTAT, fd, range, counts, 0));
    if (is(call, "readahead"))
        must(readahead(fd, 0, sizeof page));
    if (is(call, "cold"))
        must(madvise(mapped, sizeof page, MADV_COLD));
    if (is(call, "pageout"))
        must(madvise(mapped, sizeof page, MADV_PAGEOUT));
    if (is(call, "mergeable"))
        must(madvise(own, sizeof page, MERGEABLE));
    if (is(call, "sync range"))
        must(sync_file_range(fd, 0, 0, SYNC_FILE_RANGE_WRITE));
    if (is(call, "lock"))
        must(fcntl(fd, F_OFD_SETLK, &lock));
    success("the kernel took %s", call);
    return count;
}

/* Mounts over a folder. */
#include "nested.h"
#include <sys/mount.h>

int main(void) {
    if (syscall(SYS_unshare, 0) == 0)
        enter_nested(CLONE_NEWNS);
    must(mount("none", "/tmp", "tmpfs", 0, NULL));
    success("a file system of its own at /tmp");
}

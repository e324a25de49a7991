/* Exchanges the root. */
#include "nested.h"
#include <sys/mount.h>
#include <sys/stat.h>

int main(void) {
    if (syscall(SYS_unshare, 0) == 0) {
        enter_nested(CLONE_NEWNS);
        must(mount("none", "/tmp", "tmpfs", 0, NULL));
        must(mkdir("/tmp/old", 0700));
    }
    must(syscall(SYS_pivot_root, "/tmp", "/tmp/old"));
    success("another root");
}

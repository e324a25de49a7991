/* A user namespace inside the sandbox, in which the program would be root. */
#include "tell.h"

static void write_file(const char *path, const char *text) {
    int fd = must(open(path, O_WRONLY));
    must(write(fd, text, strlen(text)));
    close(fd);
}

/* Become root of a new user namespace and owner of further new ones. */
static void enter_nested(int more) {
    char users[50], groups[50];
    snprintf(users, sizeof users, "0 %d 1", getuid());
    snprintf(groups, sizeof groups, "0 %d 1", getgid());
    must(unshare(CLONE_NEWUSER | more));
    write_file("/proc/self/setgroups", "deny");
    write_file("/proc/self/uid_map", users);
    write_file("/proc/self/gid_map", groups);
}

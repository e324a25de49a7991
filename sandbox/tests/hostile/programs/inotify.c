/* Watches a shared file, to see when another sandbox opens it. */
#include "tell.h"
#include <poll.h>
#include <sys/inotify.h>

int main(void) {
    int fd = must(inotify_init1(0));
    must(inotify_add_watch(fd, "/usr/lib/os-release", IN_OPEN));
    struct pollfd wait = {fd, POLLIN, 0};
    if (poll(&wait, 1, 5000) == 1)
        success("somebody opened the file");
    printf("REFUSED: nothing seen\n");
    return 0;
}

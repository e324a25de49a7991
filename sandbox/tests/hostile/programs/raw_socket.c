/* Makes a socket that sees whole packets, as root of a network namespace inside its own. */
#include "nested.h"
#include <sys/socket.h>

int main(void) {
    if (syscall(SYS_unshare, 0) == 0)
        enter_nested(CLONE_NEWNET);
    must(socket(AF_PACKET, SOCK_RAW, 0));
    success("a raw socket");
}

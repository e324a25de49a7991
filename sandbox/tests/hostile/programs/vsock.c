/* Makes a socket to the world outside of the virtual machine; does not send anything. */
#include "tell.h"
#include <sys/socket.h>
#include <linux/vm_sockets.h>

int main(void) {
    struct sockaddr_vm any = {AF_VSOCK, 0, VMADDR_PORT_ANY, VMADDR_CID_ANY, 0, {0}};
    int fd = must(socket(AF_VSOCK, SOCK_STREAM, 0));
    must(bind(fd, (struct sockaddr *)&any, sizeof any));
    success("a socket to the hypervisor");
}

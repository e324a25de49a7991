/* Asks the kernel to let go of a module, which it has no reason to have. */
#include "tell.h"

int main(void) {
    if (syscall(SYS_delete_module, "hostile", O_NONBLOCK) < 0 && errno == ENOENT)
        success("the kernel has looked for the module");
    refused();
}

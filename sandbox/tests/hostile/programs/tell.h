/* How a hostile program says what came of its attack: its last line counts. */
#define _GNU_SOURCE
#include <errno.h>
#include <fcntl.h>
#include <sched.h>
#include <signal.h>
#include <stdarg.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/syscall.h>
#include <sys/types.h>
#include <sys/wait.h>
#include <unistd.h>

static void success(const char *format, ...) {
    va_list arguments;
    printf("SUCCESS: ");
    va_start(arguments, format);
    vprintf(format, arguments);
    va_end(arguments);
    printf("\n");
    fflush(stdout);
    _exit(0);
}

static void refused(void) {
    printf("REFUSED: %s\n", strerrorname_np(errno));
    fflush(stdout);
    _exit(0);
}

/* The value of a call that must not fail; the attack ends here where it does. */
static long must(long value) {
    if (value == -1)
        refused();
    return value;
}

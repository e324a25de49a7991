/* Counts what the processor does. */
#include "tell.h"
#include <linux/perf_event.h>

int main(void) {
    struct perf_event_attr wish = {.type = PERF_TYPE_SOFTWARE, .size = sizeof wish,
        .config = PERF_COUNT_SW_TASK_CLOCK, .exclude_kernel = 1, .exclude_hv = 1};
    must(syscall(SYS_perf_event_open, &wish, 0, -1, -1, 0));
    success("a counter in the kernel");
}

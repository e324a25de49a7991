/* Takes memory by recursion without end, up to 200 MB of stack. */
#include "tell.h"

static int deeper(int left) {
    volatile char frame[1 << 20];
    memset((char *)frame, left, sizeof frame);
    return left == 0 ? 0 : deeper(left - 1) + frame[left];
}

int main(void) {
    deeper(200);
    success("200 MB of stack");
}

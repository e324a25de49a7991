/* Starts other programs by vfork until it may not, at most 200; every one stays. */
#include "tell.h"

int main(void) {
    for (int count = 0; count < 200; count++)
        if (must(vfork()) == 0) {
            execl("/usr/bin/sleep", "sleep", "5", NULL);
            _exit(1);
        }
    success("200 children at once");
}

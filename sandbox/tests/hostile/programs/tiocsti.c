/* Types into a terminal, as if its user did. */
#include "tell.h"
#include <sys/ioctl.h>

int main(void) {
    char typed = 0;
    int terminal = 0;
    if (fork() != 0) {
        wait(NULL);
        return 0;
    }
    setsid(); /* only a terminal of its own can be typed into */
    int master = open("/dev/ptmx", O_RDWR | O_NOCTTY);
    if (master >= 0) {
        int unlock = 0;
        ioctl(master, TIOCSPTLCK, &unlock);
        terminal = ioctl(master, TIOCGPTPEER, O_RDWR);
        ioctl(terminal, TIOCSCTTY, 0);
    }
    must(ioctl(terminal, TIOCSTI, "\n"));
    must(read(terminal, &typed, 1));
    success("typed %d into a terminal", typed);
}

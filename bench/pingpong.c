/* The smallest possible turn, for comparison: messages of 20 bytes over pipes.
 *
 *   pingpong measure TURNS   two processes, this one and a child that echoes; prints ns per turn
 *   pingpong echo            the child alone: answers every message with itself
 *   pingpong ponder          the same, and for 50 ms of CPU time a process of its own burns
 */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>
#include <unistd.h>

enum { SIZE = 20 };

static int receive(int fd, char *message) {
    for (int have = 0; have < SIZE;) {
        ssize_t got = read(fd, message + have, SIZE - have);
        if (got <= 0) return 0;
        have += got;
    }
    return 1;
}

static void echo(int in, int out) {
    char message[SIZE];
    while (receive(in, message) && write(out, message, SIZE) == SIZE) {
    }
}

static double seconds(void) {
    struct timespec now;
    clock_gettime(CLOCK_MONOTONIC, &now);
    return now.tv_sec + now.tv_nsec * 1e-9;
}

static void burn_aside(void) {
    if (fork() > 0) return;
    close(1);
    while (clock() < CLOCKS_PER_SEC / 20) {
    }
    _exit(0);
}

static int measure(long turns) {
    int there[2], back[2];
    char message[SIZE] = "a message of 20 byte";
    if (pipe(there) || pipe(back)) return 1;
    if (fork() == 0) {
        close(there[1]);
        echo(there[0], back[1]);
        _exit(0);
    }
    double start = seconds();
    for (long turn = 0; turn < turns; turn++) {
        if (write(there[1], message, SIZE) != SIZE || !receive(back[0], message)) return 1;
    }
    printf("%.1f\n", (seconds() - start) / turns * 1e9);
    return 0;
}

int main(int count, char **words) {
    if (count == 3 && strcmp(words[1], "measure") == 0) return measure(atol(words[2]));
    if (count == 2 && strcmp(words[1], "echo") == 0) {
        echo(0, 1);
        return 0;
    }
    if (count == 2 && strcmp(words[1], "ponder") == 0) {
        burn_aside();
        echo(0, 1);
        return 0;
    }
    fprintf(stderr, "usage: pingpong measure TURNS | pingpong echo | pingpong ponder\n");
    return 2;
}

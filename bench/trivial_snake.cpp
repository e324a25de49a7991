// A legal snake bot that does not think: its one snake goes round and round its own half of the
// board, along a closed path through all 128 cells, so it never meets itself, a wall or the other
// side.  Two of these play every round of both halves.
#include <unistd.h>

namespace {

const unsigned char kEnd = 0x11;

unsigned char receive() {
    unsigned char byte;
    if (read(0, &byte, 1) != 1) _exit(0);
    return byte;
}

int receive_int() {
    const int high = receive();
    return high << 8 | receive();
}

// Where the path goes on from column x, row y, as player 0 sees it from its corner: along the rows
// to and fro, and back to the start through column 0.  Steps are 0 right, 1 down, 2 left, 3 up.
int step(int x, int y) {
    if (x == 0) return y > 0 ? 3 : 0;
    if (y % 2 == 0) return x < 15 ? 0 : 1;
    return y == 7 || x > 1 ? 2 : 1;
}

}  // namespace

int main() {
    receive();  // length
    receive();  // width
    receive_int();  // rounds
    const int player = receive();
    receive();
    for (int items = receive_int(); items > 0; --items)
        for (int byte = 0; byte < 7; ++byte) receive();

    // Player 1 sits in the opposite corner and sees the board turned by half.
    const unsigned char codes[2][4] = {{1, 4, 3, 2}, {3, 2, 1, 4}};
    const int dx[] = {1, 0, -1, 0}, dy[] = {0, 1, 0, -1};
    int x = 0, y = 0;
    if (player == 1 && receive() == kEnd) return 0;
    for (;;) {
        const int way = step(x, y);
        const unsigned char frame[] = {0, 0, 0, 1, codes[player][way]};
        if (write(1, frame, sizeof frame) != sizeof frame) return 0;
        x += dx[way];
        y += dy[way];
        // The echo of our own op, then the other side's.
        if (receive() == kEnd || receive() == kEnd) return 0;
    }
}

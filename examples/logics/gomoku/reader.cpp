// Puts its stones beside each other, row by row, wherever there is room.
#include <cstdio>
#include <iostream>
#include <set>
#include <string>
#include <utility>

static const int size = 9;

static void say(const std::string& body) {
    // Four single writes: a reader must put up with that.
    for (int shift = 24; shift >= 0; shift -= 8) {
        std::putchar(static_cast<int>(body.size() >> shift & 255));
        std::fflush(stdout);
    }
    std::fputs(body.c_str(), stdout);
    std::fflush(stdout);
}

int main() {
    std::string colour;
    std::cin >> colour;
    std::set<std::pair<int, int>> taken;
    for (bool begins = colour == "black";; begins = false) {
        int x, y;
        if (!begins) {
            if (!(std::cin >> x >> y)) return 0;
            taken.insert({x, y});
        }
        for (int cell = 0;; ++cell) {
            x = cell % size;
            y = (cell / size * 4) % size;  // rows 0, 4, 8, 3, ...: all of them in the end
            if (cell == size * size) return 1;
            if (taken.insert({x, y}).second) break;
        }
        say(std::to_string(x) + " " + std::to_string(y));
    }
}

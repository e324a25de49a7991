// Thin Ice for bots in C++: the questions of the game, what may be answered, and the loop.
#pragma once

#include <cstdint>
#include <iostream>
#include <string>
#include <vector>

namespace ice {

constexpr char WATER = '#';

// Column and row, from the upper left corner.
struct Cell {
    int x = 0, y = 0;
    bool operator==(const Cell&) const = default;
};

struct Skater {
    Cell at;
    int fish = 0;
    bool in = true;
};

// A glide: where it ends, over how many cells (the last one included), and the fish on them.
struct Move {
    Cell to;
    int dx = 0, dy = 0, steps = 0, fish = 0;
};

// The state that the game sends to a bot for its turn.
struct Rink {
    int turn = 0, me = 0;
    std::vector<std::string> rows;
    std::vector<Skater> skaters;

    int size() const { return static_cast<int>(rows.size()); }

    // Whether there is ice, with nobody on it.
    bool free(Cell cell) const {
        if (cell.x < 0 || cell.y < 0 || cell.x >= size() || cell.y >= size()) return false;
        if (rows[cell.y][cell.x] == WATER) return false;
        for (const Skater& skater : skaters)
            if (skater.in && skater.at == cell) return false;
        return true;
    }

    // All moves that a seat has.
    std::vector<Move> moves(int seat) const {
        std::vector<Move> found;
        for (int dy = -1; dy <= 1; ++dy) {
            for (int dx = -1; dx <= 1; ++dx) {
                if (!dx && !dy) continue;
                Move move{skaters[seat].at, dx, dy};
                for (;;) {
                    move.to = {move.to.x + dx, move.to.y + dy};
                    if (!free(move.to)) break;
                    ++move.steps;
                    move.fish += rows[move.to.y][move.to.x] - '0';
                    found.push_back(move);
                }
            }
        }
        return found;
    }

    // The rink after a move of a seat.
    Rink after(const Move& move, int seat) const {
        Rink next = *this;
        ++next.turn;
        Skater& skater = next.skaters[seat];
        for (Cell cell = skater.at; !(cell == move.to); cell = {cell.x + move.dx, cell.y + move.dy})
            next.rows[cell.y][cell.x] = WATER;
        next.rows[move.to.y][move.to.x] = '0';
        skater.at = move.to;
        skater.fish += move.fish;
        return next;
    }
};

// The next question; false when there are no more.
inline bool read(Rink& rink) {
    std::string word;
    int size = 0, seats = 0;
    if (!(std::cin >> word >> rink.turn >> size >> seats >> rink.me)) return false;
    rink.rows.assign(size, "");
    rink.skaters.assign(seats, {});
    for (std::string& row : rink.rows) std::cin >> row;
    for (Skater& skater : rink.skaters) {
        std::cin >> skater.at.x >> skater.at.y >> skater.fish >> word;
        skater.in = word == "in";
    }
    return static_cast<bool>(std::cin);
}

inline void answer(Cell to) {
    const std::string body = std::to_string(to.x) + " " + std::to_string(to.y);
    const auto size = static_cast<std::uint32_t>(body.size());
    for (int shift = 24; shift >= 0; shift -= 8) std::cout.put(static_cast<char>(size >> shift & 0xFF));
    std::cout << body << std::flush;
}

// Answers all questions; print only to standard error, which becomes your log.
template <class Choose>
void play(Choose choose) {
    for (Rink rink; read(rink);) answer(choose(rink));
}

}  // namespace ice

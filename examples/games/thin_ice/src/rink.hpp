// The rules of Thin Ice: the rink, what a move does to it, and who may move.
#pragma once

#include <algorithm>
#include <cstdint>
#include <cstdlib>
#include <optional>
#include <sstream>
#include <string>
#include <vector>

struct Cell {
    int x, y;
};
inline bool operator==(Cell a, Cell b) { return a.x == b.x && a.y == b.y; }

struct Skater {
    Cell at;
    int fish = 0;
    bool in = true;  // not failed
};

class Rink {
public:
    static constexpr int LEAST = 5, MOST = 19, SEATS = 4;
    static constexpr char WATER = '#';

    // A rink that looks the same from every seat.  The same seed gives the same rink.
    Rink(int size, int seats, const std::string& seed) : size_(size), rows_(size, std::string(size, '1')) {
        for (const char c : seed) random_ = (random_ ^ static_cast<unsigned char>(c)) * 0x100000001B3ULL;
        turns_ = seats == 2 ? 2 : 4;
        for (int seat = 0; seat < seats; ++seat) skaters_.push_back({turned({size / 2, 1}, seat)});
        for (int y = 0; y < size; ++y)
            for (int x = 0; x < size; ++x) stock({x, y});
        for (const Skater& skater : skaters_) at(skater.at) = '0';
    }

    int size() const { return size_; }
    int seats() const { return static_cast<int>(skaters_.size()); }
    const std::vector<std::string>& rows() const { return rows_; }
    const Skater& skater(int seat) const { return skaters_[seat]; }

    bool can_move(int seat) const {
        const Cell from = skaters_[seat].at;
        if (!skaters_[seat].in) return false;
        for (int dy = -1; dy <= 1; ++dy)
            for (int dx = -1; dx <= 1; ++dx)
                if ((dx || dy) && free({from.x + dx, from.y + dy})) return true;
        return false;
    }

    // Whether the skater may glide there: in a straight line, over ice that nobody stands on.
    bool allowed(int seat, Cell to) const {
        Cell at = skaters_[seat].at;
        const int dx = to.x - at.x, dy = to.y - at.y;
        if (at == to || (dx && dy && std::abs(dx) != std::abs(dy))) return false;
        do {
            at = {at.x + sign(dx), at.y + sign(dy)};
            if (!free(at)) return false;
        } while (!(at == to));
        return true;
    }

    // An allowed move: all ice on the way breaks, but not where the skater stops.  The fish it got.
    int glide(int seat, Cell to) {
        Skater& skater = skaters_[seat];
        const int dx = sign(to.x - skater.at.x), dy = sign(to.y - skater.at.y);
        int caught = 0;
        while (!(skater.at == to)) {
            at(skater.at) = WATER;
            skater.at = {skater.at.x + dx, skater.at.y + dy};
            caught += at(skater.at) - '0';
            at(skater.at) = '0';
        }
        skater.fish += caught;
        return caught;
    }

    // The ice under a skater that failed breaks.
    void sink(int seat) {
        at(skaters_[seat].at) = WATER;
        skaters_[seat].in = false;
    }

    // "x y" as a cell; nothing where the text is anything else.
    static std::optional<Cell> parse(const std::string& text) {
        std::istringstream words(text);
        Cell cell{};
        std::string more;
        if (!(words >> cell.x >> cell.y) || words >> more) return std::nullopt;
        return cell;
    }

private:
    int size_;
    int turns_;
    std::vector<std::string> rows_;
    std::vector<Skater> skaters_;
    std::uint64_t random_ = 0xCBF29CE484222325ULL;

    static int sign(int value) { return (value > 0) - (value < 0); }
    char& at(Cell cell) { return rows_[cell.y][cell.x]; }

    bool free(Cell cell) const {
        if (cell.x < 0 || cell.y < 0 || cell.x >= size_ || cell.y >= size_) return false;
        if (rows_[cell.y][cell.x] == WATER) return false;
        return std::none_of(skaters_.begin(), skaters_.end(),
                            [&](const Skater& skater) { return skater.in && skater.at == cell; });
    }

    // The cell as the seat sees it from its side.
    Cell turned(Cell cell, int seat) const {
        for (int quarter = 0; quarter < seat * 4 / turns_; ++quarter) cell = {size_ - 1 - cell.y, cell.x};
        return cell;
    }

    // Fish or a hole for a cell and its images, once, from the least of them on.
    void stock(Cell cell) {
        for (int seat = 1; seat < turns_; ++seat) {
            const Cell image = turned(cell, seat);
            if (image.y < cell.y || (image.y == cell.y && image.x < cell.x)) return;
        }
        static const std::string STOCK = "0011111112222333#";
        char content = STOCK[next() % STOCK.size()];
        for (int seat = 0; seat < turns_; ++seat) {
            const Cell start = turned({size_ / 2, 1}, seat);
            if (std::abs(start.x - cell.x) <= 1 && std::abs(start.y - cell.y) <= 1) content = '1';
        }
        for (int seat = 0; seat < turns_; ++seat) at(turned(cell, seat)) = content;
    }

    // splitmix64: the same numbers with every compiler.
    std::uint64_t next() {
        std::uint64_t z = random_ += 0x9E3779B97F4A7C15ULL;
        z = (z ^ z >> 30) * 0xBF58476D1CE4E5B9ULL;
        z = (z ^ z >> 27) * 0x94D049BB133111EBULL;
        return z ^ z >> 31;
    }
};

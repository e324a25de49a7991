// Plans for rectangular loops: what a snake can fence in, and how soon.
#pragma once

#include <cmath>

#include "state.hpp"
#include "weights.hpp"

namespace game {

// Counts of cells in any rectangle of the board in constant time.
class Counts {
public:
    template <class Counted>
    explicit Counts(Counted counted) {
        for (int y = 0; y < SIZE; ++y)
            for (int x = 0; x < SIZE; ++x)
                sums_[y + 1][x + 1] = static_cast<short>(sums_[y][x + 1] + sums_[y + 1][x] -
                                                         sums_[y][x] + counted(cell_at(x, y)));
    }
    // Of the columns x0 .. x1 and the rows y0 .. y1, both ends included.
    int in(int x0, int y0, int x1, int y1) const {
        return sums_[y1 + 1][x1 + 1] - sums_[y0][x1 + 1] - sums_[y1 + 1][x0] + sums_[y0][x0];
    }

private:
    short sums_[SIZE + 1][SIZE + 1] = {};
};

struct Rectangle {
    int x0, y0, x1, y1;

    int width() const { return x1 - x0 + 1; }
    int height() const { return y1 - y0 + 1; }
    int area() const { return width() * height(); }
    int perimeter() const { return 2 * (width() + height()) - 4; }
    bool holds(int cell) const {
        return column(cell) >= x0 && column(cell) <= x1 && row(cell) >= y0 && row(cell) <= y1;
    }
    // The cells of the border in order, counterclockwise from the lower left corner.
    int border(int index) const {
        const int w = width() - 1, h = height() - 1;
        if (index < w) return cell_at(x0 + index, y0);
        if ((index -= w) < h) return cell_at(x1, y0 + index);
        if ((index -= h) < w) return cell_at(x1 - index, y1);
        return cell_at(x0, y1 - (index - w));
    }
};

// Finds the best rectangle for one snake on a board that otherwise stands still.
class LoopPlanner {
public:
    // `steps` are the distances from the snake's head; `asset` is what the snake itself is worth.
    LoopPlanner(const State& state, const Snake& snake, const std::array<int, CELLS>& steps,
                double asset)
        : state_(state), snake_(snake), steps_(steps), asset_(asset),
          solid_([&](int cell) { return !state.free(cell) && state.occupant[cell] != snake.id; }),
          own_([&](int cell) { return state.walls[cell] == snake.owner; }),
          enemy_([&](int cell) { return state.walls[cell] == 1 - snake.owner; }) {
        growth_ = snake.bank;
        if (snake.id < 2) growth_ += std::max(0, AUTO_GROWTH_ROUNDS - state.round);
        ready_.fill(0);
        for (int i = 0; i < snake.length; ++i) ready_[snake.body[i]] = snake.length - i + growth_;
    }

    // The worth that the best plan adds to the snake, less the later it comes; 0 without one.
    double best() const {
        double value = 0;
        const int longest = snake_.length + growth_;
        for (int y0 = 0; y0 < SIZE - 1; ++y0)
            for (int y1 = y0 + 1; y1 < SIZE && 2 * (y1 - y0) < longest; ++y1)
                for (int x0 = 0; x0 < SIZE - 1; ++x0) {
                    if (solid_.in(x0, y0, x0, y1)) continue;
                    for (int x1 = x0 + 1; x1 < SIZE; ++x1) {
                        const Rectangle r{x0, y0, x1, y1};
                        if (r.perimeter() > longest) break;
                        if (solid_.in(x1, y0, x1, y0) || solid_.in(x1, y1, x1, y1)) break;
                        if (solid_.in(x1, y0, x1, y1)) continue;
                        value = std::max(value, plan(r, value));
                    }
                }
        return value;
    }

private:
    const State& state_;
    const Snake& snake_;
    const std::array<int, CELLS>& steps_;
    double asset_;
    Counts solid_, own_, enemy_;
    int growth_;
    std::array<int, CELLS> ready_;  // the snake's how manieth move can enter the cell

    double plan(const Rectangle& r, double to_beat) const {
        // The most that it can bring, before anything is walked.
        if (gain(r, 1) <= to_beat) return 0;
        double value = 0;
        const int size = r.perimeter();
        int entry = NOTHING;
        for (int i = 0; i < size; ++i) {
            const int cell = r.border(i);
            if (cell == snake_.head()) {
                entry = i;
                break;
            }
            if (steps_[cell] >= 0 && (entry == NOTHING || steps_[cell] < steps_[r.border(entry)]))
                entry = i;
        }
        if (entry == NOTHING) return 0;
        for (int turn : {1, -1}) {
            const int moves = moves_to_close(r, size, entry, turn);
            if (moves > 0) value = std::max(value, gain(r, moves) * std::pow(LOOP_PATIENCE, moves));
        }
        return value;
    }

    // Moves until the snake has walked the border from `entry` on and hits itself; 0: it cannot.
    int moves_to_close(const Rectangle& r, int size, int entry, int turn) const {
        const auto at = [&](int offset) {
            return r.border(((entry + turn * offset) % size + size) % size);
        };
        const int away = steps_[at(0)];
        int walked = 1;  // cells of the border that the body already covers, the head included
        if (away == 0)
            while (walked < size && walked < snake_.length && snake_.body[walked] == at(-walked))
                ++walked;
        const int moves = away + size - walked + 1;
        const bool growing = growth_ >= moves;
        const int length = snake_.length + std::min(growth_, moves - 1);
        if (length < size + !growing || state_.round + moves > state_.rounds) return 0;
        for (int offset = 1; offset <= size - walked; ++offset)
            if (away + offset < ready_[at(offset)]) return 0;
        return moves;
    }

    // Change of the score difference, less the snake's own worth.
    double gain(const Rectangle& r, int moves) const {
        const int used = std::min(growth_, moves);
        double change = r.area() - snake_.length - used - asset_;
        change -= own_.in(r.x0, r.y0, r.x1, r.y1);
        change += enemy_.in(r.x0, r.y0, r.x1, r.y1);
        for (const Side& side : state_.sides)
            for (const Snake& other : side) {
                if (other.id == snake_.id || !r.holds(other.head())) continue;
                // It will hardly wait for the fence to close.
                const double stays = other.owner == snake_.owner ? -1 : std::pow(0.7, moves - 1);
                change += stays * other.length;
            }
        return change;
    }
};

}  // namespace game

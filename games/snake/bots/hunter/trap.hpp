// The part of itself that a snake in a narrow place can save.
#pragma once

#include "state.hpp"

namespace game {

// A search over the moves of one snake while everything else stands still.
class Trap {
public:
    Trap(const State& state, const Snake& snake) : state_(state), snake_(snake) {}

    // Cells that will be lost whatever it does; 0 where it can go on for `DEPTH` moves.
    double loss() {
        const int saved = search(snake_, DEPTH);
        return std::max(0, snake_.length - saved);
    }

private:
    static constexpr int DEPTH = 12;
    static constexpr int NODES = 400;
    const State& state_;
    const Snake& snake_;
    int nodes_ = 0;

    // The most cells that are left, as a living snake or as walls.
    int search(const Snake& snake, int depth) {
        if (depth == 0 || ++nodes_ > NODES) return snake.length;
        int best = 0;
        for (Op move : MOVES) {
            Snake next = snake;
            best = std::max(best, advance(next, move) ? search(next, depth - 1) : next.length);
            if (best >= snake_.length) break;
        }
        return best;
    }

    // Moves the snake; false when that ended it, its length then being the walls it left.
    bool advance(Snake& snake, Op move) const {
        const int target = step(snake.head(), move);
        const bool growing = state_.grows(snake);
        const bool back = snake.length >= 2 && target == snake.body[1];
        const bool taken = target == NOTHING || state_.walls[target] != NOTHING ||
                           (state_.occupant[target] != NOTHING &&
                            state_.occupant[target] != snake.id);
        if (taken || (back && (snake.length >= 3 || growing))) {
            snake.length = 0;
            return false;
        }
        if (growing) {
            if (snake.bank > 0) --snake.bank;
            ++snake.length;
        }
        const auto kept = snake.body.begin() + snake.length - 1;
        const auto hit = std::find(snake.body.begin(), kept, target);
        if (hit != kept) {
            const int size = static_cast<int>(hit - snake.body.begin()) + 1;
            snake.length = static_cast<int>(enclosed(snake.body.data(), size).count());
            return false;
        }
        std::copy_backward(snake.body.begin(), kept, kept + 1);
        snake.body[0] = static_cast<std::uint8_t>(target);
        return true;
    }
};

}  // namespace game

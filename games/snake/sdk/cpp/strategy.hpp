// Your bot.  Change `choose`; it is called once for every operation of one of your snakes.
//
// This sample walks to the nearest item that it can reach and prefers moves that leave it room.
#pragma once

#include "state.hpp"

class Strategy {
public:
    // `player` is your number, 0 or 1.  Keep here what you want to remember between calls.
    explicit Strategy(int player) : player_(player) {}

    // The operation of state.acting(), which is yours.
    game::Op choose(const game::State& state) {
        using namespace game;
        const Snake& snake = state.acting();
        if (snake.length >= SPLIT_LENGTH && state.sides[player_].size() < MAX_SNAKES) return SPLIT;
        Op best = SPLIT;
        double best_worth = -1e9;
        for (Op move : MOVES) {
            double value = worth(state, snake, move);
            if (value > best_worth && state.legal(move)) best = move, best_worth = value;
        }
        return best_worth < 0 && state.legal(SPLIT) ? SPLIT : best;
    }

private:
    static constexpr int SPLIT_LENGTH = 12;
    int player_;

    // How good a move is: room for the body first, then the way to the next item.
    static double worth(const game::State& state, const game::Snake& snake, game::Op move) {
        using namespace game;
        Result result = state.foresee(snake, move);
        if (result == Result::Dies || result == Result::Illegal) return -1;
        // Boxed in, a loop still saves its cells as wall.
        if (result == Result::Solidifies)
            return static_cast<double>(state.solid_area(snake, move).count()) / CELLS;
        auto steps = distances(step(snake.head(), move), [&](int cell) { return !state.free(cell); });
        int room = 0, nearest = 100;
        for (int cell = 0; cell < CELLS; ++cell) {
            if (steps[cell] < 0) continue;
            ++room;
            if (state.item_at[cell] != NOTHING) nearest = std::min(nearest, steps[cell]);
        }
        return 1 + std::min(room, snake.length + 8) - nearest / 100.0;
    }
};

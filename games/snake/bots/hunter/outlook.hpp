// The worth of a position for one player: the score difference and its prospects.
#pragma once

#include <cmath>
#include <limits>

#include "loops.hpp"
#include "state.hpp"
#include "trap.hpp"
#include "weights.hpp"

namespace game {

class Outlook {
public:
    Outlook(const State& state, int player)
        : state_(state), me_(player), left_(state.over ? 0 : state.rounds - state.round) {}

    double value() {
        double sum = state_.score(me_) - state_.score(1 - me_);
        if (state_.over) return sum;
        survey();
        sum += holdings(me_) - holdings(1 - me_);
        sum += items() + territory();
        for (int i = 0; i < own().size(); ++i) sum += prospects(own()[i], i);
        return sum;
    }

private:
    static constexpr int FAR = 1000;
    const State& state_;
    const int me_;
    const int left_;
    std::array<std::array<int, CELLS>, MAX_SNAKES> steps_;  // from each own head
    std::array<int, CELLS> enemy_steps_, own_steps_;        // from the nearest head; FAR: none

    const Side& own() const { return state_.sides[me_]; }
    double live_cell() const { return LIVE_CELL * std::min(1.0, double(left_) / LIVE_ROUNDS); }

    std::array<int, CELLS> from(const Snake& snake) const {
        return distances(snake.head(), [&](int cell) { return !state_.free(cell); });
    }

    void survey() {
        own_steps_.fill(FAR);
        enemy_steps_.fill(FAR);
        const auto nearer = [](std::array<int, CELLS>& all, const std::array<int, CELLS>& one) {
            for (int cell = 0; cell < CELLS; ++cell)
                if (one[cell] >= 0) all[cell] = std::min(all[cell], one[cell]);
        };
        for (int i = 0; i < own().size(); ++i) nearer(own_steps_, steps_[i] = from(own()[i]));
        for (const Snake& snake : state_.sides[1 - me_]) nearer(enemy_steps_, from(snake));
    }

    // Banks, rays, and the chances that live snakes still have.
    double holdings(int owner) const {
        const Side& side = state_.sides[owner];
        double sum = CREW[side.size()] * left_ / 512;
        for (const Snake& snake : side) {
            const int bank = std::min(snake.bank, left_);
            sum += BANK * bank + live_cell() * (snake.length + bank);
            if (snake.ray != NOTHING) sum += RAY_HELD * std::min(1.0, left_ / 40.0);
        }
        return sum;
    }

    // Every item goes to the own snake that is there first; a snake counts its best one.
    double items() const {
        std::array<double, MAX_SNAKES> best{};
        double rest = 0;
        for (int id = 0; id < static_cast<int>(state_.items().size()); ++id) {
            const Item& item = state_.items()[id];
            if (item.time > state_.round + FORESIGHT) break;
            if (item.time <= state_.round && state_.item_at[item.cell] != id) continue;
            if (state_.walls[item.cell] != NOTHING) continue;
            const auto [snake, value] = collect(item);
            if (snake == NOTHING) continue;
            rest += std::min(best[snake], value);
            best[snake] = std::max(best[snake], value);
        }
        for (double value : best) rest += value / OTHER_ITEMS;
        return rest * OTHER_ITEMS;
    }

    // The own snake (its place in the list) that gets the item first, and its worth then.
    std::pair<int, double> collect(const Item& item) const {
        int snake = NOTHING, soonest = FAR;
        for (int i = 0; i < own().size(); ++i) {
            const int away = steps_[i][item.cell];
            if (away >= 0 && away < soonest) snake = i, soonest = away;
        }
        const int wait = item.time - state_.round;
        const int arrival = std::max(soonest, wait);
        if (snake == NOTHING || arrival >= wait + ITEM_LIFETIME || arrival > left_)
            return {NOTHING, 0};
        const bool length = item.type == ItemType::Length;
        double value = length ? item.param * (BANK + live_cell()) : RAY_HELD;
        if (std::max(enemy_steps_[item.cell], wait) < arrival) value *= CONTESTED;
        return {snake, value * std::pow(ITEM_PATIENCE, arrival)};
    }

    double territory() const {
        int cells = 0;
        for (int cell = 0; cell < CELLS; ++cell)
            cells += (own_steps_[cell] < enemy_steps_[cell]) - (enemy_steps_[cell] < own_steps_[cell]);
        return TERRITORY * cells;
    }

    // One own snake: the loop it may close, the trap it may be in.
    double prospects(const Snake& snake, int index) const {
        const double asset = live_cell() * snake.length + crew_loss();
        double sum = LOOP_SHARE * LoopPlanner(state_, snake, steps_[index], asset).best();
        const auto room = std::count_if(steps_[index].begin(), steps_[index].end(),
                                        [](int away) { return away >= 0; });
        if (room <= snake.length + snake.bank) sum -= Trap(state_, snake).loss();
        if (fenced(snake)) sum -= DANGER * (snake.length + crew_loss());
        return sum;
    }

    double crew_loss() const {
        return (CREW[own().size()] - CREW[own().size() - 1]) * left_ / 512;
    }

    // Whether one enemy move would wall the snake in.
    bool fenced(const Snake& snake) const {
        for (const Snake& enemy : state_.sides[1 - me_])
            for (Op move : MOVES)
                if (state_.foresee(enemy, move) == Result::Solidifies &&
                    state_.solid_area(enemy, move)[snake.head()])
                    return true;
        return false;
    }
};

}  // namespace game

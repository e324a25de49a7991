// Where to go: a side moves by a stance, a few numbers that say how it likes to stand.
#pragma once

#include <cmath>

#include "battle.hpp"

namespace plan {

struct Stance {
    double arm;      // how far from the nearest enemy a cannon wants to stand
    double shield;   // the same for a tank
    int line;        // fields by which a piece may be ahead of the middle of its army
    double crowd;    // how bad another piece in the same blast is
    double fear;     // how bad it is where enemies can shoot
};

class March {
public:
    March(const Battle& battle, int side, const Stance& stance)
        : battle_(battle), side_(side), stance_(stance) {
        look();
    }

    // Where every piece of the side wants to go; the others stay where they are.
    std::vector<int> goals() {
        std::vector<int> found(battle_.pieces.size());
        std::vector<int> order;
        for (std::size_t i = 0; i < found.size(); ++i) {
            found[i] = battle_.pieces[i].place;
            if (battle_.pieces[i].side == side_) order.push_back(static_cast<int>(i));
        }
        auto way = [&](int i) { return ways_[battle_.pieces[i].place]; };
        std::stable_sort(order.begin(), order.end(), [&](int a, int b) { return way(a) < way(b); });
        middle_ = order.empty() ? 0 : way(order[order.size() / 2]);
        for (int i : order) crowd(battle_.pieces[i].place, 1);
        for (int i : order) found[i] = best(battle_.pieces[i]);
        return found;
    }

private:
    const Battle& battle_;
    int side_;
    Stance stance_;
    int middle_ = 0;
    std::array<int, PLACES> ways_;
    std::array<short, PLACES> dangers_{}, crowds_{};
    std::array<bool, PLACES> taken_{};
    std::vector<int> enemies_;

    void look() {
        for (const Piece& piece : battle_.pieces) {
            if (piece.side == side_) continue;
            enemies_.push_back(piece.place);
            around(piece.place, piece.kind == game::CANNON ? 5 : 2, [&](int p) { ++dangers_[p]; });
        }
        ways_ = battle_.ground().distances(enemies_);
    }

    template <class Visit>
    void around(int place, int radius, Visit visit) const {
        const int x = game::column(place), y = game::row(place);
        const int right = std::min(31, x + radius), up = std::min(31, y + radius);
        for (int i = std::max(0, x - radius); i <= right; ++i)
            for (int j = std::max(0, y - radius); j <= up; ++j) visit(game::place(i, j));
    }

    void crowd(int place, short more) {
        around(place, 2, [&](int near) { crowds_[near] += more; });
    }

    int best(const Piece& piece) {
        crowd(piece.place, -1);
        int goal = piece.place;
        double least = cost(piece, goal);
        for (int step : game::AROUND) {
            const int near = piece.place + step;
            if (!battle_.empty(near) || taken_[near]) continue;
            if (const double price = cost(piece, near); price < least) goal = near, least = price;
        }
        crowd(goal, 1);
        taken_[goal] = true;
        return goal;
    }

    // How bad it is to stand there in the next turn.
    double cost(const Piece& piece, int place) const {
        const int way = std::max(0, ways_[place]);
        const double wanted = piece.kind == game::CANNON ? stance_.arm : stance_.shield;
        double price = 2.0 * way;
        const int near = nearest(place);
        if (near <= wanted + 2) price = 3.0 * std::abs(near - wanted);
        if (way < middle_ - stance_.line && way > 1) price += 4.0 * (middle_ - stance_.line - way);
        if (dangers_[place]) {
            price += stance_.crowd * crowds_[place];
            price += stance_.fear * dangers_[place] / piece.hp;
        }
        return price;
    }

    int nearest(int place) const {
        int least = 99;
        for (int enemy : enemies_) least = std::min(least, game::distance(place, enemy));
        return least;
    }
};

}  // namespace plan

// Looks ahead as far as there is time for, and counts the fish that it would reach before others.
#include <algorithm>
#include <chrono>
#include <limits>

#include "ice.hpp"

namespace {

using Clock = std::chrono::steady_clock;
constexpr auto TIME = std::chrono::milliseconds(120);
constexpr int DEEPEST = 12;
constexpr int FAR = std::numeric_limits<int>::max();

struct OutOfTime {};

// The number of glides that take a seat to each cell, if the others stood still and no ice broke.
std::vector<int> glides(const ice::Rink& rink, int seat) {
    const int size = rink.size();
    std::vector<int> needed(size * size, FAR);
    std::vector<ice::Cell> now{rink.skaters[seat].at}, then;
    for (int count = 1; !now.empty(); ++count, now.swap(then), then.clear()) {
        for (const ice::Cell from : now) {
            for (int way = 0; way < 9; ++way) {
                const int dx = way % 3 - 1, dy = way / 3 - 1;
                if (!dx && !dy) continue;
                for (ice::Cell at{from.x + dx, from.y + dy}; rink.free(at); at = {at.x + dx, at.y + dy}) {
                    int& known = needed[at.y * size + at.x];
                    if (known < count) break;
                    if (known == FAR) then.push_back(at);
                    known = count;
                }
            }
        }
    }
    return needed;
}

class Search {
public:
    explicit Search(const ice::Rink& rink) : me_(rink.me), until_(Clock::now() + TIME) {}

    ice::Cell best(const ice::Rink& rink) {
        auto moves = rink.moves(me_);
        std::vector<std::pair<double, ice::Move>> order;
        for (const ice::Move& move : moves) order.emplace_back(value(rink.after(move, me_)), move);
        auto better = [](const auto& a, const auto& b) { return a.first > b.first; };
        std::stable_sort(order.begin(), order.end(), better);
        try {
            for (int depth = 1; depth <= DEEPEST; ++depth) {
                auto deeper = order;
                double least = -1e9;
                for (auto& [worth, move] : deeper) {
                    worth = search(rink.after(move, me_), following(rink, me_), depth, least, 1e9);
                    least = std::max(least, worth);
                }
                std::stable_sort(deeper.begin(), deeper.end(), better);
                order = deeper;
            }
        } catch (const OutOfTime&) {
            // the order of the last depth that was finished
        }
        return order.front().second.to;
    }

private:
    int me_;
    Clock::time_point until_;

    static int following(const ice::Rink& rink, int seat) {
        return (seat + 1) % static_cast<int>(rink.skaters.size());
    }

    // Fish ahead of the best other seat, with those that are nearer to one seat than to the others.
    double value(const ice::Rink& rink) const {
        const int seats = static_cast<int>(rink.skaters.size());
        std::vector<double> fish;
        std::vector<std::vector<int>> needed;
        for (int seat = 0; seat < seats; ++seat) {
            fish.push_back(rink.skaters[seat].fish);
            needed.push_back(rink.skaters[seat].in ? glides(rink, seat) : std::vector<int>(rink.size() * rink.size(), FAR));
        }
        for (int place = 0; place < rink.size() * rink.size(); ++place) {
            int first = FAR, nearest = -1;
            for (int seat = 0; seat < seats; ++seat) {
                const int count = needed[seat][place];
                if (count < first) first = count, nearest = seat;
                else if (count == first) nearest = -1;
            }
            const char content = rink.rows[place / rink.size()][place % rink.size()];
            if (nearest >= 0 && content != ice::WATER) fish[nearest] += 0.6 * (content - '0') + 0.1;
        }
        double other = -1e9;
        for (int seat = 0; seat < seats; ++seat)
            if (seat != me_) other = std::max(other, fish[seat]);
        return fish[me_] - other;
    }

    // All other seats play against this bot.
    double search(const ice::Rink& rink, int seat, int depth, double least, double most) {
        if (Clock::now() > until_) throw OutOfTime();
        if (depth == 0) return value(rink);
        int asked = seat;
        std::vector<ice::Move> moves;
        for (std::size_t tries = 0; tries < rink.skaters.size(); ++tries, asked = following(rink, asked))
            if (rink.skaters[asked].in && !(moves = rink.moves(asked)).empty()) break;
        if (moves.empty()) return value(rink);
        std::stable_sort(moves.begin(), moves.end(), [](const auto& a, const auto& b) { return a.fish > b.fish; });
        for (const ice::Move& move : moves) {
            const double worth = search(rink.after(move, asked), following(rink, asked), depth - 1, least, most);
            if (asked == me_) least = std::max(least, worth);
            else most = std::min(most, worth);
            if (least >= most) break;
        }
        return asked == me_ ? least : most;
    }
};

}  // namespace

int main() {
    ice::play([](const ice::Rink& rink) { return Search(rink).best(rink); });
}

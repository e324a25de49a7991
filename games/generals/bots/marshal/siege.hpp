// Taking a capital whose place is known, and saving one's own.
#pragma once

#include <queue>

#include "gather.hpp"

namespace marshal {

// Easiest ways to one place from everywhere: steps, and units that stand against whoever comes.
class Ways {
public:
    // `mine`: it is I who come, and foes who stand in the way; otherwise the other way round.
    // Places more than `farthest` steps away are out of reach.
    Ways(const Outlook& outlook, int goal, bool mine, int farthest)
        : outlook_(outlook), mine_(mine), goal_(goal) {
        const State& state = outlook.state;
        steps_.assign(state.size, FAR);
        next_.assign(state.size, NEVER);
        std::vector<double> cost(state.size, 1e18);
        using Entry = std::pair<double, int>;
        std::priority_queue<Entry, std::vector<Entry>, std::greater<>> queue;
        cost[goal] = 0, steps_[goal] = 0;
        queue.push({0, goal});
        while (!queue.empty()) {
            auto [here_cost, here] = queue.top();
            queue.pop();
            if (here_cost > cost[here] || steps_[here] >= farthest) continue;
            double step = here == goal ? 1 : 1 + 0.15 * static_cast<double>(against(here)) + bog(here);
            for (int near : state.neighbours(here)) {
                if (!outlook.tiles[near].open || (mine && outlook.treasury(near))) continue;
                if (here_cost + step < cost[near]) {
                    cost[near] = here_cost + step;
                    steps_[near] = steps_[here] + 1;
                    next_[near] = here;
                    queue.push({cost[near], near});
                }
            }
        }
    }
    int steps(int place) const { return steps_[place]; }
    int next(int place) const { return next_[place]; }
    // The rest of an army that walked from `place` when it stands before the goal.
    Units arriving(int place, Units army) const {
        for (place = next_[place]; place != NEVER && place != goal_ && army > 0; place = next_[place])
            army = passing(place, army);
        return army;
    }

private:
    const Outlook& outlook_;
    bool mine_;
    int goal_;
    std::vector<int> steps_, next_;

    bool hostile(int place) const { return mine_ ? !outlook_.friendly(place) : !outlook_.foe(place); }
    Units against(int place) const {
        Units units = outlook_.tiles[place].units;
        return hostile(place) ? std::max<Units>(units, 0) : 0;
    }
    // A player who goes through a swamp keeps it and pays for it from then on.
    double bog(int place) const {
        return mine_ && outlook_.tiles[place].kind == game::SWAMP && !outlook_.mine(place) ? 8 : 0;
    }
    Units passing(int place, Units army) const {
        if (mine_) return outlook_.after(place, army);
        const Tile& tile = outlook_.tiles[place];
        return outlook_.foe(place) ? army + tile.units - 1 : army - std::max<Units>(tile.units, 0) - 1;
    }
};

struct Plan {
    std::vector<std::pair<int, int>> moves;
    int halves = FAR;  // until it is done
};

// Units that a capital or a city has `halves` half-turns from now.
inline Units grown(const Outlook& outlook, int place, int halves) {
    int from = outlook.state.half, to = from + halves;
    return outlook.tiles[place].units + to / game::TURN - from / game::TURN + to / game::ROUND - from / game::ROUND;
}

// The quickest way to take the place, with one army or with several brought together.
inline Plan conquer(const Outlook& outlook, int goal, int longest) {
    Ways ways(outlook, goal, true, longest);
    Units spare = outlook.tiles[goal].visible ? 0 : 3;
    Plan best;
    auto enough = [&](int place, Units army, int halves) {
        return ways.arriving(place, army) > grown(outlook, goal, halves) + spare;
    };
    auto led = [&](int place, std::vector<std::pair<int, int>> moves) {
        for (int at = place; at != goal; at = ways.next(at)) moves.push_back({at, ways.next(at)});
        best.halves = static_cast<int>(moves.size());
        best.moves = std::move(moves);
    };
    std::vector<int> musters;
    for (int place : outlook.own) {
        int steps = ways.steps(place);
        if (steps >= FAR || steps > longest) continue;
        if (steps < best.halves && enough(place, outlook.tiles[place].units - 1, steps)) led(place, {});
        musters.push_back(place);
    }
    std::sort(musters.begin(), musters.end(), [&](int a, int b) {
        return 2 * ways.steps(a) - outlook.tiles[a].units < 2 * ways.steps(b) - outlook.tiles[b].units;
    });
    if (musters.size() > 4) musters.resize(4);
    for (int muster : musters)
        for (int most = 1; most + ways.steps(muster) < std::min(best.halves, longest); most += 1 + most / 6) {
            auto gathering = gather(outlook, muster, most);
            int halves = static_cast<int>(gathering.moves.size()) + ways.steps(muster);
            Units army = outlook.tiles[muster].units - 1 + gathering.sum;
            if (halves < best.halves && enough(muster, army, halves)) led(muster, gathering.moves);
        }
    return best;
}

// An army that could take my capital.
struct Threat {
    int place = NEVER;
    int halves = FAR;   // until it arrives
    Units missing = 0;  // units by which the capital falls short
};

constexpr int FORGOTTEN = 6;  // half-turns after which an army is no longer where it was seen

inline Threat worst_threat(const Outlook& outlook, int farthest) {
    Threat worst;
    if (outlook.home() == NEVER || !outlook.contact) return worst;
    Ways ways(outlook, outlook.home(), false, farthest);
    for (const Enemy& enemy : outlook.enemies)
        for (int place : enemy.known) {
            int steps = ways.steps(place);
            Units army = outlook.tiles[place].units - 1;
            if (army < 2 || steps > farthest || outlook.tiles[place].age > FORGOTTEN) continue;
            Units missing = ways.arriving(place, army) - grown(outlook, outlook.home(), steps) + 1;
            if (missing > 0 && (worst.place == NEVER || steps < worst.halves)) worst = {place, steps, missing};
        }
    return worst;
}

}  // namespace marshal

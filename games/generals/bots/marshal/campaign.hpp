// One large army that looks for a capital: gathered at the front, then led where one may be.
#pragma once

#include "siege.hpp"

namespace marshal {

class Campaign {
public:
    static constexpr int REST = 12;       // half-turns between two of them
    static constexpr int GATHERING = 26;  // orders at most before it sets out
    static constexpr Units LEAST = 80;    // units worth it, and the share of all that it must be
    static constexpr double SHARE = 0.4;
    static constexpr int FARTHEST = 150;  // steps
    static constexpr Units SPENT = 5;     // with fewer it is over

    bool on() const { return army_ != NEVER; }

    // Begins where there is somebody to look for, and enough to do it with.
    void consider(const Outlook& outlook, int keep) {
        if (on() || !outlook.contact || outlook.state.half < rested_) return;
        int goal = destination(outlook, outlook.home());
        if (goal == NEVER) return;
        Ways ways(outlook, goal, true, FARTHEST);
        int root = NEVER;
        for (int place : outlook.own) {
            if (place == keep || ways.steps(place) >= FAR) continue;
            if (root == NEVER || score(outlook, ways, place) > score(outlook, ways, root)) root = place;
        }
        if (root == NEVER) return;
        auto found = gather(outlook, root, GATHERING, keep);
        Units sum = outlook.tiles[root].units - 1 + found.sum;
        if (sum < LEAST || static_cast<double>(sum) < SHARE * static_cast<double>(outlook.strength)) return;
        army_ = root;
        moves_ = found.moves;
    }

    // The next step of it; {NEVER, NEVER} once it is over.
    std::pair<int, int> step(const Outlook& outlook) {
        while (!moves_.empty()) {
            auto move = moves_.front();
            moves_.erase(moves_.begin());
            bool able = outlook.mine(move.first) && outlook.tiles[move.first].units > 1;
            if (able && outlook.mine(move.second)) return move;
        }
        if (!outlook.mine(army_) || outlook.tiles[army_].units < SPENT) return stop(outlook);
        int goal = destination(outlook, army_);
        if (goal == NEVER || goal == army_) return stop(outlook);
        Ways ways(outlook, goal, true, FARTHEST);
        int from = army_, next = ways.next(army_);
        if (next == NEVER || outlook.after(next, outlook.tiles[from].units - 1) < 0) return stop(outlook);
        army_ = next;
        return {from, next};
    }

private:
    int army_ = NEVER;
    int rested_ = 0;
    std::vector<std::pair<int, int>> moves_;

    std::pair<int, int> stop(const Outlook& outlook) {
        army_ = NEVER;
        moves_.clear();
        rested_ = outlook.state.half + REST;
        return {NEVER, NEVER};
    }
    static double score(const Outlook& outlook, const Ways& ways, int place) {
        return static_cast<double>(outlook.tiles[place].units) - 2.0 * ways.steps(place);
    }
    // A capital that is known, or the place round which there is most hope for the way to it.
    static int destination(const Outlook& outlook, int from) {
        const State& state = outlook.state;
        auto steps = state.distances({from});
        int best = NEVER;
        double most = 0;
        for (const Enemy& enemy : outlook.enemies)
            if (enemy.capital != NEVER && steps[enemy.capital] < FAR) {
                double value = 50.0 / (steps[enemy.capital] + 5);
                if (value > most) most = value, best = enemy.capital;
            }
        for (int place = 0; place < state.size; ++place) {
            if (outlook.hope[place] <= 0 || steps[place] >= FAR) continue;
            double sum = outlook.hope[place];
            for (int near : state.neighbours(place)) sum += outlook.hope[near];
            double value = sum / (steps[place] + 5);
            if (value > most) most = value, best = place;
        }
        return best;
    }
};

}  // namespace marshal

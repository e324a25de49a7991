// Chooses bombs one after the other: always the one that gains most for its price.
#pragma once

#include <algorithm>
#include <utility>
#include <vector>

#include "world.hpp"

class Planner {
public:
    // `foe[id]` are countries whose land can be taken in this round.  `guard[place]` is the expected
    // influence of the defence there, in bombs.
    Planner(const World& world, const vector<bool>& foe, const vector<double>& guard)
        : world_(world), target_(world.size), access_(world.size), influence_(world.size),
          need_(world.size), mark_(world.size), choice_(world.size) {
        for (int place = 0; place < world.size; ++place) {
            int owner = world.owner[place];
            access_[place] = owner == world.id;
            target_[place] = world.attack[place] > 0 && (owner == NOBODYS || (owner >= 0 && foe[owner]));
            if (!target_[place]) continue;
            long long held = owner >= 0 ? static_cast<long long>(guard[place] * UNIT) * world.defence[place] : 0;
            need_[place] = (held + world.limit) / world.attack[place] + 1;
        }
    }

    // The land that can be taken, and the part of it that the bombs so far would take.
    int targets() const { return static_cast<int>(std::count(target_.begin(), target_.end(), true)); }
    bool taken(int place) const { return target_[place] && access_[place]; }
    bool open(int place) const { return target_[place] && !access_[place]; }
    int gain() const {
        int count = 0;
        for (int place = 0; place < world_.size; ++place) count += taken(place);
        return count;
    }

    // Adds a bomb that does not depend on its gain.
    void add(int place, int size) {
        world_.around(place, [&](int at, int weight) {
            influence_[at] += static_cast<long long>(weight) * size;
        });
        conquer();
    }

    // Bombs for at most `money`, each of which gains at least `least` for each coin.
    vector<TMilitaryCommand> plan(int money, double least) {
        vector<TMilitaryCommand> bombs;
        for (int place = 0; place < world_.size; ++place) judge(place);
        while (static_cast<int>(bombs.size()) < MOST) {
            int best = best_of(money / world_.cost);
            if (best < 0 || choice_[best].ratio < least * world_.cost) break;
            int size = choice_[best].size;
            bombs.push_back({world_.position(best), size});
            money -= size * world_.cost;
            add(best, size);
            for (int place = 0; place < world_.size; ++place) {
                int x = std::abs(place % world_.cols - best % world_.cols);
                int y = std::abs(place / world_.cols - best / world_.cols);
                if (std::max(x, y) <= 2 * REACH + 1) judge(place);
            }
        }
        return bombs;
    }

private:
    struct Choice {
        int size = 0;
        double ratio = -1;
    };
    static constexpr int MOST = 150;
    static constexpr int LARGEST = 400;  // no single bomb is larger

    const World& world_;
    vector<bool> target_, access_;  // access_ grows with what is taken
    vector<long long> influence_, need_;
    vector<int> mark_;
    vector<Choice> choice_;
    int stamp_ = 0;

    double worth(int place) const {
        double land = 1 + 2 * world_.resource[place] + (world_.point[place] ? 20 : 0);
        return world_.owner[place] >= 0 ? 1.5 * land : land;
    }

    bool broken(int place) const { return influence_[place] >= need_[place]; }

    // Takes all broken cells that are connected to my land.
    void conquer() {
        vector<int> edge;
        for (int place = 0; place < world_.size; ++place)
            if (access_[place]) edge.push_back(place);
        for (std::size_t i = 0; i < edge.size(); ++i)
            world_.beside(edge[i], [&](int near) {
                if (!open(near) || !broken(near)) return;
                access_[near] = true;
                edge.push_back(near);
            });
    }

    int best_of(int most) {
        int best = -1;
        for (int place = 0; place < world_.size; ++place) {
            Choice& one = choice_[place];
            if (one.size > most) judge(place, most);
            if (one.ratio > 0 && (best < 0 || one.ratio > choice_[best].ratio)) best = place;
        }
        return best;
    }

    // The best size of a bomb at a place of mine.
    void judge(int place, int most = LARGEST) {
        choice_[place] = Choice{};
        if (!world_.mine(place)) return;
        vector<std::pair<int, int> > hits;  // size that breaks the cell, cell
        world_.around(place, [&](int at, int weight) {
            if (!open(at)) return;
            long long missing = std::max(need_[at] - influence_[at], 1LL);
            long long size = (missing + weight - 1) / weight;
            if (size <= std::min(most, LARGEST)) hits.push_back({static_cast<int>(size), at});
        });
        std::sort(hits.begin(), hits.end());
        stamp_ += 2;
        double total = 0;
        for (std::size_t i = 0; i < hits.size(); ++i) {
            mark_[hits[i].second] = stamp_;
            total += count(hits[i].second);
            if (i + 1 < hits.size() && hits[i + 1].first == hits[i].first) continue;
            double ratio = total / hits[i].first;
            if (ratio > choice_[place].ratio) choice_[place] = {hits[i].first, ratio};
        }
    }

    // The gain of a cell that breaks now, with the broken cells that it connects to my land.
    double count(int first) {
        bool reached = false;
        world_.beside(first, [&](int near) {
            reached = reached || access_[near] || mark_[near] == stamp_ + 1;
        });
        if (!reached) return 0;
        double total = 0;
        vector<int> edge = {first};
        mark_[first] = stamp_ + 1;
        for (std::size_t i = 0; i < edge.size(); ++i) {
            total += worth(edge[i]);
            world_.beside(edge[i], [&](int near) {
                if (mark_[near] != stamp_) return;
                mark_[near] = stamp_ + 1;
                edge.push_back(near);
            });
        }
        return total;
    }
};

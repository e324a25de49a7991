// The first round: when to leave the capital, and which ways to go, by playing it out many times.
#pragma once

#include <map>
#include <random>

#include "outlook.hpp"

namespace marshal {

using Step = std::pair<int, int>;  // from, to

// A schedule of steps for the half-turns up to the end of the first round.
class Opening {
public:
    static constexpr int END = game::ROUND;

    // The best of `trials` random ways to spread, from half-turn `from` on.
    Opening(const State& state, int trials) : state_(state), random_(1), taken_(state.size, 0) {
        for (int i = 0; i < trials; ++i) {
            double value = try_out();
            if (value > best_value_) best_value_ = value, best_ = steps_;
        }
    }

    // The step of a half-turn; {NEVER, NEVER}: wait.
    Step step(int half) const {
        return half < static_cast<int>(best_.size()) ? best_[half] : Step{NEVER, NEVER};
    }

private:
    const State& state_;
    std::mt19937 random_;
    std::vector<int> taken_;  // the number of the trial that took it
    std::vector<Step> steps_, best_;
    double best_value_ = -1;
    int trial_ = 0;

    bool free(int place) const {
        return taken_[place] != trial_ && state_.open(place) && state_.echo[place] == game::MAYBE_BLANK &&
               (!state_.visible(place) || (state_.owners[place] == 0 && state_.units[place] <= 0));
    }
    int draw(int count) { return static_cast<int>(random_() % static_cast<unsigned>(count)); }

    double try_out() {
        ++trial_;
        steps_.assign(END, {NEVER, NEVER});
        taken_[state_.capital] = trial_;
        int time = 0, sent = 0, land = 1, first = 9 + draw(6);
        while (time < END) {
            // The capital has one unit more after every second half-turn.
            int there = 1 + time / game::TURN - sent;
            int wanted = land == 1 ? first : std::max(2, std::min(2 + draw(6), 1 + (END - time) / 3));
            if (there < wanted) {
                ++time;
                continue;
            }
            int army = there - 1, took = 0;
            sent += army;
            int ended = walk(time, army, took);
            if (ended == time) break;
            land += took;
            time = ended;
        }
        return land + 0.01 * room();
    }
    // One army walks out of the capital and takes what it meets; the time when it is spent.
    int walk(int time, int army, int& took) {
        int here = state_.capital;
        while (army > 0 && time < END) {
            int next = leave(here);
            if (next == NEVER) {
                auto way = across(here);
                if (way.empty()) return time;
                for (std::size_t i = 1; i < way.size() && time < END; ++i) steps_[time++] = {way[i - 1], way[i]};
                here = way.back();
                if (taken_[here] != trial_) taken_[here] = trial_, --army, ++took;
                continue;
            }
            steps_[time++] = {here, next};
            taken_[next] = trial_;
            --army, ++took;
            here = next;
        }
        return time;
    }
    // A free neighbour: mostly one that leads away from home.
    int leave(int here) {
        int found[4], count = 0;
        for (int near : state_.neighbours(here))
            if (free(near)) found[count++] = near;
        if (count == 0) return NEVER;
        int pick = found[draw(count)];
        if (draw(3) > 0)
            for (int i = 0; i < count; ++i)
                if (far(found[i]) > far(pick)) pick = found[i];
        return pick;
    }
    int far(int place) const {
        return std::abs(state_.row(place) - state_.row(state_.capital)) +
               std::abs(state_.column(place) - state_.column(state_.capital));
    }
    // Over what is already taken to the nearest free tile; empty where there is none.
    std::vector<int> across(int here) {
        std::vector<int> edge = {here};
        std::map<int, int> before = {{here, here}};
        for (std::size_t i = 0; i < edge.size(); ++i) {
            auto near = state_.neighbours(edge[i]);
            std::shuffle(near.places.begin(), near.places.begin() + near.count, random_);
            for (int next : near) {
                if (before.count(next) || (!free(next) && taken_[next] != trial_)) continue;
                before[next] = edge[i];
                if (free(next)) {
                    std::vector<int> way = {next};
                    while (way.back() != here) way.push_back(before[way.back()]);
                    std::reverse(way.begin(), way.end());
                    return way;
                }
                edge.push_back(next);
            }
        }
        return {};
    }
    // Free tiles beside the land: where the next round can go on.
    int room() const {
        int count = 0;
        for (const Step& step : steps_)
            if (step.second != NEVER)
                for (int near : state_.neighbours(step.second)) count += free(near);
        return count;
    }
};

}  // namespace marshal

// The planner: plays its plans some turns ahead, and takes the one after which it stands best.
#pragma once

#include "outlook.hpp"

class Strategy {
public:
    explicit Strategy(const game::State& state) : state_(state), left_(WORK) {}

    std::vector<game::Order> choose() {
        if (state_.late()) return {};
        const plan::Battle now(state_);
        const int rest = state_.turns - state_.turn + 1;
        const plan::Outlook outlook(now, std::min(AHEAD, rest));
        // Battles are short: where there is one, a turn may cost more than its share.
        ration_ = std::min(left_, HUNGER * left_ / rest);
        wait(now);
        choose_stance(now, outlook);
        improve(now, outlook);
        left_ -= std::min(left_, spent_);
        spent_ = 0;
        std::vector<game::Order> orders;
        for (std::size_t i = 0; i < now.pieces.size(); ++i)
            if (now.pieces[i].side == 0)
                orders.push_back({now.pieces[i].place, outlook.shots()[i], goals_[i]});
        return orders;
    }

private:
    static constexpr long WORK = 6'000'000, HUNGER = 4;  // see Outlook::price
    static constexpr int AHEAD = 10;                     // turns
    static constexpr int SIGHT = 7;                      // from which on steps are weighed one by one
    static constexpr int PATIENCE = 30;                  // turns without a hit before we press on
    static constexpr int BOLD = 2;                       // the number of stances that press on
    static constexpr std::array<plan::Stance, 6> STANCES = {{
        {4, 1, 2, 0.4, 2},    // in line
        {3, 1, 9, 0.2, 1},    // at them
        {5, 1, 2, 1.5, 2},    // scattered
        {5, 6, 1, 0.8, 4},    // cannons first
        {7, 7, 1, 0.4, 8},    // just out of range
        {10, 10, 1, 0.0, 8},  // away
    }};

    const game::State& state_;
    long left_, ration_ = 0, spent_ = 0;
    int points_ = 0, idle_ = 0;
    std::vector<int> goals_;
    plan::Stance stance_{};
    double best_ = 0;

    // Count the turns in which nobody was hit.
    void wait(const plan::Battle& now) {
        int points = 0;
        for (const plan::Piece& piece : now.pieces) points += piece.hp;
        idle_ = points == points_ ? idle_ + 1 : 0;
        points_ = points;
    }

    void choose_stance(const plan::Battle& now, const plan::Outlook& outlook) {
        goals_.clear();
        const int count = idle_ > PATIENCE ? BOLD : static_cast<int>(STANCES.size());
        for (int i = 0; i < count; ++i) {
            plan::Stance stance = STANCES[i];
            // An army that waits for its last in a narrow way may stand in its own way.
            stance.line += std::max(0, idle_ - PATIENCE) / 4;
            consider(outlook, plan::March(now, 0, stance).goals(), stance);
        }
    }

    // Other steps of single pieces near the enemy.
    void improve(const plan::Battle& now, const plan::Outlook& outlook) {
        for (std::size_t i = 0; i < now.pieces.size(); ++i) {
            const plan::Piece& piece = now.pieces[i];
            if (piece.side || !threatened(now, piece.place)) continue;
            for (int goal : exits(now, piece.place)) {
                if (goal == goals_[i] || (goal != piece.place && chosen(goal))) continue;
                std::vector<int> other = goals_;
                other[i] = goal;
                if (!consider(outlook, std::move(other), stance_)) return;
            }
        }
    }

    static bool threatened(const plan::Battle& now, int place) {
        return std::any_of(now.pieces.begin(), now.pieces.end(), [&](const plan::Piece& other) {
            return other.side && game::distance(other.place, place) <= SIGHT;
        });
    }

    static std::vector<int> exits(const plan::Battle& now, int place) {
        std::vector<int> found = {place};
        for (int step : game::AROUND)
            if (now.empty(place + step)) found.push_back(place + step);
        return found;
    }

    bool chosen(int goal) const { return std::count(goals_.begin(), goals_.end(), goal) > 0; }

    // Take these goals if they are better than what we have; false once the ration is used up.
    bool consider(const plan::Outlook& outlook, std::vector<int> goals, const plan::Stance& stance) {
        if (goals_.empty() && ration_ == 0) {
            goals_ = std::move(goals);
            stance_ = stance;
            return false;
        }
        if (!goals_.empty() && spent_ + outlook.price() > ration_) return false;
        spent_ += outlook.price();
        const double worth = outlook.worth(goals, stance);
        if (goals_.empty() || worth > best_) {
            best_ = worth;
            goals_ = std::move(goals);
            stance_ = stance;
        }
        return true;
    }
};

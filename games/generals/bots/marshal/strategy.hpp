// Marshal: spreads by plan, brings its armies together, finds capitals and takes them.
#pragma once

#include <ctime>
#include <memory>

#include "campaign.hpp"
#include "opening.hpp"
#include "raid.hpp"
#include "siege.hpp"

class Strategy {
public:
    explicit Strategy(const game::State& state) : state_(state) {}

    // One order at a time: the picture changes with every half-turn.
    void choose(game::Operations& operations) {
        if (state_.capital == game::NEVER || !state_.queue.empty()) return;
        Outlook outlook(state_);
        auto [from, to] = decide(outlook);
        if (from != game::NEVER) operations.move(from, to);
    }

private:
    using Outlook = marshal::Outlook;
    using Step = marshal::Step;
    using Units = marshal::Units;
    static constexpr Step WAIT = {game::NEVER, game::NEVER};
    static constexpr int TRIALS = 1500;        // openings that are played out
    static constexpr int QUIET = 7;            // steps from home within which a foe ends the opening
    static constexpr int LONGEST_SIEGE = 60;   // half-turns
    static constexpr std::size_t SIEGES = 3;   // capitals that are thought of at a time
    static constexpr int ALARM = 16;           // steps from home at which an army is a threat
    static constexpr int WATCH = 14;           // the same for what stands at home and would like to go
    static constexpr int SLACK = 3;            // half-turns before it is too late to bring help home
    static constexpr int CAMPAIGNS = 200;      // the first half-turn of one
    static constexpr int RAID = 12, RAIDS = 80;  // steps of a raid, and ways that are followed at a time
    static constexpr int REVIEW = 4;           // half-turns after which a raid under way is thought over
    static constexpr double PATIENCE = 1.05;   // how much better a plan must be to wait for it
    static constexpr int THRIFT = 70;          // seconds of computing after which it thinks less

    const game::State& state_;
    std::unique_ptr<marshal::Opening> opening_;
    bool opening_over_ = false;
    marshal::Campaign campaign_;
    std::vector<Step> plan_;  // what is left of a gathering
    double promised_ = 0;     // the rate that it promised
    double raided_ = 0;       // the rate of the raid under way
    int review_ = 0;
    int keep_ = game::NEVER;  // the capital, while its army must stay

    Step decide(const Outlook& outlook) {
        auto threat = marshal::worst_threat(outlook, ALARM);
        auto kill = best_siege(outlook);
        if (!kill.moves.empty() && kill.halves <= threat.halves) return plan_.clear(), kill.moves.front();
        if (Step step = defend(outlook, threat); step != WAIT) return plan_.clear(), step;
        if (opening_on(outlook)) {
            Step step = opening_->step(state_.half);
            if (step == WAIT || able(step)) return step;
            opening_over_ = true;
        }
        // The army at home stays there while somebody near waits for it to leave.
        bool pinned = marshal::worst_threat(outlook.deserted(), WATCH).place != game::NEVER;
        keep_ = pinned ? outlook.home() : game::NEVER;
        if (state_.half >= CAMPAIGNS && !hurried()) campaign_.consider(outlook, keep_);
        if (campaign_.on())
            if (Step step = campaign_.step(outlook); step != WAIT) return step;
        return advance(outlook);
    }

    static bool hurried() { return std::clock() / CLOCKS_PER_SEC > THRIFT; }
    bool able(Step step) const {
        return state_.owners[step.first] == state_.player && state_.units[step.first] > 1;
    }

    bool opening_on(const Outlook& outlook) {
        bool alone = !outlook.contact || outlook.to_foe[outlook.home()] > QUIET;
        opening_over_ = opening_over_ || state_.half >= marshal::Opening::END || !alone;
        if (!opening_over_ && !opening_) opening_ = std::make_unique<marshal::Opening>(state_, TRIALS);
        return !opening_over_;
    }

    marshal::Plan best_siege(const Outlook& outlook) const {
        std::vector<int> capitals;
        for (const auto& enemy : outlook.enemies)
            if (enemy.capital != game::NEVER) capitals.push_back(enemy.capital);
        std::sort(capitals.begin(), capitals.end(),
                  [&](int a, int b) { return outlook.from_home[a] < outlook.from_home[b]; });
        if (capitals.size() > SIEGES) capitals.resize(SIEGES);
        marshal::Plan best;
        for (int capital : capitals) {
            auto plan = marshal::conquer(outlook, capital, LONGEST_SIEGE);
            if (plan.halves < best.halves) best = plan;
        }
        return best;
    }

    // Beats the army on its way, or brings enough home in time.  WAIT: there is time for other things.
    Step defend(const Outlook& outlook, const marshal::Threat& threat) const {
        if (threat.place == game::NEVER) return WAIT;
        int in_time = std::max(3, threat.halves - 1);
        auto strike = marshal::conquer(outlook, threat.place, std::max(2, threat.halves - 1));
        if (!strike.moves.empty() && strike.halves <= in_time) return strike.moves.front();
        marshal::Gathering relief;
        for (int most = 1; most < threat.halves && relief.sum < threat.missing; ++most)
            relief = marshal::gather(outlook, outlook.home(), most);
        int needed = static_cast<int>(relief.moves.size());
        if (relief.sum >= threat.missing && needed < threat.halves - SLACK) return WAIT;
        return relief.moves.empty() ? WAIT : relief.moves.front();
    }

    // Takes what is worth most by half-turn: at once, or with an army that is brought together first.
    Step advance(const Outlook& outlook) {
        marshal::Search search(outlook, marshal::Prices::at(outlook));
        std::vector<marshal::Search::Root> roots;
        for (int place : outlook.own)
            if (place != keep_) roots.push_back({place, outlook.tiles[place].units - 1});
        auto raid = search.find(roots, RAID, RAIDS);
        if (!plan_.empty()) {
            Step step = plan_.front();
            plan_.erase(plan_.begin());
            if (able(step) && raid.rate < 1.5 * promised_) return step;
            plan_.clear();
        }
        bool fades = raid.path.empty() || raid.rate < 0.85 * raided_;
        if ((fades || state_.half >= review_) && !hurried()) {
            review_ = state_.half + REVIEW;
            if (Step step = muster(outlook, search, raid.rate); step != WAIT) return step;
        }
        raided_ = raid.rate;
        return raid.path.size() > 1 ? Step{raid.path[0], raid.path[1]} : WAIT;
    }

    // The strongest armies, rather those near the enemy.
    static std::vector<int> strongest(const Outlook& outlook, std::size_t count) {
        auto places = outlook.own;
        auto rank = [&](int place) {
            double far = outlook.contact ? outlook.to_foe[place] : 0;
            return static_cast<double>(outlook.tiles[place].units) - 1.5 * far;
        };
        count = std::min(count, places.size());
        std::partial_sort(places.begin(), places.begin() + static_cast<std::ptrdiff_t>(count), places.end(),
                          [&](int a, int b) { return rank(a) > rank(b); });
        places.resize(count);
        return places;
    }

    // Brings armies together, or leads one far, where that promises more than what can be had at once.
    Step muster(const Outlook& outlook, const marshal::Search& search, double rate) {
        std::vector<Step> best;
        double best_rate = rate * PATIENCE;
        for (int place : strongest(outlook, 3)) {
            int longest = std::min(search.to_prize(place), 30) + 14;
            for (int most : {0, 4, 8, 13, 19, 26}) {
                auto gathering = marshal::gather(outlook, place, most, place == keep_ ? game::NEVER : keep_);
                if (gathering.moves.empty() != (most == 0)) continue;
                Units army = outlook.tiles[place].units - 1 + gathering.sum;
                int halves = static_cast<int>(gathering.moves.size());
                auto raid = search.find({{place, army}}, longest, 24, halves);
                if (raid.rate <= best_rate || raid.path.size() < 2) continue;
                best_rate = raid.rate;
                best = gathering.moves;
                if (best.empty()) best = {{raid.path[0], raid.path[1]}};
            }
        }
        if (best.empty()) return WAIT;
        promised_ = best_rate;
        Step step = best.front();
        plan_.assign(best.begin() + 1, best.end());
        return step;
    }
};

// Your AI.  Change `play`.
//
// This sample fetches missing keys from the machines, attacks players in its way, and escapes in
// the capsule.
#pragma once

#include <algorithm>

#include "client.hpp"

class AI : public game::Client {
public:
    using Client::Client;

    // One turn: one major action, and any number of minor ones.
    void play() override {
        const game::Pos here = get_my_pos();
        if (strike_near(here)) return;
        const std::vector<game::Pos> boxes = get_boxes(), goals = wanted();
        if (std::count(boxes.begin(), boxes.end(), here)) view_box("Box");
        else if (!std::count(goals.begin(), goals.end(), here)) walk(here, goals);
        else if (here == get_escape_pos()) interact("EscapeCapsule", true);
        else interact("KeyMachine");
    }

protected:
    // The capsule if no key is missing, else the machines of the missing keys.
    std::vector<game::Pos> wanted() const {
        const std::vector<int> keys = get_keys();
        if (keys.size() == 4) return {get_escape_pos()};
        std::vector<game::Pos> found;
        for (const auto& machine : game::MACHINES)
            if (!std::count(keys.begin(), keys.end(), machine.second)) found.push_back(machine.first);
        return found;
    }

    bool strike_near(game::Pos here) {
        const std::vector<game::Pos> near = get_neighbors(here);
        for (const game::Player& other : others()) {
            const game::Pos pos = get_other_pos(other.id);
            bool in_reach = pos == here || std::count(near.begin(), near.end(), pos) > 0;
            if (in_reach && pos.z == here.z) return attack(pos, other.id).success;
        }
        return false;
    }

    // One step along a shortest path.
    void walk(game::Pos here, const std::vector<game::Pos>& goals) {
        const std::map<game::Pos, int> far = game::distances(goals, get_round());
        game::Pos best = here;
        for (game::Pos pos : get_neighbors(here))
            if (far.count(pos) && (best == here || far.at(pos) < far.at(best))) best = pos;
        if (best != here) move(best);
    }
};

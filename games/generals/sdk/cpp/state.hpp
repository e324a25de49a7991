// Your team's view and memory of the game, updated from the referee's lines.
//
// A place is a number, x * width + y with row x and column y from 0.  owners, kinds and units are
// your team's view, exactly as the referee has it: out of view a tile is 0, 0, 0.  sight() also
// remembers tiles seen earlier.
#pragma once

#include <algorithm>
#include <array>
#include <cstdint>
#include <deque>
#include <set>
#include <stdexcept>
#include <string>
#include <vector>

#include "protocol.hpp"

namespace game {

constexpr int TURN = 2;    // half-turns after which owned cities and capitals gain a unit, swamps lose one
constexpr int ROUND = 50;  // half-turns after which every owned tile gains a unit
constexpr int NEVER = -1;
constexpr int FAR = 1 << 29;  // the distance of what cannot be reached
constexpr std::size_t MOST_OPERATIONS = 256;

// The kind of a tile.
enum Kind : std::uint8_t { HIDDEN = 0, MOUNTAIN = 1, CITY = 2, BLANK = 3, CAPITAL = 4, SWAMP = 5 };
// The fog echo of a tile.  It never changes, even if a capital becomes a city.
enum Fog : std::uint8_t { MAYBE_MOUNTAIN = 1, MAYBE_BLANK = 2, FOGGY_SWAMP = 3 };

// A tile as it was last seen, before half-turn `half` (NEVER: it was never in view).
struct Sight {
    int owner = 0, kind = HIDDEN;
    std::int64_t units = 0;
    int half = NEVER;
};

class State {
public:
    int player, players, width, height, halfturns;
    int team;                // yours
    int size;                // width * height
    std::vector<int> teams;  // teams[p - 1] is the team of player p
    std::vector<std::string> names;
    Modifiers modifiers;
    int half = 0;  // the half-turn that is played with your next answer
    std::vector<std::uint8_t> echo, owners, kinds;
    std::vector<std::int64_t> units;
    int capital = NEVER;       // your capital's place
    std::deque<Order> queue;   // your orders that wait, the oldest first
    std::vector<TeamRank> ranking;  // by team, empty under Silent War
    std::vector<std::string> messages;
    std::set<int> beaten;  // the players who are out

    explicit State(const Start& start)
        : player(start.player), players(start.players), width(start.width), height(start.height),
          halfturns(start.halfturns), team(start.teams.at(start.player - 1)),
          size(start.width * start.height), teams(start.teams), names(start.names),
          modifiers(start.modifiers), echo(start.echo), owners(size), kinds(size), units(size),
          memory_(size), neighbours_(size) {
        for (int place = 0; place < size; ++place) {
            int x = place / width, y = place % width;
            auto& near = neighbours_[place];
            if (x > 0) near.add(place - width);
            if (x < height - 1) near.add(place + width);
            if (y > 0) near.add(place - 1);
            if (y < width - 1) near.add(place + 1);
            put(place, start.owners.at(place), start.kinds.at(place), start.units.at(place));
        }
    }

    // The board.

    int place(int x, int y) const { return x * width + y; }
    int row(int place) const { return place / width; }
    int column(int place) const { return place % width; }

    // The two to four places next to another one.
    struct Neighbours {
        std::array<int, 4> places{};
        int count = 0;
        void add(int place) { places[count++] = place; }
        const int* begin() const { return places.data(); }
        const int* end() const { return places.data() + count; }
    };
    const Neighbours& neighbours(int place) const { return neighbours_[place]; }

    // Whether the owner is you or a player of your team.
    bool friendly(int owner) const { return owner != 0 && teams[owner - 1] == team; }
    bool enemy(int owner) const { return owner != 0 && teams[owner - 1] != team; }
    bool visible(int place) const { return kinds[place] != HIDDEN; }

    // The tile as it is, or as it was last seen.
    Sight sight(int place) const {
        if (visible(place)) return {owners[place], kinds[place], units[place], half};
        return memory_[place];
    }
    // Whether an army might walk there: blanks, swamps, capitals, and cities that were seen.
    bool open(int place) const {
        return echo[place] != MAYBE_MOUNTAIN || kinds[place] == CITY || memory_[place].kind == CITY;
    }
    // The units that must arrive to take the tile, as last seen; 0 for your team's tiles.
    std::int64_t cost(int place) const {
        Sight seen = sight(place);
        return friendly(seen.owner) ? 0 : std::max<std::int64_t>(seen.units, 0) + 1;
    }
    // Your places, those from which units can move, and those next to what is not your team's.
    std::vector<int> own() const {
        return chosen([&](int place) { return owners[place] == player; });
    }
    std::vector<int> armies() const {
        auto found = chosen([&](int place) { return owners[place] == player && units[place] > 1; });
        std::stable_sort(found.begin(), found.end(), [&](int a, int b) { return units[a] > units[b]; });
        return found;
    }
    std::vector<int> frontier() const {
        return chosen([&](int place) {
            if (owners[place] != player) return false;
            for (int near : neighbours(place))
                if (open(near) && !friendly(owners[near])) return true;
            return false;
        });
    }

    // Distances and paths.

    // Steps over open tiles from the nearest source to every place, FAR where there is no way.
    // `enter(place)` may close more of them.
    template <class Enter>
    std::vector<int> distances(const std::vector<int>& sources, Enter enter) const {
        std::vector<int> steps(size, FAR), edge = sources;
        for (int place : sources) steps[place] = 0;
        for (std::size_t i = 0; i < edge.size(); ++i)
            for (int near : neighbours(edge[i]))
                if (steps[near] == FAR && open(near) && enter(near)) {
                    steps[near] = steps[edge[i]] + 1;
                    edge.push_back(near);
                }
        return steps;
    }
    std::vector<int> distances(const std::vector<int>& sources) const {
        return distances(sources, [](int) { return true; });
    }
    // The places from `source` to the nearest wanted one, both included; empty without one.  Cities
    // that are not your team's are only entered as the goal.
    template <class Wanted>
    std::vector<int> path(int source, Wanted wanted) const {
        std::vector<int> before(size, NEVER), edge = {source};
        before[source] = source;
        for (std::size_t i = 0; i < edge.size(); ++i) {
            int here = edge[i];
            if (here != source && wanted(here)) return way_back(before, here);
            if (here != source && kinds[here] == CITY && !friendly(owners[here])) continue;
            for (int near : neighbours(here))
                if (before[near] == NEVER && open(near)) {
                    before[near] = here;
                    edge.push_back(near);
                }
        }
        return {};
    }

    // Updates.

    // Applies a line of the referee: natural growth, then all other changes.
    void update(const Turn& turn) {
        half = turn.half;
        if (half > 0) {
            grow();
            if (!queue.empty()) queue.pop_front();
        }
        if (turn.dropped) queue.clear();
        for (const Diff& diff : turn.diffs)
            put(place(diff.x, diff.y), diff.owner, diff.kind, diff.units);
        ranking = turn.ranking;
        messages = turn.messages;
        beaten.insert(turn.beaten.begin(), turn.beaten.end());
    }

private:
    std::vector<Sight> memory_;
    std::vector<Neighbours> neighbours_;

    template <class Choose>
    std::vector<int> chosen(Choose choose) const {
        std::vector<int> found;
        for (int place = 0; place < size; ++place)
            if (choose(place)) found.push_back(place);
        return found;
    }
    static std::vector<int> way_back(const std::vector<int>& before, int place) {
        std::vector<int> way = {place};
        while (before[place] != place) way.push_back(place = before[place]);
        std::reverse(way.begin(), way.end());
        return way;
    }
    // Natural growth, when `half` half-turns are over.
    void grow() {
        if (half % TURN != 0) return;
        bool everywhere = half % ROUND == 0;
        for (int at = 0; at < size; ++at) {
            if (owners[at] == 0) continue;
            if (kinds[at] == CITY || kinds[at] == CAPITAL) ++units[at];
            if (kinds[at] == SWAMP) --units[at];
            if (everywhere) ++units[at];
        }
    }
    void put(int at, int owner, int kind, std::int64_t count) {
        if (kind == HIDDEN && visible(at)) memory_[at] = {owners[at], kinds[at], units[at], half - 1};
        owners[at] = static_cast<std::uint8_t>(owner);
        kinds[at] = static_cast<std::uint8_t>(kind);
        units[at] = count;
        if (kind == CAPITAL && owner == player) capital = at;
    }
};

// Your answer for one half-turn.  Each operation also updates State::queue.
class Operations {
public:
    explicit Operations(State& state) : state_(state) {}

    // Appends an order to your queue.  The two places must be neighbours.
    void move(int source, int target, bool half = false) {
        const auto& near = state_.neighbours(source);
        if (std::find(near.begin(), near.end(), target) == near.end())
            throw std::invalid_argument("the target of a move is not next to its source");
        int step = target - source;
        char letter = step == -state_.width ? 'U' : step == state_.width ? 'D' : step < 0 ? 'L' : 'R';
        int x = state_.row(source), y = state_.column(source);
        add("[\"move\"," + std::to_string(x) + "," + std::to_string(y) + ",\"" + letter + "\"" +
            (half ? ",true]" : "]"));
        state_.queue.push_back({x, y, letter, half});
    }
    // Appends orders that move all units along a path of neighbouring places.
    void walk(const std::vector<int>& path) {
        for (std::size_t i = 1; i < path.size(); ++i) move(path[i - 1], path[i]);
    }
    // Takes back all orders that wait, or the newest one.
    void clear() {
        add("[\"clear\"]");
        state_.queue.clear();
    }
    void undo() {
        add("[\"undo\"]");
        if (!state_.queue.empty()) state_.queue.pop_back();
    }
    const std::vector<std::string>& lines() const { return lines_; }

private:
    State& state_;
    std::vector<std::string> lines_;

    void add(std::string operation) {
        if (lines_.size() >= MOST_OPERATIONS) throw std::length_error("an answer has at most 256 operations");
        lines_.push_back(std::move(operation));
    }
};

}  // namespace game

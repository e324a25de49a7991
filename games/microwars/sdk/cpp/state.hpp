// The board, the units on it, and the rules.
#pragma once

#include <algorithm>
#include <array>
#include <cstdlib>
#include <ctime>
#include <string>
#include <vector>

namespace game {

// Places are numbers: neighbours are at fixed distances, and around the board there is a border
// that nobody enters and of which nothing has to be checked.
constexpr int SHIFT = 5, PLACES = 1 << 2 * SHIFT;
constexpr int place(int x, int y) { return x << SHIFT | y; }
constexpr int column(int place) { return place >> SHIFT; }
constexpr int row(int place) { return place & ((1 << SHIFT) - 1); }
constexpr std::array<int, 8> AROUND = {-33, -32, -31, -1, 1, 31, 32, 33};

enum Kind { TANK, CANNON };
constexpr std::array<int, 2> REACH = {1, 4};  // how far a target may lie, in all eight directions
constexpr std::array<int, 2> BLAST = {0, 1};  // how far around its target a shot hits
constexpr int POWER = 1;                      // points that one hit takes

constexpr int NOBODY = -1;

// Fields between two places; a diagonal step is as long as a straight one.
inline int distance(int one, int other) {
    return std::max(std::abs(column(one) - column(other)), std::abs(row(one) - row(other)));
}

// hp are the points that a unit has left.  Your own units have a number that they keep for the
// whole game, the one that replays have; the enemy's have NOBODY.
struct Unit {
    int place;
    Kind kind;
    int hp;
    bool mine;
    int number = NOBODY;

    // Whether it may shoot at this place, which is one of the board.
    bool reaches(int target) const { return distance(place, target) <= REACH[kind]; }
};

// The unit on `unit` shoots at `shot`, or not at all where that is 0, and chooses to move to
// `move`, or stays where that is its own place.  All three are places.
struct Order {
    int unit, shot, move;
};

// The beginning of a turn, field by field, as it was sent.
struct Told {
    int x, y, what, hp;
};

// The board at the start of the turn that you answer for.
class State {
public:
    int width, height, turns;
    int turn = 0;             // from 1 to turns
    std::vector<Unit> units;  // by place
    int won = 0, lost = 0;    // the enemies destroyed, and your own units lost

    State(int width, int height, int turns) : width(width), height(height), turns(turns) {
        at_.fill(NOBODY);
        open_.fill(false);
    }

    // Whether this is a field of the board.
    bool inside(int x, int y) const { return 1 <= x && x <= width && 1 <= y && y <= height; }
    bool inside(int place) const { return inside(column(place), row(place)); }
    // Whether units can ever stand there.
    bool available(int place) const { return open_[place]; }
    // Whether a unit beside it may choose to move there: available, and nobody is there now.
    bool empty(int place) const { return open_[place] && at_[place] == NOBODY; }
    // The unit that stands there; null for nobody.
    const Unit* at(int place) const { return at_[place] == NOBODY ? nullptr : &units[at_[place]]; }

    // The places that a unit may choose to move to; its own is not among them.
    std::vector<int> steps(const Unit& unit) const {
        std::vector<int> found;
        for (int step : AROUND)
            if (empty(unit.place + step)) found.push_back(unit.place + step);
        return found;
    }

    // The places at most `radius` away that are on the board; the place itself is one of them.
    std::vector<int> around(int place, int radius) const {
        std::vector<int> found;
        const int x = column(place), y = row(place);
        for (int i = std::max(1, x - radius); i <= std::min(width, x + radius); ++i)
            for (int j = std::max(1, y - radius); j <= std::min(height, y + radius); ++j)
                found.push_back(game::place(i, j));
        return found;
    }

    // The places that a unit may shoot at.
    std::vector<int> targets(const Unit& unit) const { return around(unit.place, REACH[unit.kind]); }

    // Why an order of yours would lose the game; empty where it is allowed.
    std::string refusal(const Order& order) const {
        auto known = [](int place) { return 0 <= place && place < PLACES; };
        if (!known(order.unit) || !known(order.shot) || !known(order.move)) return "no place at all";
        const Unit* unit = at(order.unit);
        if (!unit || !unit->mine) return "no unit of yours stands there";
        if (order.shot) {
            if (!inside(order.shot)) return "the target is not on the board";
            if (!unit->reaches(order.shot)) return "the target is out of range";
        }
        if (order.move == order.unit) return "";
        if (distance(order.unit, order.move) > 1) return "the field to move to is no neighbour";
        return empty(order.move) ? "" : "the field to move to is not empty";
    }

    // Play one turn of allowed orders of both sides: for looking ahead in a copy.
    void play(const std::vector<Order>& orders) {
        std::array<int, PLACES> hits{}, chosen{};
        std::vector<int> goals(units.size());
        for (std::size_t i = 0; i < units.size(); ++i) goals[i] = units[i].place;
        for (const Order& order : orders) {
            if (order.shot)
                for (int hit : around(order.shot, BLAST[at(order.unit)->kind])) hits[hit] += POWER;
            if (order.move != order.unit) {
                goals[at_[order.unit]] = order.move;
                ++chosen[order.move];
            }
        }
        std::vector<Unit> after;
        for (std::size_t i = 0; i < units.size(); ++i) {
            Unit unit = units[i];
            unit.hp -= hits[unit.place];
            if (chosen[goals[i]] <= 1) unit.place = goals[i];
            if (unit.hp > 0)
                after.push_back(unit);
            else
                ++(unit.mine ? lost : won);
        }
        set(std::move(after));
        ++turn;
    }

    // Steps to the nearest of these places, by place, over available fields as if nobody stood
    // there; -1 where there is no way.
    std::array<int, PLACES> distances(const std::vector<int>& goals) const {
        std::array<int, PLACES> found;
        found.fill(-1);
        std::vector<int> queue;
        for (int goal : goals)
            if (found[goal] < 0) found[goal] = 0, queue.push_back(goal);
        for (std::size_t i = 0; i < queue.size(); ++i)
            for (int step : AROUND) {
                int near = queue[i] + step;
                if (near >= 0 && near < PLACES && open_[near] && found[near] < 0) {
                    found[near] = found[queue[i]] + 1;
                    queue.push_back(near);
                }
            }
        return found;
    }

    // Seconds of computing time that your program has used; ten are lost.
    static double spent() { return static_cast<double>(std::clock()) / CLOCKS_PER_SEC; }

    // Whether a larger part of `seconds` than of the turns is over: time to think less.
    bool late(double seconds = 7) const {
        return spent() > GRACE + (seconds - GRACE) * turn / turns;
    }

    // For the main loop: you need not call these.

    // Take in the fields of a turn, in whatever order they come.
    void update(const std::vector<Told>& fields) {
        ++turn;
        std::vector<Unit> now;
        for (const Told& field : fields) {
            const int where = game::place(field.x, field.y);
            if (turn == 1) open_[where] = field.what != 1;
            if (field.what < 2) continue;
            const bool mine = field.what < 4;
            now.push_back({where, static_cast<Kind>(field.what - (mine ? 2 : 4)), field.hp, mine});
        }
        const std::vector<Unit> before = units;
        set(std::move(now));
        number(before);
        const auto own = std::count_if(units.begin(), units.end(), [](auto& u) { return u.mine; });
        const int mine = static_cast<int>(own), theirs = static_cast<int>(units.size()) - mine;
        if (turn == 1) mine_ = mine, theirs_ = theirs;
        won = theirs_ - theirs;
        lost = mine_ - mine;
    }

    // Remember the orders of this turn: they tell next turn's units apart.
    void sent(std::vector<Order> orders) { given_ = std::move(orders); }

private:
    static constexpr double GRACE = 1;  // seconds that starting may cost

    std::array<int, PLACES> at_;  // the index of the unit, or NOBODY
    std::array<bool, PLACES> open_;
    std::vector<Order> given_;
    int mine_ = 0, theirs_ = 0;

    void set(std::vector<Unit> now) {
        for (const Unit& unit : units) at_[unit.place] = NOBODY;
        units = std::move(now);
        std::sort(units.begin(), units.end(), [](auto& a, auto& b) { return a.place < b.place; });
        for (std::size_t i = 0; i < units.size(); ++i) at_[units[i].place] = static_cast<int>(i);
    }

    // Give own units the numbers that they had.  A unit stands where it was or where it wanted to
    // go.  No other unit can have come to either field: the one was taken, and on the other nobody
    // arrives whom it did not stop.
    void number(const std::vector<Unit>& before) {
        if (turn == 1)
            for (Unit& unit : units)
                if (unit.mine) unit.number = at_[unit.place];
        std::array<int, PLACES> goal{};
        for (const Order& order : given_) goal[order.unit] = order.move;
        for (const Unit& old : before) {
            if (!old.mine) continue;
            for (int where : {old.place, goal[old.place]}) {
                if (at_[where] == NOBODY) continue;
                Unit& unit = units[at_[where]];
                if (!unit.mine || unit.number != NOBODY) continue;
                unit.number = old.number;
                break;
            }
        }
    }
};

}  // namespace game

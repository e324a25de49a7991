// The types of your knowledge, as in the manual.  Changing them does not change the game.
#pragma once

#include <array>
#include <stdexcept>
#include <string>
#include <tuple>
#include <vector>

namespace game {

// A place, as on the wire: in drawings x grows upwards and y to the right.  z is the layer; layer 0
// is the top one.
struct Pos {
    int x = -1, y = -1, z = -1;
};
inline constexpr bool operator==(Pos a, Pos b) { return a.x == b.x && a.y == b.y && a.z == b.z; }
inline constexpr bool operator!=(Pos a, Pos b) { return !(a == b); }
inline bool operator<(Pos a, Pos b) { return std::tie(a.x, a.y, a.z) < std::tie(b.x, b.y, b.z); }

// The place of a player whom you do not see.
inline constexpr Pos NOWHERE{-1, -1, -1};
// The hit points of a player whom you do not see.
inline constexpr int UNKNOWN = -1;

inline constexpr int PLAYERS = 4;
// Hit points at the start and after a return, and their maximum.
inline constexpr int FULL = 200;
inline constexpr int HIT = 70;
inline constexpr int MINE_HURTS = 120;
inline constexpr int KIT_HEALS = 100;
// Rounds until a return: a player who dies in round d is back in round d + 5.
inline constexpr int AWAY = 5;
// A player who dies after this round is out for good.
inline constexpr int LAST_CLOSING = 80;
inline constexpr int ROUNDS = 100;
inline constexpr int DETECT_RESTS = 5;

// The status of a player; the values are the numbers on the wire.
enum class Status {
    Alive = 0,
    Dead = 1,
    Escaped = 2,
    Skipping = 3,   // caught in slime: this turn is over, and the next one is skipped
    Countdown = 4,  // in the capsule, which counts down
    Error = 5,      // the program has failed
};

// A place.  `interprops` can have Box, Materials, KeyMachine, EscapeCapsule and Elevator; `player`
// has the numbers of the players who stand there, including you.
struct Node {
    Pos pos;
    std::vector<std::string> interprops;
    std::vector<int> player;
};

// A passage or a lift; both lead in both directions.
struct Edge {
    Pos stpos, edpos;
};

// A bag: per kind of trap {in the bag, placed} and the places of placed traps, oldest first, and the
// numbers of kits and blinks.
struct Tool {
    std::array<int, 2> landmine_number{};
    std::vector<Pos> landmine_pos;
    std::array<int, 2> sticky_number{};
    std::vector<Pos> sticky_pos;
    int kit = 0, transport = 0;

    // The number of an item in the bag, by its name on the wire; std::out_of_range for other names.
    int count(const std::string& kind) const {
        if (kind == "LandMine") return landmine_number[0];
        if (kind == "Sticky") return sticky_number[0];
        if (kind == "Kit") return kit;
        if (kind == "Transport") return transport;
        throw std::out_of_range("there is no item " + kind);
    }
    // The maximum of an item in the bag, not counting placed traps; 0 for other names.
    static int most(const std::string& kind) {
        if (kind == "LandMine" || kind == "Sticky") return 3;
        return kind == "Kit" || kind == "Transport" ? 2 : 0;
    }
};

// A player.  Of others, you know place and hit points only on your own layer, and never the tools.
struct Player {
    int id = 0;
    Pos pos;
    Status status = Status::Alive;
    int hp = FULL;
    std::vector<int> keys;
    Tool tools;

    // Whether this player stands somewhere in the station.
    bool up() const {
        return status == Status::Alive || status == Status::Skipping || status == Status::Countdown;
    }
};

// Your layer: its places, open passages and lifts, including lifts to other layers.
struct View {
    std::vector<Node> self_nodes;
    std::vector<Edge> self_edges;
};

// The referee's reply to an action.  A refused action changes nothing.
struct Reply {
    bool success = false;
    bool has_trap = false;  // of a detection

    explicit operator bool() const { return success; }
};

}  // namespace game

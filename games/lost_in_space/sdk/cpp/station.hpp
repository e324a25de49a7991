// The station, which never changes: places, passages, lifts, machines, material points, zones.
#pragma once

#include <algorithm>
#include <map>
#include <queue>
#include <set>
#include <string>
#include <vector>

#include "definition.hpp"

namespace game {

inline constexpr Pos NODES[] = {
    {1, 2, 0}, {1, 3, 0}, {1, 4, 0}, {2, 1, 0}, {2, 2, 0}, {2, 4, 0}, {2, 5, 0}, {3, 0, 0},
    {3, 1, 0}, {3, 2, 0}, {3, 3, 0}, {3, 4, 0}, {3, 5, 0}, {3, 6, 0}, {4, 1, 0}, {4, 2, 0},
    {4, 4, 0}, {4, 5, 0}, {5, 2, 0}, {5, 3, 0}, {5, 4, 0},
    {0, 0, 1}, {0, 1, 1}, {0, 2, 1}, {0, 3, 1}, {0, 4, 1}, {0, 5, 1}, {0, 6, 1}, {1, 0, 1},
    {1, 1, 1}, {1, 2, 1}, {1, 3, 1}, {1, 4, 1}, {1, 5, 1}, {1, 6, 1}, {2, 1, 1}, {2, 2, 1},
    {2, 3, 1}, {2, 4, 1}, {2, 5, 1}, {3, 1, 1}, {3, 2, 1}, {3, 4, 1}, {3, 5, 1}, {4, 1, 1},
    {4, 2, 1}, {4, 3, 1}, {4, 4, 1}, {4, 5, 1}, {5, 0, 1}, {5, 1, 1}, {5, 2, 1}, {5, 3, 1},
    {5, 4, 1}, {5, 5, 1}, {5, 6, 1}, {6, 0, 1}, {6, 1, 1}, {6, 2, 1}, {6, 3, 1}, {6, 4, 1},
    {6, 5, 1}, {6, 6, 1},
    {0, 0, 2}, {0, 1, 2}, {0, 2, 2}, {0, 3, 2}, {0, 4, 2}, {0, 5, 2}, {0, 6, 2}, {1, 0, 2},
    {1, 1, 2}, {1, 2, 2}, {1, 3, 2}, {1, 4, 2}, {1, 5, 2}, {1, 6, 2}, {2, 0, 2}, {2, 1, 2},
    {2, 2, 2}, {2, 3, 2}, {2, 4, 2}, {2, 5, 2}, {2, 6, 2}, {3, 0, 2}, {3, 2, 2}, {3, 3, 2},
    {3, 4, 2}, {3, 6, 2}, {4, 0, 2}, {4, 1, 2}, {4, 2, 2}, {4, 3, 2}, {4, 4, 2}, {4, 5, 2},
    {4, 6, 2}, {5, 0, 2}, {5, 1, 2}, {5, 2, 2}, {5, 3, 2}, {5, 4, 2}, {5, 5, 2}, {5, 6, 2},
    {6, 0, 2}, {6, 1, 2}, {6, 2, 2}, {6, 3, 2}, {6, 4, 2}, {6, 5, 2}, {6, 6, 2},
};
// Passages, by the numbers of their two ends among the places.
inline constexpr int EDGES[][2] = {
    {0, 1}, {0, 3}, {1, 2}, {1, 4}, {1, 5}, {2, 6}, {3, 8}, {4, 10}, {5, 10}, {6, 12}, {7, 8},
    {8, 9}, {8, 14}, {9, 10}, {10, 11}, {10, 15}, {10, 16}, {11, 12}, {12, 13}, {12, 17}, {14, 18},
    {15, 19}, {16, 19}, {17, 20}, {18, 19}, {19, 20}, {21, 22}, {21, 28}, {22, 23}, {22, 29},
    {23, 24}, {24, 25}, {24, 31}, {25, 26}, {26, 27}, {26, 33}, {27, 34}, {28, 29}, {29, 30},
    {29, 35}, {29, 36}, {30, 31}, {31, 32}, {31, 36}, {31, 38}, {32, 33}, {33, 34}, {33, 38},
    {33, 39}, {35, 40}, {36, 37}, {36, 41}, {37, 38}, {38, 42}, {39, 43}, {40, 44}, {41, 45},
    {42, 47}, {43, 48}, {44, 50}, {45, 46}, {45, 50}, {45, 52}, {46, 47}, {47, 52}, {47, 54},
    {48, 54}, {49, 50}, {49, 56}, {50, 51}, {50, 57}, {51, 52}, {52, 53}, {52, 59}, {53, 54},
    {54, 55}, {54, 61}, {55, 62}, {56, 57}, {57, 58}, {58, 59}, {59, 60}, {60, 61}, {61, 62},
    {63, 64}, {63, 70}, {63, 71}, {64, 72}, {65, 66}, {65, 71}, {66, 67}, {66, 72}, {66, 73},
    {66, 74}, {67, 75}, {68, 69}, {68, 74}, {69, 75}, {69, 76}, {70, 78}, {71, 77}, {71, 79},
    {72, 78}, {73, 80}, {74, 82}, {75, 81}, {75, 83}, {76, 82}, {77, 84}, {78, 84}, {79, 86},
    {80, 85}, {80, 87}, {81, 86}, {82, 88}, {83, 88}, {84, 89}, {84, 90}, {85, 92}, {86, 91},
    {86, 93}, {87, 92}, {88, 94}, {88, 95}, {89, 97}, {90, 96}, {90, 98}, {91, 97}, {92, 99},
    {93, 101}, {94, 100}, {94, 102}, {95, 101}, {96, 103}, {97, 103}, {97, 105}, {98, 104},
    {98, 106}, {99, 106}, {100, 106}, {100, 108}, {101, 107}, {101, 109}, {102, 109}, {103, 104},
    {105, 106}, {106, 107}, {108, 109},
};
// Lifts, by their stops.
inline const std::vector<std::vector<Pos>> LIFTS = {
    {{3, 0, 0}, {3, 0, 2}},
    {{5, 3, 0}, {5, 3, 1}, {5, 3, 2}},
    {{3, 6, 0}, {3, 6, 2}},
    {{1, 3, 0}, {1, 3, 1}, {1, 3, 2}},
};
inline const std::vector<Pos> MATERIALS = {
    {0, 3, 1}, {3, 2, 1}, {3, 4, 1}, {6, 3, 1}, {0, 3, 2}, {2, 2, 2}, {2, 4, 2}, {3, 2, 2},
    {3, 4, 2}, {4, 2, 2}, {4, 4, 2}, {6, 3, 2},
};
// For every place with a machine, the key that the machine makes.
inline const std::map<Pos, int> MACHINES = {
    {{0, 0, 1}, 0}, {{6, 0, 1}, 1}, {{6, 6, 1}, 2}, {{0, 6, 1}, 3}, {{0, 0, 2}, 0}, {{6, 0, 2}, 1},
    {{6, 6, 2}, 2}, {{0, 6, 2}, 3},
};
inline const std::vector<Pos> SPAWNS = {{0, 0, 1}, {6, 0, 1}, {6, 6, 1}, {0, 6, 1}};
inline constexpr Pos CAPSULE{3, 3, 0};

// Places that close at the end of round `closes`, which kills all players inside.
struct Zone {
    std::string title;
    int closes;
    std::vector<Pos> nodes;
};
// The zones in the order in which they close.
inline const std::vector<Zone> ZONES = {
    {"Warehouse",
     40,
     {{2, 2, 1}, {2, 3, 1}, {2, 4, 1}, {3, 2, 1}, {3, 4, 1}, {4, 2, 1}, {4, 3, 1}, {4, 4, 1}}},
    {"Ventilation",
     50,
     {{1, 2, 2}, {1, 4, 2}, {2, 1, 2}, {2, 5, 2}, {4, 1, 2}, {4, 5, 2}, {5, 2, 2}, {5, 4, 2}}},
    {"Central host",
     60,
     {{2, 2, 0}, {2, 4, 0}, {4, 2, 0}, {4, 4, 0}}},
    {"Medical bay",
     70,
     {{0, 2, 1}, {0, 3, 1}, {0, 4, 1}, {6, 2, 1}, {6, 3, 1}, {6, 4, 1}}},
    {"Hangar",
     80,
     {{2, 3, 2}, {3, 2, 2}, {3, 3, 2}, {3, 4, 2}, {4, 3, 2}}},
};

inline std::map<Pos, std::vector<Pos>> read_passages() {
    std::map<Pos, std::vector<Pos>> found;
    for (Pos node : NODES) found[node];
    for (const auto& edge : EDGES) {
        found[NODES[edge[0]]].push_back(NODES[edge[1]]);
        found[NODES[edge[1]]].push_back(NODES[edge[0]]);
    }
    for (auto& each : found) std::sort(each.second.begin(), each.second.end());
    return found;
}
inline std::map<Pos, std::vector<Pos>> read_stops() {
    std::map<Pos, std::vector<Pos>> found;
    for (const auto& shaft : LIFTS)
        for (Pos stop : shaft)
            for (Pos other : shaft)
                if (other != stop) found[stop].push_back(other);
    return found;
}
inline std::map<Pos, int> read_closes() {
    std::map<Pos, int> found;
    for (const Zone& zone : ZONES)
        for (Pos pos : zone.nodes) found[pos] = zone.closes;
    return found;
}

// For every place, the places one passage away, which are all on the same layer.
inline const std::map<Pos, std::vector<Pos>> PASSAGES = read_passages();
// For every place with a lift, the other stops of the lift.
inline const std::map<Pos, std::vector<Pos>> STOPS = read_stops();
// The last open round of each place in a zone.  Places outside the zones are missing.
inline const std::map<Pos, int> CLOSES = read_closes();

inline bool is_material_point(Pos pos) {
    return std::count(MATERIALS.begin(), MATERIALS.end(), pos) > 0;
}

// Whether a place is open in round `now`.
inline bool is_open(Pos pos, int now) {
    auto closes = CLOSES.find(pos);
    return PASSAGES.count(pos) > 0 && (closes == CLOSES.end() || now <= closes->second);
}

// Open places one passage away: the targets of attacks, detection and blinks.
inline std::vector<Pos> passages(Pos pos, int now) {
    std::vector<Pos> found;
    auto near = PASSAGES.find(pos);
    if (near == PASSAGES.end()) return found;
    for (Pos to : near->second)
        if (is_open(to, now)) found.push_back(to);
    return found;
}

// Open places one move away, by passage or by lift.
inline std::vector<Pos> ways(Pos pos, int now) {
    std::vector<Pos> found = passages(pos, now);
    auto stops = STOPS.find(pos);
    if (stops == STOPS.end()) return found;
    for (Pos to : stops->second)
        if (is_open(to, now)) found.push_back(to);
    return found;
}

// Moves from every place to the nearest goal, through places that are open in round `now`.  Paths do
// not lead through `avoid`.  Places without a path are left out.
inline std::map<Pos, int> distances(const std::vector<Pos>& goals, int now,
                                    const std::set<Pos>& avoid = {}) {
    std::map<Pos, int> found;
    std::queue<Pos> queue;
    auto reach = [&](Pos pos, int moves) {
        if (found.emplace(pos, moves).second) queue.push(pos);
    };
    for (Pos goal : goals)
        if (is_open(goal, now)) reach(goal, 0);
    for (; !queue.empty(); queue.pop())
        for (Pos near : ways(queue.front(), now))
            if (avoid.count(near) == 0) reach(near, found.at(queue.front()) + 1);
    return found;
}

}  // namespace game

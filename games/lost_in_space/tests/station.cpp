// Writes what the kit knows of the station and of the rules, as JSON.

#include <iostream>

#include "station.hpp"

using namespace game;

static std::ostream& operator<<(std::ostream& out, Pos pos) {
    return out << "[" << pos.x << "," << pos.y << "," << pos.z << "]";
}

template <class List, class Write>
static void list(const char* name, const List& values, Write write) {
    std::cout << "\"" << name << "\":[";
    bool first = true;
    for (const auto& each : values) {
        if (!first) std::cout << ",";
        first = false;
        write(each);
    }
    std::cout << "],";
}

static void places(const char* name, const std::map<Pos, std::vector<Pos>>& found) {
    list(name, found, [](const auto& each) {
        std::cout << "[" << each.first;
        for (Pos pos : each.second) std::cout << "," << pos;
        std::cout << "]";
    });
}

int main() {
    std::cout << "{";
    places("passages", PASSAGES);
    places("stops", STOPS);
    list("materials", MATERIALS, [](Pos pos) { std::cout << pos; });
    list("spawns", SPAWNS, [](Pos pos) { std::cout << pos; });
    list("machines", MACHINES, [](const auto& each) {
        std::cout << "[" << each.first << "," << each.second << "]";
    });
    list("zones", ZONES, [](const Zone& zone) {
        std::cout << "[\"" << zone.title << "\"," << zone.closes;
        for (Pos pos : zone.nodes) std::cout << "," << pos;
        std::cout << "]";
    });
    list("closed", PASSAGES, [](const auto& each) {
        int last = 0;
        while (last < ROUNDS && is_open(each.first, last + 1)) ++last;
        std::cout << last;
    });
    list("far", distances({CAPSULE}, 1), [](const auto& each) { std::cout << each.second; });
    list("late", distances({CAPSULE}, 81, {Pos{1, 3, 0}}), [](const auto& each) {
        std::cout << "[" << each.first << "," << each.second << "]";
    });
    Tool bag;
    list("carry", std::vector<std::string>{"LandMine", "Sticky", "Kit", "Transport"},
         [&](const auto& kind) { std::cout << Tool::most(kind) + bag.count(kind); });
    std::cout << "\"capsule\":" << CAPSULE << ",\"numbers\":[" << FULL << "," << HIT << "," << MINE_HURTS
              << "," << KIT_HEALS << "," << AWAY << "," << LAST_CLOSING << "," << ROUNDS << ","
              << DETECT_RESTS << "," << PLAYERS << "]}\n";
}

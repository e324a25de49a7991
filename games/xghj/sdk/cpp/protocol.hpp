// The lines between a bot and the referee: one JSON object on each.
#pragma once

#include <map>
#include <string>
#include <variant>
#include <vector>

#include "definition.h"
#include "json.hpp"
#include "pipe.hpp"

namespace game {

// The messages list the board row by row: place = y * cols + x.
struct Start {
    int player = 0, players = 0, cols = 0, rows = 0;
    std::vector<int> resource, attack, defence;
    std::vector<std::vector<int>> kernel;
    xghj::Scene scene;
};

// A country as you know it.  Unknown numbers are -1, and so is the capital of a country without one.
struct Nation {
    char status = 'U';
    bool visible = false, unions = false;
    int area = -1, saving = -1, income = -1, capital = -1;
    std::vector<int> wars;
    std::string relation;
};

// A question; `phase` decides which of the other members it has.
struct Ask {
    std::string phase, owner;
    int money = 0, round = 0;
    bool backstab_used = false;
    std::vector<std::vector<int>> chosen;
    std::vector<int> sieged;
    std::vector<Nation> players;
    std::vector<xghj::Mark> marks;  // place.x has the place as one number
};

struct End {
    int rank = 0;
    std::string words;
};

using Message = std::variant<Start, Ask, End>;

inline std::vector<std::vector<int>> read_rows(Reader& in) {
    std::vector<std::vector<int>> rows;
    in.array([&] { rows.push_back(read_ints(in)); });
    return rows;
}

inline xghj::Constants read_constants(Reader& in) {
    xghj::Constants found;
    const std::map<std::string, int*> known = {
        {"max_round", &found.max_round},
        {"initial_money", &found.initial_money},
        {"bomb_cost", &found.bomb_cost},
        {"suppress_limit", &found.suppress_limit},
        {"capital_influence", &found.capital_influence},
        {"city_income", &found.city_income},
        {"corruption", &found.corruption},
        {"justify_rounds", &found.justify_rounds},
        {"justify_price", &found.justify_price},
        {"border", &found.border},
        {"spawn_distance", &found.spawn_distance},
        {"spawn_anywhere", &found.spawn_anywhere},
    };
    in.object([&](const std::string& key) {
        auto at = known.find(key);
        if (at == known.end()) in.skip();
        else *at->second = in.small();
    });
    return found;
}

inline xghj::Point read_point(Reader& in) {
    xghj::Point point{};
    in.object([&](const std::string& key) {
        if (key == "name") point.name = in.text();
        else if (key == "x") point.place.x = in.small();
        else if (key == "y") point.place.y = in.small();
        else if (key == "tags") point.tags = read_texts(in);
        else in.skip();
    });
    return point;
}

inline xghj::Mark read_mark(Reader& in) {
    xghj::Mark mark{};
    mark.player = -1;
    in.object([&](const std::string& key) {
        if (key == "place") mark.place.x = in.small();
        else if (key == "kind") mark.kind = in.text();
        else if (key == "text") mark.text = in.text();
        else if (key != "player") in.skip();
        else if (!in.null()) mark.player = in.small();
    });
    return mark;
}

inline void read_scene(Reader& in, const std::string& key, Start& start) {
    if (key == "cols") start.cols = in.small();
    else if (key == "rows") start.rows = in.small();
    else if (key == "players") start.players = in.small();
    else if (key == "resource") start.resource = read_ints(in);
    else if (key == "attack") start.attack = read_ints(in);
    else if (key == "defence") start.defence = read_ints(in);
    else if (key == "kernel") start.kernel = read_rows(in);
    else if (key == "constants") start.scene.constants = read_constants(in);
    else if (key == "title") start.scene.title = in.text();
    else if (key == "points") in.array([&] { start.scene.points.push_back(read_point(in)); });
    else if (key == "words") start.scene.words = read_texts(in);
    else if (key == "parts") in.array([&] { start.scene.parts.push_back(in.raw()); });
    else in.skip();
}

inline void read_start(Reader& in, const std::string& key, Start& start) {
    if (key == "player") start.player = in.small();
    else if (key == "names") start.scene.names = read_texts(in);
    else if (key == "scene") in.object([&](const std::string& name) { read_scene(in, name, start); });
    else in.skip();
}

inline Nation read_nation(Reader& in) {
    Nation nation;
    in.object([&](const std::string& key) {
        if (in.null()) return;
        if (key == "status") nation.status = in.text().at(0);
        else if (key == "visible") nation.visible = in.boolean();
        else if (key == "union") nation.unions = in.boolean();
        else if (key == "area") nation.area = in.small();
        else if (key == "wars") nation.wars = read_ints(in);
        else if (key == "saving") nation.saving = in.small();
        else if (key == "income") nation.income = in.small();
        else if (key == "capital") nation.capital = in.small();
        else if (key == "relation") nation.relation = in.text();
        else in.skip();
    });
    return nation;
}

inline void read_ask(Reader& in, const std::string& key, Ask& ask) {
    if (key == "phase") ask.phase = in.text();
    else if (key == "money") ask.money = in.small();
    else if (key == "chosen") ask.chosen = read_rows(in);
    else if (key == "round") ask.round = in.small();
    else if (key == "owner") ask.owner = in.text();
    else if (key == "sieged") ask.sieged = read_ints(in);
    else if (key == "players") in.array([&] { ask.players.push_back(read_nation(in)); });
    else if (key == "backstab_used") ask.backstab_used = in.boolean();
    else if (key == "marks") in.array([&] { ask.marks.push_back(read_mark(in)); });
    else in.skip();
}

inline void read_end(Reader& in, const std::string& key, End& end) {
    if (key == "rank") end.rank = in.small();
    else if (key == "words") end.words = in.text();
    else in.skip();
}

// Checks the sizes of the board's arrays, so that nothing reads beyond their ends later.
inline void check(const Start& start) {
    std::size_t size = static_cast<std::size_t>(start.cols) * start.rows;
    bool whole = start.cols > 0 && start.rows > 0 && start.resource.size() == size &&
                 start.attack.size() == size && start.defence.size() == size;
    if (!whole || start.player < 0 || start.player >= start.players)
        throw ProtocolError("the start has no whole board");
}

// Reads a line of the referee.  Throws ProtocolError for lines that this kit does not know.
inline Message read_line(const std::string& line) {
    Message message;
    auto begin = [&](const std::string& type) {
        if (type == "start") message = Start{};
        else if (type == "ask") message = Ask{};
        else if (type == "end") message = End{};
        else throw ProtocolError("an unknown line: " + type);
    };
    read_typed(line, begin, [&](Reader& in, const std::string& key) {
        if (auto* start = std::get_if<Start>(&message)) read_start(in, key, *start);
        else if (auto* ask = std::get_if<Ask>(&message)) read_ask(in, key, *ask);
        else read_end(in, key, std::get<End>(message));
    });
    if (auto* start = std::get_if<Start>(&message)) check(*start);
    return message;
}

inline std::string point_text(int x, int y) {
    return "[" + std::to_string(x) + "," + std::to_string(y) + "]";
}

}  // namespace game

// The lines between a bot and the referee: one JSON value on each.
#pragma once

#include <cstdint>
#include <functional>
#include <iostream>
#include <optional>
#include <string>
#include <variant>
#include <vector>

#include "json.hpp"
#include "pipe.hpp"

namespace game {

// The directions as they are written: a row up, a row down, a column left, a column right.
constexpr char LETTERS[] = "UDLR";

// A tile of your team's view as it is now; if it left the view, owner, kind and units are 0.
struct Diff {
    int x, y, owner, kind;
    std::int64_t units;
};

// A move from row x, column y; half moves the larger half instead of all but one.
struct Order {
    int x, y;
    char letter;
    bool half;
};

// A player and a team on the leaderboard.
struct PlayerRank {
    int player;
    bool beaten;
    int land;
    std::int64_t units;
};
struct TeamRank {
    int team, land;
    std::int64_t units;
    std::vector<PlayerRank> players;
};

// Special rules.  misty_veil is the distance of the view, empty without that rule.
struct Modifiers {
    bool leapfrog = false, city_state = false, crystal_clear = false, silent_war = false;
    std::optional<int> misty_veil;
};

// The first line to a bot.  teams[i] and names[i] belong to player i + 1.  The last four have one
// element per tile, row by row: the fog echo, and the view of your team.
struct Start {
    int player = 0, players = 0, width = 0, height = 0, halfturns = 0;
    std::vector<int> teams;
    std::vector<std::string> names;
    Modifiers modifiers;
    std::vector<std::uint8_t> echo, owners, kinds;
    std::vector<std::int64_t> units;
};

// An order of yours that was illegal, with the reason; it has cleared your queue.
struct Dropped {
    Order order;
    std::string reason;
};

// The changes of the half-turn before `half`; your answer is for `half`.  queue is the number of your
// orders that wait, beaten has the players who were beaten in the half-turn before.
struct Turn {
    int half = 0, queue = 0;
    std::vector<Diff> diffs;
    std::vector<TeamRank> ranking;
    std::vector<std::string> messages;
    std::vector<int> beaten;
    std::optional<Dropped> dropped;
};

// The end of the game: ranks[i] is the rank of player i + 1, winner a team or 0.
struct End {
    int rank = 0, winner = 0;
    std::vector<int> ranks;
    std::string words;
};

using Message = std::variant<Start, Turn, End>;

// One number per character: 0 to 9, then a to g for 10 to 16.
inline std::vector<std::uint8_t> digits(const std::string& text) {
    std::vector<std::uint8_t> values;
    values.reserve(text.size());
    for (char c : text) {
        if (c >= '0' && c <= '9') values.push_back(static_cast<std::uint8_t>(c - '0'));
        else if (c >= 'a' && c <= 'g') values.push_back(static_cast<std::uint8_t>(c - 'a' + 10));
        else throw ProtocolError(std::string("no digit: ") + c);
    }
    return values;
}

inline Modifiers read_modifiers(Reader& in) {
    Modifiers rules;
    in.object([&](const std::string& key) {
        if (key == "leapfrog") rules.leapfrog = in.boolean();
        else if (key == "city_state") rules.city_state = in.boolean();
        else if (key == "crystal_clear") rules.crystal_clear = in.boolean();
        else if (key == "silent_war") rules.silent_war = in.boolean();
        else if (key == "misty_veil" && !in.null()) rules.misty_veil = in.small();
        else if (key != "misty_veil") in.skip();
    });
    return rules;
}

inline Diff read_diff(Reader& in) {
    Diff diff{};
    in.row([&] {
        diff.x = in.small(), in.comma();
        diff.y = in.small(), in.comma();
        diff.owner = in.small(), in.comma();
        diff.kind = in.small(), in.comma();
        diff.units = in.number();
    });
    return diff;
}

// A player's row ends with two numbers as a team's begins: [player, beaten, land, units].
inline PlayerRank read_player_rank(Reader& in) {
    PlayerRank rank{};
    in.row([&] {
        rank.player = in.small(), in.comma();
        rank.beaten = in.flag(), in.comma();
        rank.land = in.small(), in.comma();
        rank.units = in.number();
    });
    return rank;
}

inline TeamRank read_team_rank(Reader& in) {
    TeamRank rank{};
    in.row([&] {
        rank.team = in.small(), in.comma();
        rank.land = in.small(), in.comma();
        rank.units = in.number(), in.comma();
        in.array([&] { rank.players.push_back(read_player_rank(in)); });
    });
    return rank;
}

inline Order read_order(Reader& in) {
    Order order{};
    in.row([&] {
        in.text(), in.comma();  // "move"
        order.x = in.small(), in.comma();
        order.y = in.small(), in.comma();
        order.letter = in.text().at(0);
        if (in.more()) order.half = in.boolean();
    });
    return order;
}

inline Dropped read_dropped(Reader& in) {
    Dropped dropped{};
    in.object([&](const std::string& key) {
        if (key == "order") dropped.order = read_order(in);
        else if (key == "reason") dropped.reason = in.text();
        else in.skip();
    });
    return dropped;
}

inline void read_start(Reader& in, const std::string& key, Start& start) {
    if (key == "player") start.player = in.small();
    else if (key == "players") start.players = in.small();
    else if (key == "teams") start.teams = read_ints(in);
    else if (key == "names") start.names = read_texts(in);
    else if (key == "width") start.width = in.small();
    else if (key == "height") start.height = in.small();
    else if (key == "halfturns") start.halfturns = in.small();
    else if (key == "modifiers") start.modifiers = read_modifiers(in);
    else if (key == "echo") start.echo = digits(in.text());
    else if (key == "owners") start.owners = digits(in.text());
    else if (key == "kinds") start.kinds = digits(in.text());
    else if (key == "units") in.array([&] { start.units.push_back(in.number()); });
    else in.skip();
}

inline void read_turn(Reader& in, const std::string& key, Turn& turn) {
    if (key == "half") turn.half = in.small();
    else if (key == "queue") turn.queue = in.small();
    else if (key == "diffs") in.array([&] { turn.diffs.push_back(read_diff(in)); });
    else if (key == "ranking") in.array([&] { turn.ranking.push_back(read_team_rank(in)); });
    else if (key == "messages") turn.messages = read_texts(in);
    else if (key == "beaten") turn.beaten = read_ints(in);
    else if (key != "dropped") in.skip();
    else if (!in.null()) turn.dropped = read_dropped(in);
}

inline void read_end(Reader& in, const std::string& key, End& end) {
    if (key == "rank") end.rank = in.small();
    else if (key == "ranks") end.ranks = read_ints(in);
    else if (key == "winner") end.winner = in.small();
    else if (key == "words") end.words = in.text();
    else in.skip();
}

// Parses a line of the referee.  ProtocolError if this kit does not know it.
inline Message read_line(const std::string& line) {
    Message message;
    auto begin = [&](const std::string& type) {
        if (type == "start") message = Start{};
        else if (type == "turn") message = Turn{};
        else if (type == "end") message = End{};
        else throw ProtocolError("an unknown line: " + type);
    };
    read_typed(line, begin, [&](Reader& in, const std::string& key) {
        if (auto* start = std::get_if<Start>(&message)) read_start(in, key, *start);
        else if (auto* turn = std::get_if<Turn>(&message)) read_turn(in, key, *turn);
        else read_end(in, key, std::get<End>(message));
    });
    return message;
}

inline Message read_message() {
    std::string line;
    if (!std::getline(std::cin, line) || std::cin.eof()) throw Hangup();  // no whole line
    return read_line(line);
}

// Sends the operations, each already written as JSON.
inline void send(const std::vector<std::string>& operations) {
    std::string line = "[";
    for (const std::string& operation : operations) {
        if (line.size() > 1) line += ',';
        line += operation;
    }
    std::cout << line << "]" << std::endl;
    if (!std::cout) throw Hangup();
}

}  // namespace game

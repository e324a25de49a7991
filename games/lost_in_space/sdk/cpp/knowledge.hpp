// Your knowledge of the game, updated by every message; the order of messages does not matter.
//
// An invalid message is ignored.  The message at the beginning of your next turn corrects the state.
#pragma once

#include <algorithm>
#include <set>
#include <string>
#include <vector>

#include "definition.hpp"
#include "protocol.hpp"
#include "station.hpp"

namespace game {

inline constexpr int COUNTDOWN = 2;
inline constexpr int NO_KEY = -1;

enum class Verb { Move, Attack, Machine, Capsule, Box, Materials, Trap, Kit, Blink, Detect };

// An action of yours; `what` names an item, and `on` tells start from stop.
struct Deed {
    Verb verb;
    Pos pos{};
    int target = 0;
    std::string what{};
    bool on = true;

    bool major() const {
        return verb != Verb::Trap && verb != Verb::Blink && verb != Verb::Detect;
    }
};

// All knowledge of a player, who sees only their own layer.
//
// In your turn it is complete and current, with one exception.  If you change layers in this turn,
// you do not know the hit points of the players on the new layer until your next turn.
class Knowledge {
public:
    int id = 0, round = 1, inturn = 0;
    std::vector<Player> players;
    std::set<Pos> boxes;
    bool major = false;  // whether the major action of your turn is used up
    bool over = true;    // whether it is not your turn, or your turn is over
    int rested = 1;      // the first round in which you can detect again
    int died = 0;        // the round of your last death
    int countdown = 0;   // your turns until the capsule leaves; 0: you have not started it
    int coming = NO_KEY; // the key that a machine makes for you, which arrives in your next turn
    std::vector<Message> news;  // the messages outside your turns since your last turn

    Knowledge() {
        for (int number = 0; number < PLAYERS; ++number) {
            Player player;
            player.id = number, player.pos = SPAWNS[number], player.keys = {number};
            players.push_back(player);
        }
    }

    Player& me() { return players[id]; }
    const Player& me() const { return players[id]; }

    // Apply any message except the reply to an action.
    void hear(const Message& message) {
        guarded(message.written(), [&] { take(message); });
    }
    // Apply the reply to a successful action of yours.
    void done(const Deed& deed, const Message& reply) {
        guarded(reply.written(), [&] { effect(deed, reply); });
    }

private:
    std::vector<Message> heard_;
    bool skipped_ = false;

    static int player_number(const Value& said) {
        int number = said.number();
        if (number < 0 || number >= PLAYERS) throw ProtocolError("there is no such player");
        return number;
    }
    static Status status_of(const Value& said) {
        int number = said.number();
        if (number < 0 || number > static_cast<int>(Status::Error))
            throw ProtocolError("there is no such status");
        return static_cast<Status>(number);
    }
    static std::vector<int> keys_of(const Value& said) {
        std::vector<int> keys = said.numbers();
        std::sort(keys.begin(), keys.end());
        return keys;
    }

    void take(const Message& message) {
        const std::string kind = message.type();
        if (kind == "roundbegin") {
            if (message.has("status")) own_turn(message);
            else other_turn(message);
        } else if (kind == "offround") {
            heard_.push_back(message);
            off(message.at("content").list(), player_number(message.at("playerid")), message);
        } else if (kind == "id") {
            id = player_number(message.at("id"));
        } else if (kind == "other_death") {
            dies(player_number(message.at("playerid")), round);
        } else if (kind == "death") {
            dies(id, round);
        } else if (kind == "escaped") {
            leaves(id, Status::Escaped);
        } else if (kind == "box_disappear") {
            boxes.erase(message.at("pos").place());
        }
    }

    void other_turn(const Message& message) {
        inturn = player_number(message.at("inturn"));
        round = message.at("state").number();
        over = true;
        if (skipped_ && me().status == Status::Skipping) me().status = Status::Alive;
        skipped_ = false;
    }

    // Read the whole message before anything changes.
    void own_turn(const Message& message) {
        const Message tools(message.at("tools").written());
        Player now = me();
        now.status = status_of(message.at("status"));
        now.hp = message.at("hp").number();
        now.keys = keys_of(message.at("keys"));
        now.tools = Tool();
        now.tools.kit = tools.at("Kit").number(), now.tools.transport = tools.at("Transport").number();
        read_traps(tools.at("LandMine"), now.tools.landmine_number, now.tools.landmine_pos);
        read_traps(tools.at("Sticky"), now.tools.sticky_number, now.tools.sticky_pos);
        if (message.has("pos")) now.pos = message.at("pos").place();
        else if (me().status == Status::Dead && now.status != Status::Dead) now.pos = SPAWNS[id];
        const int state = message.at("state").number();
        const std::vector<Value> others = message.at("others").list();

        me() = now;
        inturn = id, round = state, major = false;
        over = now.status != Status::Alive && now.status != Status::Countdown;
        skipped_ = now.status == Status::Skipping;
        countdown = now.status == Status::Countdown ? std::max(1, countdown - 1) : 0;
        coming = NO_KEY;
        news = std::move(heard_), heard_.clear();
        for (const Value& other : others) about(Message(other.written()));
        forget();
    }

    static void read_traps(const Value& said, std::array<int, 2>& number, std::vector<Pos>& where) {
        const std::vector<Value> parts = said.list();
        number = {parts.at(0).number(), parts.at(1).number()};
        for (std::size_t i = 2; i < parts.size(); ++i) where.push_back(parts[i].place());
    }

    void about(const Message& other) {
        Player& player = players[player_number(other.at("player_id"))];
        player.status = status_of(other.at("status"));
        player.hp = other.at("hp").number();
        player.keys = keys_of(other.at("keys"));
        if (!player.up() || player.hp == UNKNOWN) player.pos = NOWHERE;
    }

    // Forget players and boxes of other layers.
    void forget() {
        const int z = me().pos.z;
        for (auto box = boxes.begin(); box != boxes.end();)
            box = box->z == z ? std::next(box) : boxes.erase(box);
        for (Player& other : players)
            if (other.id != id && other.pos.z != z) lose(other);
    }

    // Forget place and hit points of a player who is out of sight.
    static void lose(Player& other) {
        other.pos = NOWHERE;
        other.hp = other.status == Status::Dead ? 0 : UNKNOWN;
    }

    void dies(int number, int now) {
        Player& player = players[number];
        player.status = Status::Dead, player.hp = 0;
        player.keys.clear();
        if (number != id) {
            player.pos = NOWHERE;
            return;
        }
        Tool& bag = player.tools;
        bag.landmine_number[0] = bag.sticky_number[0] = bag.kit = bag.transport = 0;
        countdown = 0, coming = NO_KEY, died = now;
        over = true, skipped_ = false;
    }

    void leaves(int number, Status status) {
        Player& player = players[number];
        player.status = status, player.pos = NOWHERE;
        if (number == id) over = true, countdown = 0;
        else player.hp = UNKNOWN;
    }

    void off(const std::vector<Value>& content, int by, const Message& message) {
        const std::string kind = content.at(0).text();
        if (kind == "see") see(content);
        else if (kind == "died") dies(player_number(content.at(1)), message.at("state").number());
        else if (kind == "escaped") leaves(by, Status::Escaped);
        else if (kind == "ai_error") leaves(by, Status::Error);
        else if (kind == "hp_update") me().hp = content.at(1).number();
        else if (kind == "getkey") new_keys(players[by].keys, content.at(1).numbers());
        else if (kind == "trap_triggered" || kind == "trap_destroyed" || kind == "trap_destoryed")
            trap_gone(content.at(1).text(), content.at(2).place());
    }

    static void new_keys(std::vector<int>& keys, const std::vector<int>& more) {
        std::set<int> all(keys.begin(), keys.end());
        all.insert(more.begin(), more.end());
        keys.assign(all.begin(), all.end());
    }

    void see(const std::vector<Value>& content) {
        const std::string kind = content.at(1).text();
        const Pos pos = content.at(2).place();
        if (kind == "interprops_status_update") {
            const std::string state = content.at(4).text();
            if (content.at(3).text() != "Box") return;
            if (state == "appear") boxes.insert(pos);
            if (state == "disappear") boxes.erase(pos);
            return;
        }
        Player& player = players[player_number(content.at(3))];
        if (player.id == id) return;
        if (kind == "regenerate")
            player.status = Status::Alive, player.hp = FULL, player.keys = {player.id};
        if (kind == "pos_update" && pos == NOWHERE) lose(player);
        else player.pos = pos;
    }

    std::array<int, 2>& number_of(const std::string& kind) {
        return kind == "Sticky" ? me().tools.sticky_number : me().tools.landmine_number;
    }
    std::vector<Pos>& places_of(const std::string& kind) {
        return kind == "Sticky" ? me().tools.sticky_pos : me().tools.landmine_pos;
    }

    // Remove a trap of yours.
    void trap_gone(const std::string& kind, Pos pos) {
        std::vector<Pos>& placed = places_of(kind);
        auto found = std::find(placed.begin(), placed.end(), pos);
        if (found == placed.end()) return;
        placed.erase(found);
        --number_of(kind)[1];
    }

    void effect(const Deed& deed, const Message& reply) {
        major = major || deed.major();
        Player& self = me();
        switch (deed.verb) {
            case Verb::Move: arrive(deed.pos, reply); break;
            case Verb::Blink: --self.tools.transport, arrive(deed.pos, reply); break;
            case Verb::Attack: hit(players.at(deed.target)); break;
            case Verb::Trap:
                --number_of(deed.what)[0], ++number_of(deed.what)[1];
                places_of(deed.what).push_back(self.pos);
                break;
            case Verb::Kit:
                --self.tools.kit;
                self.hp = reply.has("hp") ? reply.at("hp").number() : std::min(FULL, self.hp + KIT_HEALS);
                break;
            case Verb::Detect: rested = round + DETECT_RESTS; break;
            case Verb::Machine: over = true, coming = machine_key(self.pos); break;
            case Verb::Capsule:
                self.status = deed.on ? Status::Countdown : Status::Alive;
                countdown = deed.on ? COUNTDOWN : 0;
                over = deed.on;
                break;
            case Verb::Box:
                self.keys = keys_of(reply.at("keys"));
                boxes.erase(self.pos);
                break;
            case Verb::Materials: new_bag(Message(reply.at("tools").written())); break;
        }
    }

    static int machine_key(Pos pos) {
        auto machine = MACHINES.find(pos);
        return machine == MACHINES.end() ? NO_KEY : machine->second;
    }

    void new_bag(const Message& tools) {
        Tool& bag = me().tools;
        bag.landmine_number[0] = tools.at("LandMine").number();
        bag.sticky_number[0] = tools.at("Sticky").number();
        bag.kit = tools.at("Kit").number(), bag.transport = tools.at("Transport").number();
    }

    void arrive(Pos pos, const Message& reply) {
        Player& self = me();
        self.pos = pos;
        if (reply.has("hp")) self.hp = reply.at("hp").number();
        if (reply.has("view")) look_around(reply.at("view").list());
        if (reply.has("status")) self.status = status_of(reply.at("status"));
        if (self.status == Status::Dead) {
            // The message about the death comes next.
            dies(id, round);
            boxes.insert(pos);
        }
        over = self.status != Status::Alive;
    }

    // Another layer; an empty view is that of the same one.
    void look_around(const std::vector<Value>& view) {
        if (view.empty()) return;
        boxes.clear();
        for (Player& other : players)
            if (other.id != id) lose(other);
        for (const Value& each : view) {
            const std::vector<Value> node = each.list();
            const Pos pos = node.at(0).place();
            if (node.at(1).flag()) boxes.insert(pos);
            if (node.size() < 3) continue;
            for (const Value& number : node[2].list()) players[player_number(number)].pos = pos;
        }
    }

    void hit(Player& victim) {
        const Pos at = victim.pos;
        victim.hp = std::max(0, victim.hp - HIT);
        if (victim.hp > 0) return;
        dies(victim.id, round);
        boxes.insert(at);
    }
};

}  // namespace game

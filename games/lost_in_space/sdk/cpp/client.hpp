// The calls of the manual.  Your AI is a `Client` with a `play` of its own.
#pragma once

#include <algorithm>
#include <iostream>
#include <string>
#include <vector>

#include "definition.hpp"
#include "knowledge.hpp"
#include "protocol.hpp"
#include "station.hpp"

namespace game {

// One player.  The result of an action converts to bool: true if the referee has accepted it.
// A refused action changes nothing.  After the end of the turn, by `end_turn` or by an action, the
// client refuses further actions and does not send them.
class Client {
public:
    explicit Client(Connection& connection) : connection_(connection) {}
    virtual ~Client() = default;
    Client(const Client&) = delete;
    Client& operator=(const Client&) = delete;

    // Your turn.  It ends when this returns, or by `end_turn`.
    virtual void play() = 0;

    // Your turn while the capsule counts down.  interact("EscapeCapsule", false) stops it, which is
    // a major action.  Without that, the countdown continues.
    virtual void countdown() {}

    // Your knowledge.  std::out_of_range for a player who does not exist.

    int get_my_num() const { return know.id; }
    Pos get_my_pos() const { return know.me().pos; }
    int get_my_hp() const { return know.me().hp; }
    // NOWHERE if you do not see that player.
    Pos get_other_pos(int player_id) const {
        const Player& player = know.players.at(player_id);
        return player.up() ? player.pos : NOWHERE;
    }
    // 0 for a dead player, UNKNOWN if you do not see the player.
    int get_other_hp(int player_id) const { return know.players.at(player_id).hp; }
    Status get_other_status(int player_id) const { return know.players.at(player_id).status; }
    std::vector<int> get_keys() const { return know.me().keys; }
    std::vector<int> get_other_keys(int player_id) const { return know.players.at(player_id).keys; }
    const Tool& get_tools() const { return know.me().tools; }
    // The places of your traps, oldest first.
    std::vector<Pos> get_landmine_pos() const { return know.me().tools.landmine_pos; }
    std::vector<Pos> get_sticky_pos() const { return know.me().tools.sticky_pos; }
    // The place where a player starts, and returns after a death.
    Pos get_spawn_pos(int player_id) const { return SPAWNS.at(player_id); }
    Pos get_escape_pos() const { return CAPSULE; }
    // Open places one move away from `pos`, by passage or by lift.  Attacks, detection and blinks
    // reach only those on the layer of `pos`.
    std::vector<Pos> get_neighbors(Pos pos) const { return ways(pos, know.round); }
    // The places of boxes on your layer.
    std::vector<Pos> get_boxes() const { return {know.boxes.begin(), know.boxes.end()}; }
    int get_round() const { return know.round; }
    // Rounds until you can detect again; 0: you can.
    int get_check_cd() const { return std::max(0, know.rested - know.round); }
    // The messages since your last turn about the turns of others, in order.
    const std::vector<Message>& get_news() const { return know.news; }

    const Player& player() const { return know.me(); }
    std::vector<Player> others() const {
        std::vector<Player> found = know.players;
        found.erase(found.begin() + know.id);
        return found;
    }
    View view() const {
        View found;
        const int z = know.me().pos.z;
        for (const auto& each : PASSAGES) {
            if (each.first.z != z) continue;
            found.self_nodes.push_back(node(each.first));
            for (Pos to : ways(each.first, know.round))
                if (each.first < to || to.z != z) found.self_edges.push_back({each.first, to});
        }
        return found;
    }
    bool turn_over() const { return know.over || ended_; }
    // Whether the one major action of this turn is used up.
    bool major_used() const { return know.major; }

    // Your actions.

    // Major: along a passage or by a lift.
    Reply move(Pos pos) {
        return act({Verb::Move, pos}, "\"move\"," + json(pos), exists(pos));
    }
    // Major: strike a player who is at `pos`, your own place or one passage away.
    Reply attack(Pos pos, int player_id) {
        bool known = exists(pos) && player_id >= 0 && player_id < PLAYERS;
        return act({Verb::Attack, pos, player_id},
                   "\"attack\"," + json(pos) + "," + std::to_string(player_id), known);
    }
    // Major: use the "KeyMachine", or start (true) or stop (false) the "EscapeCapsule".  Using a
    // machine and starting the capsule end the turn.
    Reply interact(const std::string& tool_type, bool start = true) {
        Deed deed{tool_type == "KeyMachine" ? Verb::Machine : Verb::Capsule};
        deed.on = start;
        if (tool_type == "KeyMachine") return act(deed, "\"interact\",\"KeyMachine\"", true);
        const std::string on = start ? "true" : "false";
        return act(deed, "\"interact\",\"EscapeCapsule\"," + on, tool_type == "EscapeCapsule");
    }
    // Major: take the keys of a "Box", or from "Materials" the item `tool_type`.  An empty material
    // point costs the major action.
    Reply view_box(const std::string& box_type, const std::string& tool_type = "") {
        if (box_type == "Box") return act({Verb::Box}, "\"interact\",\"Box\"", true);
        const std::string item = spelt(tool_type);
        const bool empty_point = box_type == "Materials" && will_take(item);
        Deed deed{Verb::Materials};
        deed.what = item;
        Reply reply = act(deed, "\"interact\",\"Materials\",\"" + item + "\"",
                          box_type == "Materials" && Tool::most(item) > 0);
        if (empty_point && !reply && !turn_over()) know.major = true;
        return reply;
    }
    // Minor: "LandMine" or "Sticky", at your own place.
    Reply put_trap(const std::string& trap_type) {
        Deed deed{Verb::Trap};
        deed.what = spelt(trap_type);
        return act(deed, "\"trap\",\"" + deed.what + "\"",
                   deed.what == "LandMine" || deed.what == "Sticky");
    }
    // "Kit", which is major, or "Transport", a blink to `pos`, which is minor.
    Reply use_tool(const std::string& tool_type, Pos pos = NOWHERE) {
        if (tool_type == "Transport")
            return act({Verb::Blink, pos}, "\"tool\",\"Transport\"," + json(pos), exists(pos));
        return act({Verb::Kit}, "\"tool\",\"Kit\"", tool_type == "Kit");
    }
    // Minor, every five rounds: `has_trap` of the reply.  It destroys a trap of others.
    Reply detect(Pos pos) {
        return act({Verb::Detect, pos}, "\"detect\"," + json(pos), exists(pos));
    }
    void end_turn() {
        if (ended_) return;
        ended_ = true;
        connection_.send("{\"type\":\"finish\",\"state\":" + std::to_string(know.round) + "}");
    }

    // Read messages and play until the referee ends, which throws Hangup.
    void run() {
        while (true) {
            hear(connection_.read());
            while (pending_) {
                pending_ = ended_ = false;
                if (know.me().status == Status::Countdown) countdown();
                else play();
                end_turn();
            }
        }
    }

    Knowledge know;

private:
    Connection& connection_;
    bool ended_ = true, pending_ = false;

    static bool exists(Pos pos) { return PASSAGES.count(pos) > 0; }
    static std::string spelt(const std::string& item) {
        return item == "Landmine" ? "LandMine" : item;
    }
    static std::string json(Pos pos) {
        return "[" + std::to_string(pos.x) + "," + std::to_string(pos.y) + "," +
               std::to_string(pos.z) + "]";
    }

    // Whether the action can fail only because the material point is empty.
    bool will_take(const std::string& item) const {
        const Player& self = know.me();
        bool free = !turn_over() && !know.major && self.status == Status::Alive;
        int most = Tool::most(item);
        return free && is_material_point(self.pos) && most > 0 && self.tools.count(item) < most;
    }

    Node node(Pos pos) const {
        Node found{pos, {}, {}};
        auto add = [&](bool there, const char* name) {
            if (there) found.interprops.push_back(name);
        };
        add(know.boxes.count(pos) > 0, "Box");
        add(is_material_point(pos), "Materials");
        add(MACHINES.count(pos) > 0, "KeyMachine");
        add(pos == CAPSULE, "EscapeCapsule");
        add(STOPS.count(pos) > 0, "Elevator");
        for (const Player& each : know.players)
            if (each.up() && each.pos == pos) found.player.push_back(each.id);
        return found;
    }

    // Send an action and read messages up to its reply.
    Reply act(const Deed& deed, const std::string& words, bool sense) {
        if (!sense)
            std::cerr << "round " << know.round << ": nothing of the game: " << words.substr(0, 80) << "\n";
        if (!sense || turn_over()) return {};
        connection_.send("{\"type\":\"action\",\"action\":[" + words +
                         "],\"state\":" + std::to_string(know.round) + "}");
        while (true) {
            Message message = connection_.read();
            const std::string type = said_type(message);
            if (type == "action") return replied(deed, message);
            hear(message);
            if (type == "roundbegin") {
                // The referee has continued without an answer.
                ended_ = true;
                return {};
            }
        }
    }

    Reply replied(const Deed& deed, const Message& message) {
        Reply reply;
        guarded(message.written(), [&] {
            if (message.has("has_trap")) reply.has_trap = message.at("has_trap").flag();
            reply.success = message.has("success") && message.at("success").flag();
        });
        if (reply.success) know.done(deed, message);
        return reply;
    }

    static std::string said_type(const Message& message) {
        std::string type;
        guarded(message.written(), [&] { type = message.type(); });
        return type;
    }

    void hear(const Message& message) {
        know.hear(message);
        if (said_type(message) == "roundbegin" && message.has("status")) pending_ = !know.over;
    }
};

}  // namespace game

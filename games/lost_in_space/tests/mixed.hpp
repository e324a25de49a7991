// Plays by chance, some things twice, and now and then what the kit's own AI does.  It writes what
// it knows to its log before each of its messages, as the views of seats are written.
#pragma once

#include <cstdlib>
#include <iostream>
#include <random>
#include <sstream>
#include <string>
#include <vector>

#define AI Sample
#include "sample.hpp"
#undef AI

using namespace game;

class AI : public Sample {
public:
    explicit AI(Connection& connection) : Sample(connection) {
        connection.before = [this] { std::cerr << known() << std::endl; };
    }

    void play() override {
        if (view().self_nodes.empty()) std::cerr << "nowhere" << std::endl;
        while (!turn_over() && chance(80)) {
            bool fetch = is_material_point(get_my_pos()) && !major_used() && chance(50);
            if (fetch) view_box("Materials", ITEMS[below(ITEMS.size())]);
            else if (chance(50) && !major_used()) Sample::play();
            else if (chance(90)) anything(0);
            else anything(1);
        }
    }
    void countdown() override {
        if (chance(30)) interact("EscapeCapsule", false);
    }

private:
    const std::vector<std::string> ITEMS = {"Kit", "Transport", "LandMine", "Sticky"};
    std::mt19937 random_{static_cast<unsigned>(std::atoi(std::getenv("SEED")))};

    unsigned below(std::size_t count) { return static_cast<unsigned>(random_() % count); }
    bool chance(unsigned percent) { return below(100) < percent; }
    Pos near() {
        std::vector<Pos> found = get_neighbors(get_my_pos());
        return found.empty() ? get_my_pos() : found[below(found.size())];
    }

    // Some action, which need not be possible, and `again` more of them.
    void anything(int again) {
        const unsigned which = below(12), number = below(PLAYERS);
        const Pos to = near();
        for (int times = 0; times <= again; ++times) {
            if (which < 3 && is_material_point(get_my_pos())) view_box("Materials", ITEMS[number]);
            else if (which < 4) move(to);
            else if (which == 4 && get_other_pos(number) != NOWHERE) attack(get_other_pos(number), number);
            else if (which == 5) view_box("Box");
            else if (which == 6) use_tool("Kit");
            else if (which == 7) use_tool("Transport", to);
            else if (which == 8) detect(to);
            else if (which == 9) interact(number % 2 ? "KeyMachine" : "EscapeCapsule", chance(90));
            else put_trap(ITEMS[2 + number % 2]);
        }
    }

    std::string known() const {
        std::ostringstream out;
        int closed = 0;
        for (const Zone& zone : ZONES) closed += zone.closes < know.round;
        out << "{\"round\":" << know.round << ",\"turn\":" << know.inturn << ",\"major\":" << word(know.major)
            << ",\"closed\":" << closed << ",\"players\":[";
        for (const Player& each : know.players) out << (each.id ? "," : "") << text(each);
        out << "],\"boxes\":[";
        std::string comma;
        for (Pos pos : get_boxes()) out << comma << "[" << text(pos) << ",null]", comma = ",";
        out << "],\"traps\":[", comma = "";
        for (Pos pos : get_landmine_pos()) out << comma << trap(pos, "LandMine"), comma = ",";
        for (Pos pos : get_sticky_pos()) out << comma << trap(pos, "Sticky"), comma = ",";
        out << "],\"stock\":null,\"over\":false,\"finished\":" << word(know.over) << "}";
        return out.str();
    }
    std::string text(const Player& player) const {
        std::ostringstream out;
        out << "{\"status\":" << static_cast<int>(player.status) << ",\"hp\":" << player.hp << ",\"keys\":[";
        std::string comma;
        for (int key : player.keys) out << comma << key, comma = ",";
        out << "],\"pos\":";
        if (player.id != get_my_num()) {
            Pos pos = get_other_pos(player.id);
            out << (pos == NOWHERE ? "null" : text(pos)) << ",\"bag\":null,\"score\":null}";
            return out.str();
        }
        out << text(player.pos) << ",\"bag\":{";
        for (const char* kind : {"LandMine", "Sticky", "Kit", "Transport"})
            out << (kind[0] == 'L' ? "" : ",") << "\"" << kind << "\":" << player.tools.count(kind);
        out << "},\"countdown\":" << know.countdown << ",\"coming\":" << know.coming
            << ",\"rested\":" << know.rested << ",\"died\":" << know.died << "}";
        return out.str();
    }
    std::string trap(Pos pos, const std::string& kind) const {
        return "[" + text(pos) + ",\"" + kind + "\"," + std::to_string(get_my_num()) + "]";
    }
    static std::string word(bool value) { return value ? "true" : "false"; }
    static std::string text(Pos pos) {
        std::ostringstream out;
        out << "[" << pos.x << "," << pos.y << "," << pos.z << "]";
        return out.str();
    }
};

// Talks to the referee and calls your AI.  You need not change it: write your code in ai.cpp.

#include <csignal>
#include <cstdio>
#include <iostream>
#include <limits>
#include <string>

#include "claim.hpp"
#include "definition.h"
#include "protocol.hpp"

// The contest's AIs declare these two functions in several ways.  The declarations are weak, so
// that the linker takes the one that exists.  A vector by value is passed in the same way as one by
// reference.
extern "C" {
TMoney plain_price(BaseMap*) __asm__("birthplacePrice") __attribute__((weak));
TPosition plain_place(vector<TPosition>&, BaseMap*) __asm__("birthplace") __attribute__((weak));
}
TMoney birthplacePrice(BaseMap*) __attribute__((weak));
TMoney birthplacePrice() __attribute__((weak));
TPosition birthplace(vector<TPosition>) __attribute__((weak));
TPosition birthplace(vector<TPosition>, BaseMap*) __attribute__((weak));
TPosition birthplace(vector<TPosition>&, BaseMap*) __attribute__((weak));
TPosition birthplace(const vector<TPosition>&, BaseMap*) __attribute__((weak));

namespace {

const std::size_t MOST_BOMBS = 2500;
const std::string STATUS = "UNAW", STANCES = "KAJB";

class Line {
public:
    game::Message read() {
        std::string line;
        for (int c; (c = std::getc(source_)) != '\n'; line += static_cast<char>(c))
            if (c == EOF) throw game::Hangup();
        return game::read_line(line);
    }
    void write(const std::string& answer) {
        game::write_all(game::to_referee, answer + "\n");
    }

private:
    FILE* source_ = fdopen(game::from_referee, "r");
};

class GameMap : public BaseMap {
public:
    explicit GameMap(const game::Start& start) {
        rows = start.rows, cols = start.cols;
        MapResource_ = board(start.resource);
        MapAttackRatio_ = board(start.attack);
        MapDefenseRatio_ = board(start.defence);
    }

private:
    vector<vector<int> > board(const vector<int>& values) const {
        vector<vector<int> > found(cols, vector<int>(rows));
        for (int x = 0; x < cols; ++x)
            for (int y = 0; y < rows; ++y) found[x][y] = values[y * cols + x];
        return found;
    }
};

xghj::Scene current_scene;

class Player {
public:
    explicit Player(const game::Start& start) : start_(start), map_(start) {
        for (const auto& row : start.kernel) {
            kernel_.emplace_back();
            for (int weight : row) kernel_.back().push_back(static_cast<float>(weight) / 10000.0f);
        }
    }

    std::string answer(const game::Ask& ask) {
        current_scene.marks = ask.marks;
        for (auto& mark : current_scene.marks) mark.place = position(mark.place.x);
        if (ask.phase == "bid") return bid(ask.money);
        if (ask.phase == "spawn") return spawn(ask.chosen);
        if (ask.phase == "round") return round(ask);
        throw game::ProtocolError("an unknown phase: " + ask.phase);
    }

private:
    const game::Start start_;
    GameMap map_;
    vector<vector<float> > kernel_;

    TPosition position(int place) const { return {place % start_.cols, place / start_.cols}; }
    bool inside(TPosition at) const {
        return at.x >= 0 && at.x < start_.cols && at.y >= 0 && at.y < start_.rows;
    }

    std::string bid(int money) {
        TMoney price = 0;
        TMoney (*without_map)() = birthplacePrice;
        if (plain_price) price = plain_price(&map_);
        else if (TMoney (*own)(BaseMap*) = birthplacePrice) price = own(&map_);
        else if (without_map) price = without_map();
        return "{\"bid\":" + std::to_string(std::min(std::max(price, 0), money)) + "}";
    }

    std::string spawn(const vector<vector<int> >& named) {
        vector<TPosition> chosen;
        for (const auto& point : named) chosen.push_back({point.at(0), point.at(1)});
        TPosition at = place(chosen);
        if (!inside(at)) at = {-1, -1};
        return "{\"spawn\":" + game::point_text(at.x, at.y) + "}";
    }

    TPosition place(vector<TPosition>& chosen) {
        TPosition (*by_value)(vector<TPosition>, BaseMap*) = birthplace;
        TPosition (*by_reference)(vector<TPosition>&, BaseMap*) = birthplace;
        TPosition (*by_constant)(const vector<TPosition>&, BaseMap*) = birthplace;
        TPosition (*without_map)(vector<TPosition>) = birthplace;
        if (plain_place) return plain_place(chosen, &map_);
        if (by_value) return by_value(chosen, &map_);
        if (by_reference) return by_reference(chosen, &map_);
        if (by_constant) return by_constant(chosen, &map_);
        if (without_map) return without_map(chosen);
        return first_free(chosen);
    }

    TPosition first_free(const vector<TPosition>& chosen) const {
        for (int at = 0; at < start_.cols * start_.rows; ++at) {
            TPosition here = position(at);
            bool free = start_.attack[at] > 0;
            for (TPosition other : chosen)
                free = free && std::abs(other.x - here.x) + std::abs(other.y - here.y) >=
                                   current_scene.constants.spawn_distance;
            if (free) return here;
        }
        return {-1, -1};
    }

    std::string round(const game::Ask& ask) {
        Info info = told(ask);
        const bool has_capital = inside(info.newCapital);
        player_ai(info);
        std::string stances;
        for (int id = 0; id < start_.players; ++id) {
            bool said = id != start_.player && id < static_cast<int>(info.DiplomaticCommandList.size());
            unsigned stance = said ? static_cast<unsigned>(info.DiplomaticCommandList[id]) : 99;
            stances += !said ? '-' : stance < STANCES.size() ? STANCES[stance] : 'K';
        }
        std::string answer =
            "{\"stances\":\"" + stances + "\",\"bombs\":[" + bombs(info.MilitaryCommandList) + "]";
        TPosition capital = info.newCapital;
        if (capital.x == invalidPos.x && capital.y == invalidPos.y && !has_capital) return answer + "}";
        if (!inside(capital)) capital = {-1, -1};
        return answer + ",\"capital\":" + game::point_text(capital.x, capital.y) + "}";
    }

    // Leaves out bombs that the rules would skip in any case, and those over the limit.
    std::string bombs(const vector<TMilitaryCommand>& list) const {
        std::string text;
        std::size_t count = 0;
        for (const auto& bomb : list) {
            if (!inside(bomb.place) || bomb.bomb_size <= 0) continue;
            if (++count > MOST_BOMBS) {
                std::cerr << "more than " << MOST_BOMBS << " bombs: the rest is left out\n";
                break;
            }
            if (!text.empty()) text += ',';
            text += "[" + std::to_string(bomb.place.x) + "," + std::to_string(bomb.place.y) + "," +
                    std::to_string(bomb.bomb_size) + "]";
        }
        return text;
    }

    Info told(const game::Ask& ask) {
        std::size_t size = start_.resource.size(), players = static_cast<std::size_t>(start_.players);
        if (ask.owner.size() != size || ask.players.size() != players)
            throw game::ProtocolError("a round without a whole board or all players");
        Info info{};
        info.id = start_.player, info.playerSize = start_.players;
        info.rows = start_.rows, info.cols = start_.cols;
        info.round = ask.round;
        info.map = &map_;
        info.backstabUsed = ask.backstab_used;
        info.militaryKernel = kernel_;
        info.mapPointInfo.assign(info.cols, vector<MapPointInfo>(info.rows));
        for (std::size_t at = 0; at < size; ++at)
            point(info, static_cast<int>(at)) = cell(static_cast<int>(at), ask.owner[at]);
        for (int at : ask.sieged) point(info, at).isSieged = true;
        for (const auto& nation : ask.players) {
            info.playerInfo.push_back(country(nation));
            info.DiplomaticCommandList.push_back(usual(info.playerInfo.back().dipStatus));
        }
        info.newCapital = info.playerInfo[info.id].capital;
        return info;
    }

    MapPointInfo& point(Info& info, int at) const {
        TPosition here = position(at);
        return info.mapPointInfo.at(here.x).at(here.y);
    }

    MapPointInfo cell(int at, char letter) const {
        const bool seen = letter != '?';
        const TId owner = !seen ? UNKNOWN_PLAYER_ID : letter == '.' ? NEUTRAL_PLAYER_ID : letter - '0';
        return {start_.resource[at], start_.attack[at], start_.defence[at], seen, owner, false};
    }

    static TDiplomaticStatus status(char letter) {
        auto at = STATUS.find(letter);
        return at == std::string::npos ? Undiscovered : static_cast<TDiplomaticStatus>(at);
    }

    PlayerInfo country(const game::Nation& told) const {
        PlayerInfo found{};
        found.dipStatus = status(told.status);
        found.isVisible = told.visible, found.isUnion = told.unions;
        found.mapArea = told.area;
        found.warList = told.wars;
        found.saving = std::max(told.saving, 0);
        found.income = std::max(told.income, 0);
        found.capital = told.capital < 0 ? invalidPos : position(told.capital);
        for (char letter : told.relation) found.relations.push_back(status(letter));
        return found;
    }

    static TDiplomaticCommand usual(TDiplomaticStatus status) {
        return status == Allied ? FormAlliance : status == AtWar ? JustifyWar : KeepNeutral;
    }
};

void play() {
    Line line;
    auto start = std::get<game::Start>(line.read());
    current_scene = start.scene;
    Player player(start);
    while (true) {
        auto message = line.read();
        if (const auto* end = std::get_if<game::End>(&message)) {
            std::cerr << "the end: rank " << end->rank << ", " << end->words << "\n";
            return;
        }
        line.write(player.answer(std::get<game::Ask>(message)));
    }
}

}  // namespace

const xghj::Scene& xghj::scene() { return current_scene; }

int main() {
    std::setvbuf(stdout, nullptr, _IOLBF, 0);
    std::signal(SIGPIPE, SIG_IGN);  // Line::write reports it
    try {
        play();
    } catch (const game::Hangup& gone) {
        std::cerr << gone.what() << "\n";
    }
}

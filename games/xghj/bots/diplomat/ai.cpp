// Diplomat: allied with all countries while there is free land, and with all except one afterwards.
//
// It attacks by surprise: by a backstab that gains much land, and all neighbours in the last round.
// In a war it remembers for each cell whether an attack failed.  When it has lost nearly all land,
// it moves its capital to an ally's land, because countries that survive longer are ranked higher.

#include "capital.hpp"

static const double LEAST = 0.2;    // least land for each coin; for less it saves its money
static const int LITTLE = 10;       // with less free land than this it looks for a victim
static const double GUARD = 1.5, BRAVEST = 200;
static const int LOST = 12;         // with less land in a war it goes into exile
static const double WORTHWHILE = 0.3;  // least share of the victim's land for a backstab

static int victim = -1, justified = 0;
static vector<double> guard;  // the expected defence of each cell, in bombs
static vector<int> planned;   // enemy cells that it tried to take

TMoney birthplacePrice(BaseMap*) { return 1; }

TPosition birthplace(vector<TPosition> chosen, BaseMap* map) { return good_birthplace(chosen, map); }

static void learn(const World& world) {
    guard.resize(world.size, GUARD);
    for (double& each : guard) each = std::max(0.95 * each, GUARD);
    for (int place : planned)
        if (!world.mine(place)) guard[place] = std::min(2.5 * guard[place], BRAVEST);
    planned.clear();
}

struct Situation {
    const Info& info;
    const World& world;
    vector<bool> foe;
    int money;

    Planner planner() const {
        Planner found(world, foe, guard);
        const PlayerInfo& me = info.playerInfo[info.id];
        if (me.capital.x != invalidPos.x) found.add(world.at(me.capital), xghj::scene().constants.capital_bomb(me.income));
        return found;
    }
};

static bool known(const Info& info, int id) {
    return id != info.id && info.playerInfo[id].dipStatus != Undiscovered;
}

// The neighbour at peace with me from whom a backstab gains most, or -1 where none gains enough.
static int best_backstab(const Situation& now) {
    int found = -1, most = 0;
    for (int id = 0; id < now.info.playerSize; ++id) {
        const PlayerInfo& one = now.info.playerInfo[id];
        if (!known(now.info, id) || one.dipStatus == AtWar || now.world.border(id) == 0) continue;
        Situation then = now;
        then.foe[id] = true;
        Planner planner = then.planner();
        planner.plan(now.money, LEAST);
        int gain = 0;
        for (int place = 0; place < now.world.size; ++place)
            gain += planner.taken(place) && now.world.owner[place] == id;
        if (gain > most && gain >= WORTHWHILE * one.mapArea) found = id, most = gain;
    }
    return found;
}

// The neighbour with the least land for its border, the target of a war without a backstab.
static int weakest(const Info& info, const World& world) {
    int found = -1;
    double least = 0;
    for (int id = 0; id < info.playerSize; ++id) {
        if (!known(info, id) || info.playerInfo[id].dipStatus == AtWar) continue;
        int border = world.border(id);
        if (border == 0) continue;
        double strength = static_cast<double>(info.playerInfo[id].mapArea) / border;
        if (found < 0 || strength < least) found = id, least = strength;
    }
    return found;
}

static int wars_of(const Info& info) { return static_cast<int>(info.playerInfo[info.id].warList.size()); }

// Alliances with all countries; a war goes on, unless there are several.
static void usual_stances(Info& info, const World& world) {
    int worst = -1;
    for (int id = 0; id < info.playerSize; ++id)
        if (info.playerInfo[id].dipStatus == AtWar && (worst < 0 || world.border(id) > world.border(worst)))
            worst = id;
    for (int id = 0; id < info.playerSize; ++id) {
        if (!known(info, id)) continue;
        bool war = info.playerInfo[id].dipStatus == AtWar;
        info.DiplomaticCommandList[id] = !war ? FormAlliance : id == worst ? JustifyWar : KeepNeutral;
    }
}

static void choose_war(Info& info, Situation& now) {
    const int patience = xghj::scene().constants.justify_rounds;
    if (victim >= 0 && info.playerInfo[victim].dipStatus == AtWar) victim = -1;
    // Wars with all countries whose land is near, timed to begin in the last round.
    if (now.world.last - info.round < patience) {
        for (int id = 0; id < info.playerSize; ++id)
            if (known(info, id) && now.world.border(id) > 0) info.DiplomaticCommandList[id] = JustifyWar;
        for (int id = 0; id < info.playerSize; ++id)
            if (info.round == now.world.last && known(info, id) && now.world.border(id) > 0) now.foe[id] = true;
        return;
    }
    if (wars_of(info) > 0 || now.planner().targets() >= LITTLE) return;
    int target = info.backstabUsed ? -1 : best_backstab(now);
    if (target >= 0) {
        info.DiplomaticCommandList[target] = Backstab;
        now.foe[target] = true;
        victim = -1;
        return;
    }
    if (victim < 0) victim = weakest(info, now.world), justified = 0;
    if (victim < 0) return;
    info.DiplomaticCommandList[victim] = JustifyWar;
    now.foe[victim] = ++justified >= patience;
}

// The place of a friend that is farthest from enemies, or invalidPos.
template <class Danger>
static TPosition refuge(const Info& info, const World& world, Danger danger) {
    auto steps = world.distances(danger);
    int found = -1;
    for (int place = 0; place < world.size; ++place) {
        int owner = world.owner[place];
        if (owner < 0 || info.playerInfo[owner].dipStatus != Allied) continue;
        if (info.DiplomaticCommandList[owner] != FormAlliance) continue;
        if (found < 0 || steps[place] > steps[found]) found = place;
    }
    return found < 0 ? invalidPos : world.position(found);
}

void player_ai(Info& info) {
    World world(info);
    learn(world);
    Situation now = {info, world, vector<bool>(info.playerSize), info.playerInfo[info.id].saving};
    for (int id = 0; id < info.playerSize; ++id) now.foe[id] = info.playerInfo[id].dipStatus == AtWar;
    usual_stances(info, world);
    choose_war(info, now);
    now.money -= xghj::scene().constants.justify_price *
                 static_cast<int>(std::count(info.DiplomaticCommandList.begin(),
                                             info.DiplomaticCommandList.end(), JustifyWar));

    Planner planner = now.planner();
    info.MilitaryCommandList = planner.plan(now.money, info.round == world.last ? 0 : LEAST);
    for (int place = 0; place < world.size; ++place)
        if (planner.taken(place) && world.owner[place] >= 0) planned.push_back(place);
    auto danger = [&](int place) { return world.owner[place] >= 0 && now.foe[world.owner[place]]; };
    TPosition friendly = refuge(info, world, danger);
    bool flees = info.playerInfo[info.id].mapArea < LOST && wars_of(info) > 0 && friendly.x != invalidPos.x;
    info.newCapital = flees ? friendly : good_capital(world, planner, danger);
}

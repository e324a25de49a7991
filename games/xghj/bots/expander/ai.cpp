// Expander: takes all the free land that it can pay, then makes war on its smallest neighbour.

#include "capital.hpp"

static const double LEAST = 0.25;  // least land for each coin; for less it saves its money
static const int LITTLE = 8;       // with less free land than this it looks for a war
static const double GUARD = 2, BRAVEST = 60;

static int victim = -1, justified = 0;
static double guard = GUARD;  // the expected defence of an enemy's cell, in bombs
static vector<int> planned;   // enemy cells that it tried to take

TMoney birthplacePrice(BaseMap*) { return 1; }

TPosition birthplace(vector<TPosition> chosen, BaseMap* map) { return good_birthplace(chosen, map); }

// The neighbour with the least land that it is not at war with, or -1.
static int smallest_neighbour(const Info& info, const World& world) {
    int found = -1;
    for (int id = 0; id < info.playerSize; ++id) {
        const PlayerInfo& one = info.playerInfo[id];
        if (id == info.id || one.dipStatus == AtWar || one.dipStatus == Undiscovered) continue;
        if (world.border(id) == 0) continue;
        if (found < 0 || one.mapArea < info.playerInfo[found].mapArea) found = id;
    }
    return found;
}

// After a failed attack it expects more defence, after a success less.
static void learn(const World& world) {
    int got = 0, count = static_cast<int>(planned.size());
    for (int place : planned) got += world.mine(place);
    if (count > 0) guard = 2 * got < count ? std::min(2 * guard, BRAVEST) : std::max(0.8 * guard, GUARD);
    planned.clear();
}

void player_ai(Info& info) {
    World world(info);
    learn(world);
    const vector<double> guards(world.size, guard);
    const PlayerInfo& me = info.playerInfo[info.id];
    vector<bool> foe(info.playerSize);
    for (int id = 0; id < info.playerSize; ++id) {
        foe[id] = info.playerInfo[id].dipStatus == AtWar;
        info.DiplomaticCommandList[id] = foe[id] ? JustifyWar : KeepNeutral;
    }
    bool peace = me.warList.empty();
    if (victim >= 0 && info.playerInfo[victim].dipStatus != Neutral) victim = -1, justified = 0;
    if (peace && victim < 0 && Planner(world, foe, guards).targets() < LITTLE)
        victim = smallest_neighbour(info, world), justified = 0;
    int money = me.saving;
    if (victim >= 0) {
        info.DiplomaticCommandList[victim] = JustifyWar;
        // War begins in the round in which it has been justified often enough.
        foe[victim] = ++justified >= xghj::scene().constants.justify_rounds;
    }
    money -= xghj::scene().constants.justify_price *
             static_cast<int>(std::count(info.DiplomaticCommandList.begin(),
                                         info.DiplomaticCommandList.end(), JustifyWar));

    Planner planner(world, foe, guards);
    if (me.capital.x != invalidPos.x) planner.add(world.at(me.capital), xghj::scene().constants.capital_bomb(me.income));
    info.MilitaryCommandList = planner.plan(money, info.round == world.last ? 0 : LEAST);
    for (int place = 0; place < world.size; ++place)
        if (planner.taken(place) && world.owner[place] >= 0) planned.push_back(place);
    info.newCapital = good_capital(world, planner, [&](int place) {
        return world.owner[place] >= 0 && foe[world.owner[place]];
    });
}

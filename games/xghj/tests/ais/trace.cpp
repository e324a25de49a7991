// Prints all that it is told as numbers, one line a round, and answers nothing of its own.
#include "definition.h"

static void print(TPosition at) { std::cerr << at.x << " " << at.y << " "; }

TMoney birthplacePrice(BaseMap* map) {
    auto resource = map->getMapRes();
    auto attack = map->getMapAtk();
    auto defence = map->getMapDef();
    std::cerr << "ground " << map->getCols() << " " << map->getRows() << " ";
    for (int x = 0; x < map->getCols(); ++x)
        for (int y = 0; y < map->getRows(); ++y)
            std::cerr << resource[x][y] << " " << attack[x][y] << " " << defence[x][y] << " ";
    const xghj::Constants& rules = xghj::scene().constants;
    for (int number : {rules.max_round, rules.initial_money, rules.bomb_cost, rules.suppress_limit,
                       rules.capital_influence, rules.city_income, rules.corruption, rules.justify_rounds,
                       rules.justify_price, rules.border, rules.spawn_distance, rules.spawn_anywhere})
        std::cerr << number << " ";
    xghj::Constants dear = rules;
    dear.bomb_cost = 3;
    for (int income : {0, 10, 11, 101}) std::cerr << dear.capital_bomb(income) << " ";
    for (const auto& point : xghj::scene().points) print(point.place), std::cerr << point.tags.size() << " ";
    std::cerr << xghj::scene().names.size() << " " << xghj::scene().words.size() << "\n";
    return 1;
}

TPosition birthplace(vector<TPosition> chosen, BaseMap*) {
    std::cerr << "chosen ";
    for (TPosition at : chosen) print(at);
    std::cerr << "\n";
    return {0, 0};
}

void player_ai(Info& info) {
    std::cerr << "round " << info.id << " " << info.playerSize << " " << info.rows << " " << info.cols << " "
              << info.round << " " << info.backstabUsed << " ";
    for (const PlayerInfo& one : info.playerInfo) {
        std::cerr << one.dipStatus << " " << one.isVisible << " " << one.isUnion << " " << one.mapArea << " "
                  << one.saving << " " << one.income << " ";
        print(one.capital);
        std::cerr << one.warList.size() << " " << one.relations.size() << " ";
        for (TId id : one.warList) std::cerr << id << " ";
        for (TDiplomaticStatus status : one.relations) std::cerr << status << " ";
    }
    for (const auto& column : info.mapPointInfo)
        for (const MapPointInfo& cell : column)
            std::cerr << cell.isVisible << " " << cell.owner << " " << cell.isSieged << " ";
    for (const auto& row : info.militaryKernel)
        for (float weight : row) std::cerr << std::lround(weight * 10000) << " ";
    for (const auto& mark : xghj::scene().marks) print(mark.place), std::cerr << mark.player << " ";
    for (TDiplomaticCommand command : info.DiplomaticCommandList) std::cerr << command << " ";
    print(info.newCapital);
    std::cerr << info.MilitaryCommandList.size() << "\n";
}

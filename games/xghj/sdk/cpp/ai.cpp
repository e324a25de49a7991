// Your AI.  Put your own file here, or change this one.
//
// This sample takes free land with bombs of a useful size and offers alliances to all countries.

#include "definition.h"

static const int REACH = MILITARY_KERNEL_SIZE - 1;

static int distance(TPosition a, TPosition b) { return abs(a.x - b.x) + abs(a.y - b.y); }

TMoney birthplacePrice(BaseMap*) { return 1; }

// The place with the most resources around it, far enough from the others.
TPosition birthplace(vector<TPosition> chosen, BaseMap* map) {
    vector<vector<TMoney> > resource = map->getMapRes();
    vector<vector<TMilitary> > attack = map->getMapAtk();
    TPosition best = {0, 0};
    int most = -1;
    for (int x = 0; x < map->getCols(); ++x)
        for (int y = 0; y < map->getRows(); ++y) {
            TPosition here = {x, y};
            int apart = 8;
            for (TPosition other : chosen) apart = std::min(apart, distance(here, other));
            if (attack[x][y] == 0 || apart < MIN_ABS_DIST_BETWEEN_CAP) continue;
            int worth = 20 * apart;
            for (int i = std::max(0, x - REACH); i <= std::min(map->getCols() - 1, x + REACH); ++i)
                for (int j = std::max(0, y - REACH); j <= std::min(map->getRows() - 1, y + REACH); ++j)
                    if (attack[i][j] > 0) worth += 1 + resource[i][j];
            if (worth > most) most = worth, best = here;
        }
    return best;
}

// The number of free cells near a place that countries can take.
static int free_cells(const Info& info, const vector<vector<TMilitary> >& attack, int x, int y) {
    int count = 0;
    for (int i = std::max(0, x - 2); i <= std::min(info.cols - 1, x + 2); ++i)
        for (int j = std::max(0, y - 2); j <= std::min(info.rows - 1, y + 2); ++j)
            count += attack[i][j] > 0 && info.mapPointInfo[i][j].owner == NEUTRAL_PLAYER_ID;
    return count;
}

// The smallest bomb there that takes the free cells beside it and those two steps away.
static int useful_size(const Info& info, const vector<vector<TMilitary> >& attack, int x, int y) {
    float reach = attack[x][y] * info.militaryKernel[REACH + 2][REACH];
    return reach > 0 ? static_cast<int>(SUPPESS_LIMIT / reach) + 1 : 0;
}

void player_ai(Info& info) {
    for (int id = 0; id < info.playerSize; ++id)
        if (info.playerInfo[id].dipStatus != Undiscovered) info.DiplomaticCommandList[id] = FormAlliance;

    // My cells, those with the most free cells around them first.
    vector<vector<TMilitary> > attack = info.map->getMapAtk();
    vector<std::pair<int, TPosition> > places;
    for (int x = 0; x < info.cols; ++x)
        for (int y = 0; y < info.rows; ++y)
            if (info.mapPointInfo[x][y].owner == info.id)
                places.push_back(std::make_pair(free_cells(info, attack, x, y), TPosition{x, y}));
    std::stable_sort(places.begin(), places.end(),
                     [](const auto& a, const auto& b) { return a.first > b.first; });

    int money = info.playerInfo[info.id].saving;
    vector<TPosition> bombed;
    for (const auto& one : places) {
        TPosition here = one.second;
        int size = useful_size(info, attack, here.x, here.y);
        bool crowded = false;
        for (TPosition other : bombed) crowded = crowded || distance(here, other) < 4;
        if (one.first < 3 || crowded || size == 0 || size * UNIT_BOMB_COST > money) continue;
        info.MilitaryCommandList.push_back({here, size});
        money -= size * UNIT_BOMB_COST;
        bombed.push_back(here);
    }
}

// In the style of the AIs of the contest's finals: names that came after the listings.
#include "ai.h"
#include <queue>
using namespace std;

static const TPosition AROUND[] = {{1, 0}, {-1, 0}, {0, 1}, {0, -1}};

// A helper that many have under the name of one of the header's.
static bool isPosValid(TPosition p, const Info& info) { return info.map->isPosValid(p); }

static int steps(TPosition a, TPosition b) { return abs((int)a.x - (int)b.x) + abs((int)a.y - (int)b.y); }

struct Goal {
    TPosition place;
    int worth;
    bool operator<(const Goal& other) const { return worth < other.worth; }
};

static int open_around(const Info& info, int x, int y) {
    int open = 0;
    for (TPosition d : AROUND) {
        int fx = x + d.x, fy = y + d.y;
        if (!info.map->isPosValid(fx, fy) || info.map->getMapAtk(fx, fy) == 0) continue;
        const MapPointInfo& cell = info.mapPointInfo[fx][fy];
        if (cell.owner == NEUTRAL_PLAYER_ID) open += 1 + cell.res;
        else if (cell.owner < info.playerSize && info.playerInfo[cell.owner].dipStatus == AtWar) ++open;
    }
    return open;
}

TMoney birthplacePrice(BaseMap* map) { return map->getMapRes(-1, 0) + map->getMapDef(0, map->getRows()); }

TPosition birthplace(vector<TPosition> posSelected, BaseMap* map) {
    for (TMap x = 1; x < map->getCols(); ++x)
        for (TMap y = 1; y < map->getRows(); ++y) {
            TPosition p = {x, y};
            bool good = map->getMapAtk(p.x, p.y) > 0 && map->getMapRes(x, y) > 0 && map->getMapDef(x, y) > 0;
            for (TPosition other : posSelected) good = good && steps(other, p) >= MIN_ABS_DIST_BETWEEN_CAP;
            if (good) return p;
        }
    return INVALID_POSITION;
}

void player_ai(Info& info) {
    bool same = true;
    priority_queue<Goal> goals;
    for (TMap x = 0; x < info.cols; ++x)
        for (TMap y = 0; y < info.rows; ++y) {
            const MapPointInfo& cell = info.mapPointInfo[x][y];
            same = same && cell.res == info.map->getMapRes(x, y) && cell.atk == info.map->getMapAtk()[x][y] &&
                   cell.def == info.map->getMapDef(x, y);
            if (cell.owner != info.id || !isPosValid({x, y}, info)) continue;
            if (int open = open_around(info, x, y)) goals.push({{x, y}, open * cell.atk / max(1, cell.def)});
        }
    if (info.round == 1) cout << "the cells " << (same ? "have" : "lack") << " the map's numbers" << endl;
    PlayerInfo& me = info.playerInfo[info.id];
    int count = min((int)goals.size(), min(MILITARY_COUNT_LIMIT, me.saving / 5));
    TMoney kept = info.round >= STRICT_ROUND_START ? 0 : (TMoney)(UNIT_AREA_ALLY_COST * me.mapArea);
    for (int i = 0; i < count; ++i, goals.pop())
        info.MilitaryCommandList.push_back({goals.top().place, (me.saving - kept) / count});
    if (!isPosValid(me.capital) || isPosEqual(me.capital, INVALID_POSITION)) info.newCapital = INVALID_POSITION;
}

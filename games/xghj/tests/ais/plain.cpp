/* An AI as a contestant writes it: the listing of the rules, the usual namespace, prints everywhere. */
#include "definition.h"
#include <map>
#include <queue>
using namespace std;

const int dx[] = {1, -1, 0, 0}, dy[] = {0, 0, 1, -1};
int lastArea = 1;
map<int, int> seen;

TMoney birthplacePrice(BaseMap* map) {
    printf("the map has %d rows\n", map->getRows());
    return 3;
}

TPosition birthplace(vector<TPosition> posSelected, BaseMap* map) {
    TPosition pos;
    pos.x = map->getCols() / 2;
    pos.y = map->getRows() / 2;
    while (true) {
        bool ok = map->getMapAtk()[pos.x][pos.y] > 0;
        for (size_t i = 0; i < posSelected.size(); i++)
            if (abs(posSelected[i].x - pos.x) + abs(posSelected[i].y - pos.y) < MIN_ABS_DIST_BETWEEN_CAP) ok = false;
        if (ok) return pos;
        pos.x = (pos.x + 1) % map->getCols();
    }
}

void player_ai(Info& info) {
    int money = info.playerInfo[info.id].saving;
    cout << "Round " << info.round << " money " << money << endl;
    string line;
    if (getline(cin, line)) cout << "there is input: " << line << endl;
    for (TId i = 0; i < info.playerSize; ++i) {
        if (i == info.id) continue;
        if (info.playerInfo[i].dipStatus == Neutral && info.playerInfo[i].mapArea < lastArea)
            info.DiplomaticCommandList[i] = JustifyWar;
    }
    vector<vector<TMoney> > mapRes = info.map->getMapRes();
    priority_queue<pair<int, pair<int, int> > > border;
    lastArea = 0;
    for (TMap x = 0; x < info.cols; ++x)
        for (TMap y = 0; y < info.rows; ++y) {
            MapPointInfo mpi = info.mapPointInfo[x][y];
            if (!mpi.isVisible || mpi.owner != info.id) continue;
            ++lastArea;
            int free = 0;
            for (int d = 0; d < 4; ++d) {
                int a = x + dx[d], b = y + dy[d];
                if (a < 0 || b < 0 || a >= info.cols || b >= info.rows) continue;
                if (info.mapPointInfo[a][b].owner != info.id) free += 1 + mapRes[a][b];
            }
            if (free) border.push(make_pair(free, make_pair(x, y)));
        }
    seen[info.round] = lastArea;
    while (money >= 6 && !border.empty()) {
        TMilitaryCommand c;
        c.place.x = border.top().second.first;
        c.place.y = border.top().second.second;
        c.bomb_size = 6;
        border.pop();
        info.MilitaryCommandList.push_back(c);
        money -= c.bomb_size * UNIT_BOMB_COST;
    }
}

// An AI that was a library for another system: exported functions, another header's name, references.
#include "ai.h"

#define XGHJ_API extern "C" __declspec(dllexport)

class Commander {
public:
    static Commander& instance() {
        static Commander one;
        return one;
    }
    void think(Info& info) {
        TPosition home = info.playerInfo[info.id].capital;
        if (home.x == invalidPos.x) return;
        TMilitaryCommand command = {home, (TMilitary)(info.playerInfo[info.id].saving / 2)};
        if (command.bomb_size > 0) info.MilitaryCommandList.push_back(command);
        // Red alert: the base walks about.
        for (int x = 0; x < info.cols; x++)
            for (int y = 0; y < info.rows; y++)
                if (info.mapPointInfo[x][y].owner == info.id && (x + y + info.round) % 3 == 0) {
                    info.newCapital.x = x;
                    info.newCapital.y = y;
                }
        // More than this board has, and out of it: nobody minds.
        for (int i = 0; i < 3000; ++i) info.MilitaryCommandList.push_back({{-1, i}, i});
        for (int i = 0; i < 3000; ++i) info.MilitaryCommandList.push_back({home, 1000000000});
        rounds_[info.round % MAX_ROUND]++;
        for (TId id = 0; id < info.playerSize; ++id)
            info.DiplomaticCommandList[id] = static_cast<TDiplomaticCommand>(info.round == 3 ? 7 : Backstab);
    }

private:
    int rounds_[MAX_ROUND] = {0};
};

XGHJ_API TMoney birthplacePrice(BaseMap*) { return -5; }

XGHJ_API TPosition birthplace(vector<TPosition>& posSelected, BaseMap* map) {
    cout << "chosen before me: " << posSelected.size() << endl;
    return TPosition{(TMap)(map->getCols() - 1), (TMap)(map->getRows() - 1)};
}

XGHJ_API void player_ai(Info& info) { Commander::instance().think(info); }

// As in the first AIs of the third version: no function is given the map.
#include "ai.h"

TMoney birthplacePrice(void) { return 2; }

TPosition birthplace(vector<TPosition> posSelected) {
    TPosition pos = {4, 5};
    for (size_t i = 0; i < posSelected.size(); i++)
        if (isPosEqual(posSelected[i], pos)) pos.x = 8;
    return pos;
}

void player_ai(Info& info) {}

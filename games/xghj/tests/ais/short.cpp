// 只写了一个函数
#include "definition.h"

static float power(const Info& info, int dx, int dy)
{
    return info.militaryKernel[dx + MILITARY_KERNEL_SIZE - 1][dy + MILITARY_KERNEL_SIZE - 1];
}

void player_ai(Info& info)
{
	TPosition p = info.playerInfo[info.id].capital; // 首都
	int need = 1;
	while (need * power(info, 1, 0) * info.map->getMapAtk()[p.x][p.y] <= SUPPESS_LIMIT) ++need;
	if (info.backstabUsed) return;
	info.MilitaryCommandList.push_back({p, need});
	for (TId id : info.playerInfo[info.id].warList) info.DiplomaticCommandList[id] = KeepNeutral;
}

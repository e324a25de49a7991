// Your AI.  Change these three functions.
//
// This sample takes free land with bombs of a useful size and offers alliances to all countries.
import { KERNEL_REACH } from "./constants.js";
import { DiplomaticCommand, DiplomaticStatus, NEUTRAL_PLAYER_ID } from "./definition.js";

// Your bid: higher bids choose their places earlier, and you pay it in any case.
export function birthplacePrice(map) {
    return 1;
}

// The place with the most resources around it, far enough from the others.
export function birthplace(chosen, map) {
    let best = { x: 0, y: 0 };
    let most = -1;
    for (const here of around(map, best, Math.max(map.cols, map.rows))) {
        const apart = Math.min(8, ...chosen.map((other) => distance(here, other)));
        if (!map.attack[here.x][here.y] || apart < map.constants.spawnDistance) continue;
        let worth = 20 * apart;
        for (const { x, y } of around(map, here, KERNEL_REACH)) {
            if (map.attack[x][y]) worth += 1 + map.resource[x][y];
        }
        if (worth > most) [best, most] = [here, worth];
    }
    return best;
}

// Write your orders for this round into `info`.
export function playerAi(info) {
    info.playerInfo.forEach((player, id) => {
        if (player.dipStatus !== DiplomaticStatus.UNDISCOVERED) {
            info.diplomaticCommands[id] = DiplomaticCommand.FORM_ALLIANCE;
        }
    });

    // My cells, those with the most free cells around them first.
    const own = [];
    for (let x = 0; x < info.cols; ++x) {
        for (let y = 0; y < info.rows; ++y) {
            const place = { x, y };
            if (info.owner(place) === info.id) own.push({ place, free: freeCells(info, place) });
        }
    }
    own.sort((a, b) => b.free - a.free);

    let money = info.me.saving;
    const bombed = [];
    for (const { place, free } of own) {
        const size = usefulSize(info.map, place);
        const price = size * info.map.constants.bombCost;
        const crowded = bombed.some((other) => distance(place, other) < KERNEL_REACH);
        if (free < 3 || crowded || size === 0 || price > money) continue;
        info.bomb(place, size);
        money -= price;
        bombed.push(place);
    }
}

function distance(a, b) {
    return Math.abs(a.x - b.x) + Math.abs(a.y - b.y);
}

// The cells at most `reach` columns and rows away.
function around(map, { x, y }, reach) {
    const found = [];
    for (let i = Math.max(0, x - reach); i <= Math.min(map.cols - 1, x + reach); ++i) {
        for (let j = Math.max(0, y - reach); j <= Math.min(map.rows - 1, y + reach); ++j) {
            found.push({ x: i, y: j });
        }
    }
    return found;
}

// The number of free cells near a place that countries can take.
function freeCells(info, place) {
    const open = ({ x, y }) => info.map.attack[x][y] > 0;
    return around(info.map, place, 2).filter(
        (cell) => open(cell) && info.owner(cell) === NEUTRAL_PLAYER_ID,
    ).length;
}

// The smallest bomb there that takes the free cells beside it and those two steps away.
function usefulSize(map, { x, y }) {
    const reach = map.attack[x][y] * map.militaryKernel[KERNEL_REACH + 2][KERNEL_REACH];
    return reach > 0 ? Math.floor(map.constants.suppressLimit / reach) + 1 : 0;
}

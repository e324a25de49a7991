// Prints what the referee tells, as numbers, one line a round, and answers nothing of its own.
import { Rules } from "./definition.js";

const point = (at) => (at ? [at.x, at.y] : [255, 255]);
const say = (word, values) => console.log([word, ...values.flat(9).map(Number)].join(" "));

export function birthplacePrice(map) {
    const found = [map.cols, map.rows];
    map.resource.forEach((column, x) =>
        column.forEach((value, y) => found.push(value, map.attack[x][y], map.defence[x][y])),
    );
    const dear = Object.assign(new Rules(), map.constants, { bombCost: 3 });
    found.push(Object.values(map.constants), [0, 10, 11, 101].map((income) => dear.capitalBomb(income)));
    found.push(map.points.map((one) => [point(one.place), one.tags.length]));
    say("ground", [...found, map.names.length, map.words.length]);
    return 1;
}

export function birthplace(chosen) {
    say("chosen", chosen.map(point));
    return { x: 0, y: 0 };
}

export function playerAi(info) {
    const countries = info.playerInfo.map((one) => {
        const [wars, relations] = [one.warList ?? [], one.relations ?? []];
        const known = [one.mapArea ?? -1, one.saving ?? 0, one.income ?? 0, point(one.capital)];
        const flags = [one.dipStatus, one.isVisible, one.isUnion];
        return [flags, known, wars.length, relations.length, wars, relations];
    });
    say("round", [
        [info.id, info.playerSize, info.rows, info.cols, info.round, info.backstabUsed],
        countries,
        info.mapPointInfo.flat().map((cell) => [cell.isVisible, cell.owner, cell.isSieged]),
        info.map.militaryKernel.flat().map((weight) => Math.round(weight * 10000)),
        info.marks.map((mark) => [point(mark.place), mark.player ?? -1]),
        info.diplomaticCommands,
        point(info.newCapital),
        info.militaryCommands.length,
    ]);
}

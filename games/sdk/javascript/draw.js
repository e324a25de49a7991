// Drawings for the replay: shapes over the board, numbers in the chart, marks on the bar.
//
// Only you and your team see them, on the page of the match and in replays of your own runs.  Each
// call writes one line to standard error, and counts towards its limit.  Points are the game's own.
//
// Colours: red, orange, yellow, green, teal, blue, purple, pink, brown, grey, white, black.
import { writeSync } from "node:fs";

function write(members) {
    writeSync(2, `#draw ${JSON.stringify(members)}\n`);
}

// Tint cells, each a point such as [x, y].
export function cells(points, color = "blue", layer = "drawing") {
    write({ cells: points, color, layer });
}

// An arrow from a point to another.
export function arrow(start, end, color = "blue", layer = "drawing") {
    write({ arrows: [[...start, ...end]], color, layer });
}

// A circle around a point; the radius is in cells.
export function circle(point, radius = 0.4, color = "blue", layer = "drawing") {
    write({ circles: [[...point, radius]], color, layer });
}

// A short text at a point.
export function text(point, words, color = "blue", layer = "drawing") {
    write({ texts: [[...point, words]], color, layer });
}

// A number of this turn, for the chart.
export function series(name, number) {
    write({ series: { [name]: number } });
}

// A mark on the bar at this turn.
export function mark(label) {
    write({ mark: label });
}

/** Where the acting snake can go, drawn over the board of a person who plays. */

import { drawShape, MARK_SHAPES } from "../../player/canvas.js";
import { kills, OPS } from "./ops.js";
import { snakeOf } from "./state.js";

/** @import { Choices, Place, State } from "./state.js" */
/** @import { Board } from "./draw.js" */

/**
 * Where the snake can go, and what closing a loop would make.
 * @param {Board} board
 * @param {Choices} choices
 * @param {State} state
 * @param {number} seat
 */
export function drawChoices(board, { snake: id, ops }, state, seat) {
  const snake = snakeOf(state, id);
  if (!snake) return;
  const { color } = board.options.palette[seat];
  ops.forEach((entry, number) => {
    const { step, turns = 0 } = OPS[number];
    if (entry.refused !== undefined || !step) return;
    const target = board.at(snake.body[0][0] + step[0], snake.body[0][1] + step[1]);
    for (const event of entry.events) if (event.e === "solid") drawArea(board, event.cells, color);
    if (kills(entry)) drawCross(board, target);
    else drawTarget(board, target, turns, color);
  });
}

/** @param {Board} board @param {Place[]} cells @param {string} color */
function drawArea({ ctx, cell, at }, cells, color) {
  ctx.globalAlpha = 0.22;
  ctx.fillStyle = color;
  for (const [x, y] of cells) {
    const [px, py] = at(x, y);
    ctx.fillRect(px - cell / 2, py - cell / 2, cell, cell);
  }
  ctx.globalAlpha = 1;
}

/** @param {Board} board @param {Place} point  CSS px @param {number} turns  quarters clockwise @param {string} color */
function drawTarget({ ctx, cell, options: { theme } }, [x, y], turns, color) {
  ctx.save();
  ctx.translate(x, y);
  ctx.setLineDash([cell * 0.16, cell * 0.12]);
  ctx.lineWidth = Math.max(1.5, cell * 0.07);
  ctx.strokeStyle = color;
  ctx.strokeRect(-cell * 0.42, -cell * 0.42, cell * 0.84, cell * 0.84);
  ctx.setLineDash([]);
  ctx.rotate((Math.PI / 2) * turns);
  ctx.fillStyle = color;
  ctx.strokeStyle = theme.surface;
  ctx.lineWidth = Math.max(1, cell * 0.05);
  ctx.beginPath();
  ctx.moveTo(0, -cell * 0.26);
  ctx.lineTo(cell * 0.2, cell * 0.1);
  ctx.lineTo(-cell * 0.2, cell * 0.1);
  ctx.closePath();
  ctx.stroke();
  ctx.fill();
  ctx.restore();
}

/** @param {Board} board @param {Place} point  CSS px */
function drawCross({ ctx, cell, options: { theme } }, point) {
  ctx.save();
  ctx.globalAlpha = 0.8;
  drawShape(ctx, MARK_SHAPES.cross, point, { size: cell * 0.24, color: theme.danger });
  ctx.restore();
}

/** Draws the legal actions of a person over the board. */

import { put, ring } from "./icons.js";
import { samePlace } from "./station.js";

/** @import { Choices } from "./state.js" */
/** @import { Floor, Layout } from "./layout.js" */
/** @import { Pos } from "./station.js" */
/** @import { Theme } from "../../player/canvas.js" */
/** @import { Mode } from "./able.js" */
/** @typedef {{mode: Mode, color: string, theme: Theme}} Look */

/**
 * @param {CanvasRenderingContext2D} ctx
 * @param {Layout} layout
 * @param {Look & {choices: Choices, hover: Pos | null}} what
 */
export function drawHints(ctx, { floors }, { choices, mode, color, theme, hover }) {
  const targets = { move: [...choices.moves, ...choices.lifts], blink: choices.blinks, detect: choices.detects }[mode];
  for (const floor of floors) {
    for (const pos of targets) {
      if (pos[2] !== floor.z) continue;
      const near = hover !== null && samePlace(pos, hover);
      drawTarget(ctx, floor, pos, { mode, color, theme, near });
    }
    if (mode !== "move") continue;
    for (const [, pos] of choices.attacks) if (pos[2] === floor.z) drawAim(ctx, floor, pos, theme);
  }
}

/** @param {CanvasRenderingContext2D} ctx @param {Floor} floor @param {Pos} pos @param {Look & {near: boolean}} look */
function drawTarget(ctx, { middle, unit }, pos, { mode, color, theme, near }) {
  const [x, y] = middle(pos);
  const radius = unit * 0.5;
  if (near) {
    ctx.globalAlpha = 0.25;
    ctx.beginPath();
    ctx.arc(x, y, radius, 0, 2 * Math.PI);
    ctx.fillStyle = color;
    ctx.fill();
    ctx.globalAlpha = 1;
  }
  ctx.save();
  ctx.setLineDash(mode === "detect" ? [2, unit * 0.12] : [unit * 0.17, unit * 0.11]);
  ctx.lineCap = mode === "detect" ? "round" : "butt";
  ring(ctx, x, y, radius, mode === "detect" ? theme.accent : color, Math.max(2, unit * 0.075));
  ctx.restore();
  if (mode === "blink") put(ctx, "blink", x, y, unit * 0.2, color, { color: theme.surface, width: 1.5 });
}

/**
 * Corners around a player who can be attacked; they do not cover the player.
 * @param {CanvasRenderingContext2D} ctx
 * @param {Floor} floor
 * @param {Pos} pos
 * @param {Theme} theme
 */
function drawAim(ctx, { middle, unit }, pos, theme) {
  const [x, y] = middle(pos);
  const [half, arm] = [unit * 0.56, unit * 0.22];
  ctx.save();
  ctx.lineCap = ctx.lineJoin = "round";
  ctx.beginPath();
  for (const [dx, dy] of [[1, 1], [1, -1], [-1, -1], [-1, 1]]) {
    ctx.moveTo(x + dx * (half - arm), y + dy * half);
    ctx.lineTo(x + dx * half, y + dy * half);
    ctx.lineTo(x + dx * half, y + dy * (half - arm));
  }
  for (const [width, color] of /** @type {[number, string][]} */ ([[0.15, theme.surface], [0.085, theme.danger]])) {
    ctx.lineWidth = unit * width;
    ctx.strokeStyle = color;
    ctx.stroke();
  }
  ctx.restore();
}

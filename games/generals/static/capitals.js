/** Draws capitals so that they are visible at every size: the player's sign and colour, and a crown. */

import { drawSign, pathOf } from "../../player/canvas.js";
import { SYMBOLS } from "./masks.js";
import { CAPITAL, kindOf, ownerOf } from "./tiles.js";

/** @import { Board } from "./draw.js" */

const SMALL = 18;
const PIECE = 8.5;

/** @param {Board} board */
export function drawCapitals(board) {
  const { picture, layout } = board;
  picture.state.capitals.forEach((place, seat) => {
    if (place < 0 || picture.hidden[place]) return;
    const code = picture.codes[place];
    if (kindOf(code) !== CAPITAL || ownerOf(code) !== seat + 1) return;
    if (layout.cell < SMALL) drawPiece(board, place, seat);
    else drawBadge(board, place, seat);
  });
}

/**
 * For small tiles: a disc with the sign, and a crown on top.
 * @param {Board} board
 * @param {number} place
 * @param {number} seat
 */
function drawPiece({ ctx, layout, options: { palette } }, place, seat) {
  const [x, y] = layout.middle(place);
  const radius = Math.max(5, Math.min(PIECE, layout.cell * 2));
  const style = palette[seat];
  ctx.fillStyle = style.color;
  ctx.strokeStyle = "#ffffff";
  ctx.lineWidth = 1.5;
  ctx.beginPath();
  ctx.arc(x, y, radius, 0, 2 * Math.PI);
  ctx.fill();
  ctx.stroke();
  drawSign(ctx, style, x, y, radius * 0.55, "#ffffff");
  crown(ctx, x, y - radius * 1.45, radius * 1.5);
}

/**
 * For large tiles: the sign in the corner of the tile.
 * @param {Board} board
 * @param {number} place
 * @param {number} seat
 */
function drawBadge({ ctx, layout, options: { palette } }, place, seat) {
  const [x, y] = layout.middle(place);
  const { cell } = layout;
  ctx.strokeStyle = "#ffffff";
  ctx.lineWidth = Math.max(1.5, Math.min(3, cell * 0.05));
  ctx.strokeRect(x - cell / 2 + ctx.lineWidth / 2, y - cell / 2 + ctx.lineWidth / 2, cell - ctx.lineWidth, cell - ctx.lineWidth);
  if (cell < 30) return;
  drawSign(ctx, palette[seat], x - cell * 0.33, y - cell * 0.33, Math.min(8, cell * 0.1), "#ffffff");
}

/** @param {CanvasRenderingContext2D} ctx @param {number} x @param {number} y @param {number} size */
function crown(ctx, x, y, size) {
  ctx.save();
  ctx.translate(x - size / 2, y - size / 2);
  ctx.scale(size, size);
  const path = pathOf(SYMBOLS.crown);
  ctx.lineWidth = 0.28;
  ctx.lineJoin = "round";
  ctx.strokeStyle = "#20242b";
  ctx.stroke(path);
  ctx.fillStyle = "#ffd75e";
  ctx.fill(path);
  ctx.restore();
}

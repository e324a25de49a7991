/** Marks above the picture of a map in the editor: cursor, axes, places of problems. */

/** @type {Record<string, string>} */
const AXES = {
  none: "",
  "left-right": "v",
  "top-bottom": "h",
  rotate: "p",
  four: "vh",
  diagonal: "d",
};

/**
 * @param {import("./surface.js").Surface} surface
 * @param {import("./painter.js").Painter} painter
 * @param {() => {row: number, column: number}[]} problems  places, from 1
 */
export function marksOf(surface, painter, problems) {
  return (/** @type {CanvasRenderingContext2D} */ ctx) => {
    const { theme } = surface.look;
    drawAxes(ctx, surface, AXES[painter.symmetry], theme);
    drawPreview(ctx, surface, painter.preview, theme);
    for (const { row, column } of problems()) drawProblem(ctx, surface, column - 1, row - 1, theme);
    if (painter.cursor) drawCursor(ctx, surface, painter.cursor, theme);
  };
}

/**
 * @param {CanvasRenderingContext2D} ctx
 * @param {{x: number, y: number, size: number, grid: {width: number, height: number}}} rest
 * @param {string} axes
 * @param {import("../../player/canvas.js").Theme} theme
 */
function drawAxes(ctx, { x, y, size, grid: { width, height } }, axes, theme) {
  if (!axes) return;
  const [right, bottom] = [x + width * size, y + height * size];
  const [mx, my] = [(x + right) / 2, (y + bottom) / 2];
  ctx.save();
  ctx.strokeStyle = theme.accent;
  ctx.lineWidth = 1.5;
  ctx.setLineDash([6, 5]);
  ctx.beginPath();
  if (axes.includes("v")) path(ctx, mx, y, mx, bottom);
  if (axes.includes("h")) path(ctx, x, my, right, my);
  if (axes.includes("d") && width === height) path(ctx, x, y, right, bottom);
  if (axes.includes("p")) {
    ctx.moveTo(mx + 7, my);
    ctx.arc(mx, my, 7, 0, 2 * Math.PI);
  }
  ctx.stroke();
  ctx.restore();
}

/**
 * @param {CanvasRenderingContext2D} ctx
 * @param {number} x0
 * @param {number} y0
 * @param {number} x1
 * @param {number} y1
 */
function path(ctx, x0, y0, x1, y1) {
  ctx.moveTo(x0, y0);
  ctx.lineTo(x1, y1);
}

/**
 * @param {CanvasRenderingContext2D} ctx
 * @param {{x: number, y: number, size: number, grid: {width: number}}} rest
 * @param {number[]} cells
 * @param {import("../../player/canvas.js").Theme} theme
 */
function drawPreview(ctx, { x, y, size, grid: { width } }, cells, theme) {
  if (!cells.length) return;
  ctx.fillStyle = theme.accent;
  ctx.globalAlpha = 0.55;
  for (const cell of cells) {
    ctx.fillRect(x + (cell % width) * size, y + Math.floor(cell / width) * size, size, size);
  }
  ctx.globalAlpha = 1;
}

/**
 * A dark and a light frame, one of which is seen on any ground.
 * @param {CanvasRenderingContext2D} ctx
 * @param {{x: number, y: number, size: number}} rest
 * @param {{x: number, y: number}} cell
 * @param {import("../../player/canvas.js").Theme} theme
 */
function drawCursor(ctx, { x, y, size }, cell, theme) {
  const [left, top] = [x + cell.x * size, y + cell.y * size];
  ctx.lineWidth = 3;
  ctx.strokeStyle = theme.dark ? "#000000" : "#ffffff";
  ctx.strokeRect(left - 0.5, top - 0.5, size + 1, size + 1);
  ctx.lineWidth = 1.5;
  ctx.strokeStyle = theme.dark ? "#ffffff" : "#000000";
  ctx.strokeRect(left - 0.5, top - 0.5, size + 1, size + 1);
}

/**
 * @param {CanvasRenderingContext2D} ctx
 * @param {{x: number, y: number, size: number}} rest
 * @param {number} column
 * @param {number} row
 * @param {import("../../player/canvas.js").Theme} theme
 */
function drawProblem(ctx, { x, y, size }, column, row, theme) {
  ctx.lineWidth = 2;
  ctx.strokeStyle = theme.danger;
  ctx.strokeRect(x + column * size - 2, y + row * size - 2, size + 4, size + 4);
}

/** The items of a half by rounds: the whole list is known before the first move. */

import { drawGround, layout } from "./draw.js";
import { isRay, ITEM_ROUNDS, itemWords } from "./items.js";

/** @import { Item, Scene } from "./state.js" */
/** @import { Theme } from "../../player/canvas.js" */
/** @import { Board } from "./draw.js" */

/**
 * The small board is too small for what is written on an item.
 * @param {Board} board
 * @param {Item} item
 * @param {Theme} theme
 */
function drawDot({ ctx, cell, at }, [x, y, , type], theme) {
  ctx.beginPath();
  ctx.arc(...at(x, y), cell * 0.5, 0, 2 * Math.PI);
  ctx.fillStyle = isRay(type) ? theme.warn : theme.ok;
  ctx.fill();
}

/** Items that lie on the board in a round, unless they were eaten. @param {Scene} scene @param {number} round */
function lying(scene, round) {
  return [...scene.items.keys()].filter((id) => scene.items[id][2] <= round && round < scene.items[id][2] + ITEM_ROUNDS);
}

/** @type {import("../../player/forecast.js").Timeline<Scene>} */
export const timeline = {
  title: "Items",
  turns: (scene) => scene.rounds,
  marks: (scene) =>
    scene.items.map(([, , time, type]) => ({ from: time, until: time + ITEM_ROUNDS - 1, kind: isRay(type) ? "warn" : "ok" })),
  draw(ctx, scene, round, size) {
    const board = layout(ctx, { ...size, scene, palette: [], view: null, layers: new Set(), events: [] });
    ctx.clearRect(0, 0, size.width, size.height);
    drawGround(board);
    for (const id of lying(scene, round)) drawDot(board, scene.items[id], size.theme);
  },
  words(scene, round) {
    const told = lying(scene, round).map((id) => {
      const [x, y, time, type, param] = scene.items[id];
      const item = `${itemWords(type, param)} at (${x}, ${y})`;
      return time === round ? `${item}, new` : item;
    });
    return told.length ? told.join("; ") : "no items";
  },
};

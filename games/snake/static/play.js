/**
 * Snake played by a person: a pad of the four moves, the ray and the split, for the snake whose
 * turn it is.  What the rules forbid is disabled and says why; what an op would do is drawn.
 */

import { arrow, button } from "../../play/dom.js";
import { make } from "../../shared/dom.js";
import { drawShape, MARK_SHAPES } from "../../player/canvas.js";
import { layout } from "./draw.js";
import { isRay, itemWords } from "./items.js";
import { numberOf, snakeOf } from "./state.js";

/** The items to come are shown in the beginning. */
export const layers = ["coordinates", "upcoming"];

export const where = (state, scene) => `round ${state.round} of ${scene.rounds}`;
export const turnOf = (state) => state.round;

/** In the order of their codes, from 1. */
const OPS = [
  { name: "right", turns: 1, keys: ["ArrowRight", "d"], step: [1, 0] },
  { name: "up", turns: 0, keys: ["ArrowUp", "w"], step: [0, 1] },
  { name: "left", turns: 3, keys: ["ArrowLeft", "a"], step: [-1, 0] },
  { name: "down", turns: 2, keys: ["ArrowDown", "s"], step: [0, -1] },
  { name: "fire the ray", keys: ["f", "5"] },
  { name: "split", keys: ["x", "6"] },
];
const [RAY, SPLIT] = [5, 6];
const DEATHS = { edge: "leaves the board and dies", wall: "hits a wall and dies", snake: "hits a snake and dies" };
/** Where each button stands on the pad: column and row. */
const PLACES = [[3, 2], [2, 1], [1, 2], [2, 3]];
const SWIPE_PX = 22;

/** What an op would do, in words. */
function fate(entry, scene) {
  if (entry.refused) return entry.refused;
  for (const event of entry.events) {
    if (event.e === "die" && DEATHS[event.why]) return DEATHS[event.why];
    if (event.e === "solid") return `becomes ${event.cells.length} wall cells`;
    if (event.e === "ray") return `melts ${event.cells.length} wall cells`;
    if (event.e === "split") return `splits off snake ${numberOf(event.new)}`;
    if (event.e === "move" && event.item >= 0) {
      const [, , , type, param] = scene.items[event.item];
      return isRay(type) ? "takes a ray" : `eats ${itemWords(type, param)}`;
    }
  }
  return "";
}

const kills = (entry) => !entry.refused && entry.events.some((event) => event.e === "die" && DEATHS[event.why]);

/** @param {import("../../play/contract.js").Host} host @returns {import("../../play/contract.js").Controls} */
export function controls(host) {
  const { scene } = host;
  const middle = make("span", { className: "play-pad-middle" });
  const pad = make("div", { className: "play-pad" }, middle);
  middle.style.gridArea = "2 / 2";
  const column = make("div", { className: "play-column" });
  const buttons = OPS.map(({ name, turns }, i) => {
    const move = turns !== undefined;
    const one = button(move ? arrow(turns) : name[0].toUpperCase() + name.slice(1), () => act(i + 1), { name, data: { op: i + 1 } });
    if (move) one.style.gridArea = `${PLACES[i][1]} / ${PLACES[i][0]}`;
    (move ? pad : column).append(one);
    return one;
  });
  const note = make("p", { className: "play-note" });
  column.append(note);
  host.root.append(make("div", { className: "play-pad-wide" }, pad, column));
  /** @type {any} the choices of the question that is open, */
  let asked = null;
  /** @type {any} and again, but for the time in which an answer is on its way */
  let choices = null;
  /** @type {import("../../play/contract.js").Point | null} */
  let pulled = null;

  function show() {
    const open = choices !== null;
    buttons.forEach((one, i) => {
      const entry = choices?.ops[i];
      const words = entry ? fate(entry, scene) : "";
      one.disabled = !open || Boolean(entry.refused);
      one.classList.toggle("is-deadly", Boolean(entry) && kills(entry));
      one.title = words ? `${OPS[i].name}: ${words}` : OPS[i].name;
      one.setAttribute("aria-label", words ? `${OPS[i].name}, ${words}` : OPS[i].name);
    });
    const snake = open ? snakeOf(host.state, choices.snake) : null;
    middle.textContent = snake ? `snake ${numberOf(snake.id)}` : "";
    note.textContent = snake ? snakeWords(snake) : "";
    host.board.redraw();
  }

  function snakeWords({ body, bank, ray }) {
    const parts = [`length ${body.length}`];
    if (bank) parts.push(`grows by ${bank} more`);
    if (ray >= 0) parts.push("holds a ray");
    return parts.join(", ");
  }

  async function act(op) {
    const entry = choices?.ops[op - 1];
    if (!entry) return;
    if (entry.refused) {
      host.say(`Not ${OPS[op - 1].name}: ${entry.refused}.`);
      return;
    }
    const before = choices;
    choices = null;
    show();
    const { ok } = await host.send(op);
    // Another question may have come meanwhile.
    if (!ok && choices === null && asked === before) choices = before;
    show();
  }

  return {
    keys: [
      ["← ↑ → ↓ or W A S D", "move the snake whose turn it is"],
      ["F", "fire its ray"],
      ["X", "split it"],
    ],
    ask(question) {
      asked = choices = question.choices;
      show();
      const snake = snakeOf(host.state, choices.snake);
      const able = choices.ops.flatMap((entry, i) => (entry.refused ? [] : [fate(entry, scene) ? `${OPS[i].name} (${fate(entry, scene)})` : OPS[i].name]));
      return `Your turn with snake ${numberOf(choices.snake)} at (${snake?.body[0].join(", ")}), round ${host.state.round}. It can go ${able.join(", ")}`;
    },
    closed() {
      asked = choices = null;
      show();
    },
    key(event) {
      const at = OPS.findIndex(({ keys }) => keys.includes(event.key) || keys.includes(event.key.toLowerCase()));
      if (at < 0 || (event.shiftKey && event.key.length > 1)) return false;
      // A key that is held down must not drive the snake into a wall.
      if (!event.repeat) act(at + 1);
      return true;
    },
    press(point) {
      pulled = point;
      return true;
    },
    /** A swipe moves that way, a tap towards the cell. */
    drop(point, moved) {
      if (choices === null || !pulled) return;
      let [dx, dy] = [point.x - pulled.x, point.y - pulled.y];
      if (!moved) {
        const { at } = layout(/** @type {CanvasRenderingContext2D} */ (host.board.canvas.getContext("2d")), host.board.options);
        const snake = snakeOf(host.state, choices.snake);
        if (!snake) return;
        const [x, y] = at(...snake.body[0]);
        [dx, dy] = [point.x - x, point.y - y];
      }
      if (Math.hypot(dx, dy) < SWIPE_PX / (moved ? 1 : 2)) return;
      const across = Math.abs(dx) > Math.abs(dy);
      act(across ? (dx > 0 ? 1 : 3) : (dy > 0 ? 4 : 2));
    },
    draw(ctx, options) {
      if (choices !== null) drawChoices(layout(ctx, options), choices, host);
    },
  };
}

/** Where the snake can go, and what closing a loop would make. */
function drawChoices({ ctx, cell, at, options: { theme, palette } }, { snake: id, ops }, { state, seat }) {
  const snake = snakeOf(state, id);
  if (!snake) return;
  const { color } = palette[seat];
  ops.forEach((entry, i) => {
    if (entry.refused || i + 1 === RAY || i + 1 === SPLIT) return;
    const [dx, dy] = OPS[i].step ?? [0, 0];
    const target = [snake.body[0][0] + dx, snake.body[0][1] + dy];
    for (const event of entry.events) if (event.e === "solid") drawArea(ctx, cell, at, event.cells, color);
    if (kills(entry)) drawCross(ctx, cell, at(...target), theme);
    else drawTarget(ctx, cell, at(...target), i, color, theme);
  });
}

function drawArea(ctx, cell, at, cells, color) {
  ctx.globalAlpha = 0.22;
  ctx.fillStyle = color;
  for (const [x, y] of cells) {
    const [px, py] = at(x, y);
    ctx.fillRect(px - cell / 2, py - cell / 2, cell, cell);
  }
  ctx.globalAlpha = 1;
}

function drawTarget(ctx, cell, [x, y], op, color, theme) {
  ctx.save();
  ctx.translate(x, y);
  ctx.setLineDash([cell * 0.16, cell * 0.12]);
  ctx.lineWidth = Math.max(1.5, cell * 0.07);
  ctx.strokeStyle = color;
  ctx.strokeRect(-cell * 0.42, -cell * 0.42, cell * 0.84, cell * 0.84);
  ctx.setLineDash([]);
  ctx.rotate((Math.PI / 2) * (OPS[op].turns ?? 0));
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

function drawCross(ctx, cell, point, theme) {
  ctx.save();
  ctx.globalAlpha = 0.8;
  drawShape(ctx, MARK_SHAPES.cross, point, { size: cell * 0.24, color: theme.danger });
  ctx.restore();
}

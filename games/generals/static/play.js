/**
 * Controls for a person who plays generals in real time.  The person draws arrows from tile to tile
 * with a finger, the mouse or the keys, and the arrows wait as orders in a queue.  The page sends new
 * orders shortly before the half-turn ends, so that all half-turns are equally long.  A key sends
 * them at once.
 */

import { arrow, button } from "../../play/dom.js";
import { make } from "../../shared/dom.js";
import { tileInWords } from "./coordinates.js";
import { layOut } from "./layout.js";
import { drawOrders } from "./overlays.js";
import { Plan } from "./orders.js";
import { MOUNTAIN, kindOf, ownerOf } from "./tiles.js";

export { stateOf, tell, turnOf, where } from "./seen.js";

/** Not "orders": the controls draw the orders, as they know those that are not sent yet. */
export const layers = ["turn", "coordinates", "sums"];

const WAYS = [
  { letter: "U", name: "up", turns: 0, keys: ["ArrowUp", "w"], step: [-1, 0], at: "1 / 2" },
  { letter: "D", name: "down", turns: 2, keys: ["ArrowDown", "s"], step: [1, 0], at: "2 / 2" },
  { letter: "L", name: "left", turns: 3, keys: ["ArrowLeft", "a"], step: [0, -1], at: "2 / 1" },
  { letter: "R", name: "right", turns: 1, keys: ["ArrowRight", "d"], step: [0, 1], at: "2 / 3" },
];
/** Milliseconds before the end of a half-turn at which orders are sent, to reach the server in time. */
const MARGIN = 220;

/** @param {import("../../play/contract.js").Host} host @returns {import("../../play/contract.js").Controls} */
export function controls(host) {
  const { scene, seat } = host;
  const plan = new Plan();
  /** The chosen tile: [row, column], or null. @type {[number, number] | null} */
  let cursor = null;
  let half = false;
  /** The tile where a finger began to draw, until it leaves that tile. @type {[number, number] | null} */
  let start = null;
  let begun = false;
  let timer = 0;
  let open = false;

  const ways = WAYS.map((way) => {
    const one = button(arrow(way.turns), () => step(way), { name: `Order ${way.name}` });
    one.style.gridArea = way.at;
    return one;
  });
  const halver = button("Half", () => { half = !half; show(); }, { title: "The next order leaves half of the units (H)" });
  const undo = button("Undo", () => order(["undo"]), { title: "Take the last order back (Z)" });
  const clear = button("Clear", () => order(["clear"]), { title: "Take all orders back (Q)" });
  const hurry = button("Now", () => flush(), { kind: "primary", title: "End the half-turn at once (Enter)" });
  const note = make("p", { className: "play-note" });
  host.root.append(
    make("div", { className: "play-pad-wide" },
      make("div", { className: "play-pad" }, ...ways),
      make("div", { className: "play-column" }, make("div", { className: "play-keys" }, halver, hurry), make("div", { className: "play-keys" }, undo, clear))),
    note,
  );

  const inside = (row, column) => row >= 0 && column >= 0 && row < scene.height && column < scene.width;
  const place = (row, column) => row * scene.width + column;

  function tileAt(point) {
    const { left, top, cell } = layOut(host.board.dpr, host.board.options);
    const [row, column] = [Math.floor((point.y - top) / cell), Math.floor((point.x - left) / cell)];
    return inside(row, column) ? /** @type {[number, number]} */ ([row, column]) : null;
  }

  /** Whether an order may lead there, by the player's view. */
  function passable(row, column) {
    return inside(row, column) && kindOf(host.state.tiles.code(place(row, column))) !== MOUNTAIN;
  }

  function tileWords(row, column) {
    const { tiles, half: now } = host.state;
    const code = tiles.code(place(row, column));
    const owner = ownerOf(code);
    const kind = ["unknown", "mountain", "city", "land", "capital", "swamp"][kindOf(code)] ?? "unknown";
    const whose = owner ? (owner - 1 === seat ? "yours" : host.names[owner - 1]) : "nobody's";
    const units = kindOf(code) > MOUNTAIN ? `, ${tiles.units(place(row, column), now)} units, ${whose}` : "";
    return `${tileInWords(row, column)}: ${kind}${units}`;
  }

  function step(way) {
    if (!cursor) {
      choose(homeTile());
      return;
    }
    const [row, column] = [cursor[0] + way.step[0], cursor[1] + way.step[1]];
    if (!passable(row, column)) {
      host.say(`Nothing can go ${way.name} from ${tileInWords(...cursor)}: ${inside(row, column) ? "a mountain is there" : "the board ends there"}.`);
      return;
    }
    if (plan.full) {
      host.say("No more orders fit the queue.");
      return;
    }
    order(["move", ...cursor, way.letter, half]);
    half = false;
    cursor = [row, column];
    show();
  }

  const isOwn = ([row, column]) => ownerOf(host.state.tiles.code(place(row, column))) - 1 === seat;
  const isAt = ([row, column]) => cursor !== null && cursor[0] === row && cursor[1] === column;

  /** A tap on a neighbour of the chosen tile gives an order; any other tap chooses a tile. */
  function pick(tile) {
    const [row, column] = cursor ?? [NaN, NaN];
    const way = WAYS.find(({ step: [x, y] }) => row + x === tile[0] && column + y === tile[1]);
    if (way) step(way);
    else choose(tile);
  }

  /** A fast finger skips tiles: add an order for each tile on the way, up to the first obstacle. */
  function goTo(tile) {
    while (cursor && !isAt(tile)) {
      const [dx, dy] = [tile[0] - cursor[0], tile[1] - cursor[1]];
      const down = Math.abs(dx) >= Math.abs(dy);
      const way = WAYS.find(({ step: [x, y] }) => (down ? x === Math.sign(dx) && y === 0 : x === 0 && y === Math.sign(dy)));
      if (!way || plan.full || !passable(cursor[0] + way.step[0], cursor[1] + way.step[1])) return;
      step(way);
    }
  }

  /** @returns {[number, number]} */
  function homeTile() {
    const { capitals } = host.state;
    return capitals[seat] >= 0 ? [Math.floor(capitals[seat] / scene.width), capitals[seat] % scene.width] : [0, 0];
  }

  function choose(tile) {
    cursor = tile;
    if (tile) host.say(tileWords(tile[0], tile[1]));
    show();
  }

  function order(op) {
    const last = op[0] === "undo" ? plan.queue.list().at(-1) : null;
    plan.add(op);
    if (last) cursor = [last[0], last[1]];
    show();
  }

  /** Send the answer now, even if it is empty. */
  async function flush() {
    clearTimeout(timer);
    if (!open) return;
    open = false;
    const ops = plan.take();
    const { ok, reason } = await host.send(ops, true);
    // If the question has been closed, `closed` has already settled the sent operations.
    if (ok || plan.sent !== ops) return;
    plan.drop();
    open = true;
    host.say(`The orders were refused: ${reason}`);
    show();
  }

  function show() {
    const count = plan.queue.length;
    halver.setAttribute("aria-pressed", String(half));
    undo.disabled = clear.disabled = !count;
    hurry.disabled = !open;
    const at = cursor ? `at ${tileInWords(...cursor)}; ` : "choose a tile of yours; ";
    note.textContent = `${at}${count} order${count === 1 ? "" : "s"} waiting`;
    host.board.redraw();
  }

  const acts = {
    h: () => halver.click(),
    z: () => undo.click(),
    Backspace: () => undo.click(),
    q: () => clear.click(),
    Enter: () => flush(),
    " ": () => choose(homeTile()),
    Escape: () => choose(null),
  };

  return {
    keys: [
      ["← ↑ → ↓ or W A S D", "an order from the chosen tile, which goes along"],
      ["H", "the next order leaves half of the units behind"],
      ["Z", "take the last order back"],
      ["Q", "take all orders back"],
      ["Space", "choose your capital"],
      ["Enter", "end the half-turn at once"],
    ],
    ask({ view, until, prompt }) {
      plan.learn(view.queue);
      open = true;
      // The orders after the dropped one are void too.
      if (prompt.dropped) cursor = [prompt.dropped.order[1], prompt.dropped.order[2]];
      cursor ??= homeTile();
      clearTimeout(timer);
      timer = window.setTimeout(() => plan.added.length && flush(), Math.max(0, until - host.now() - MARGIN));
      show();
      return host.state.half === 0 ? "The game begins. Your capital is chosen: draw arrows from it" : "";
    },
    closed(why) {
      open = false;
      plan.settle(why === "taken");
      show();
    },
    end() {
      open = false;
      clearTimeout(timer);
      show();
    },
    remove: () => clearTimeout(timer),
    key(event) {
      const way = WAYS.find(({ keys }) => keys.includes(event.key) || keys.includes(event.key.toLowerCase()));
      const act = acts[event.key] ?? acts[event.key.toLowerCase()];
      if (way) step(way);
      else act?.();
      return Boolean(way ?? act);
    },
    /** An arrow begins on a tile of one's own, or where the last one ends. */
    press(point) {
      const tile = tileAt(point);
      begun = false;
      start = tile && (isOwn(tile) || isAt(tile)) ? tile : null;
      return start !== null;
    },
    drag(point) {
      const tile = start && tileAt(point);
      if (!tile || !start) return;
      if (!begun && (tile[0] !== start[0] || tile[1] !== start[1])) {
        begun = true;
        if (!isAt(start)) choose(start);
      }
      if (begun) goTo(tile);
    },
    drop() {
      if (start && !begun) pick(start);
      start = null;
    },
    cancel() {
      start = null;
    },
    tap(point) {
      const tile = tileAt(point);
      if (tile) pick(tile);
    },
    draw: (ctx, options) => drawPlan(ctx, options, host, plan, cursor, half),
  };
}

/** The orders, sent and not, and the chosen tile. */
function drawPlan(ctx, options, { board, scene, seat }, plan, cursor, half) {
  const layout = layOut(board.dpr, options);
  const queues = scene.teams.map((_, player) => ({ length: 0, list: (most) => (player === seat ? plan.queue.list(most) : []) }));
  drawOrders({ ctx, layout, picture: { state: { queues } }, options, team: scene.teams[seat] });
  if (!cursor) return;
  const { cell, left, top } = layout;
  const [x, y] = [left + cursor[1] * cell, top + cursor[0] * cell];
  for (const [color, width] of [["#14171c", 5], ["#ffffff", 3]]) {
    ctx.strokeStyle = color;
    ctx.lineWidth = width;
    ctx.setLineDash(half ? [cell * 0.3, cell * 0.2] : []);
    ctx.strokeRect(x + 1, y + 1, cell - 2, cell - 2);
  }
  ctx.setLineDash([]);
}

/**
 * Controls for a person who plays generals in real time.  The person draws arrows from tile to tile
 * with a finger, the mouse or the keys, and the arrows wait as orders in a queue.  The page sends new
 * orders shortly before the half-turn ends, so that all half-turns are equally long.  A key sends
 * them at once.
 */

import { tileInWords } from "./coordinates.js";
import { Field } from "./field.js";
import { layOut } from "./layout.js";
import { drawOrders } from "./overlays.js";
import { Plan } from "./orders.js";
import { Pad, WAYS } from "./pad.js";
import { PLAY } from "./words.js";

export { stateOf, tell, turnOf, where } from "./seen.js";

/** @import { Controls, Host, Point, Question } from "../../play/contract.js" */
/** @import { DrawOptions, Op, Order, Played } from "./state.js" */
/** @import { Tile } from "./field.js" */
/** @import { Way } from "./pad.js" */

/** Not "orders": the controls draw the orders, as they know those that are not sent yet. */
export const layers = ["turn", "coordinates", "sums"];

/** Milliseconds before the end of a half-turn at which orders are sent, to reach the server in time. */
const MARGIN = 220;

/** @param {Host<Played>} host @returns {Controls<Played>} */
export const controls = (host) => new GeneralsControls(host);

class GeneralsControls {
  keys = PLAY.keys;

  plan = new Plan();
  /** The chosen tile. @type {Tile | null} */
  cursor = null;
  /** Whether the next order leaves half of the units behind. */
  half = false;
  /** The tile where a finger began to draw, until it leaves that tile. @type {Tile | null} */
  start = null;
  begun = false;
  timer = 0;
  open = false;

  /** @param {Host<Played>} host */
  constructor(host) {
    this.host = host;
    this.field = new Field(host);
    this.pad = new Pad(host.root, {
      step: (way) => this.#step(way),
      half: () => this.#halve(),
      undo: () => this.#order(["undo"]),
      clear: () => this.#order(["clear"]),
      flush: () => this.#flush(),
    });
    /** @type {Record<string, () => void>} by key */
    this.acts = {
      h: () => this.pad.half.click(),
      z: () => this.pad.undo.click(),
      Backspace: () => this.pad.undo.click(),
      q: () => this.pad.clear.click(),
      Enter: () => this.#flush(),
      " ": () => this.#choose(this.field.home()),
      Escape: () => this.#choose(null),
    };
  }

  #halve() {
    this.half = !this.half;
    this.#show();
  }

  /** An order from the chosen tile, which goes along. @param {Way} way */
  #step(way) {
    const { cursor, field, host, plan } = this;
    if (!cursor) {
      this.#choose(field.home());
      return;
    }
    const next = after(cursor, way);
    if (!field.passable(next)) {
      host.say(PLAY.blocked(way.name, tileInWords(...cursor), field.inside(next)));
      return;
    }
    if (plan.full) {
      host.say(PLAY.full);
      return;
    }
    this.#order(["move", ...cursor, way.letter, this.half]);
    this.half = false;
    this.cursor = next;
    this.#reveal(next);
    this.#show();
  }

  /** A finger that draws has its tile in view. @param {Tile} tile */
  #reveal(tile) {
    const point = this.begun ? null : this.field.pointOf(tile);
    if (point) this.host.board.reveal(point);
  }

  home() {
    return this.host.state ? this.field.pointOf(this.field.home()) : null;
  }

  /** @param {Tile} tile */
  #isAt([row, column]) {
    return this.cursor !== null && this.cursor[0] === row && this.cursor[1] === column;
  }

  /** A tap on a neighbour of the chosen tile gives an order; any other tap chooses a tile. @param {Tile} tile */
  #pick(tile) {
    const [row, column] = this.cursor ?? [NaN, NaN];
    const way = WAYS.find(({ step: [x, y] }) => row + x === tile[0] && column + y === tile[1]);
    if (way) this.#step(way);
    else this.#choose(tile);
  }

  /** A fast finger skips tiles: add an order for each tile on the way, up to the first obstacle. @param {Tile} tile */
  #goTo(tile) {
    while (this.cursor && !this.#isAt(tile)) {
      const way = wayTo(this.cursor, tile);
      if (!way || this.plan.full || !this.field.passable(after(this.cursor, way))) return;
      this.#step(way);
    }
  }

  /** @param {Tile | null} tile */
  #choose(tile) {
    this.cursor = tile;
    if (tile) {
      this.#reveal(tile);
      this.host.say(this.field.words(tile));
    }
    this.#show();
  }

  /** @param {Op} op */
  #order(op) {
    const last = op[0] === "undo" ? this.plan.queue.list().at(-1) : null;
    this.plan.add(op);
    if (last) this.cursor = [last[0], last[1]];
    this.#show();
  }

  /** Send the answer now, even if it is empty. */
  async #flush() {
    const { plan, host } = this;
    clearTimeout(this.timer);
    if (!this.open) return;
    this.open = false;
    const ops = plan.take();
    const { ok, reason } = await host.send(ops, true);
    // If the question has been closed, `closed` has already settled the sent operations.
    if (ok || plan.sent !== ops) return;
    plan.drop();
    this.open = true;
    host.say(PLAY.refused(reason));
    this.#show();
  }

  #show() {
    const { half, open, cursor, plan } = this;
    this.pad.show({ half, open, count: plan.queue.length, at: cursor ? tileInWords(...cursor) : "" });
    this.host.board.redraw();
  }

  /** @param {Question<Played>} question */
  ask({ view, until, prompt }) {
    const { host, plan } = this;
    plan.learn(view.queue);
    this.open = true;
    // The orders after the dropped one are void too.
    if (prompt.dropped) this.cursor = [prompt.dropped.order[1], prompt.dropped.order[2]];
    this.cursor ??= this.field.home();
    clearTimeout(this.timer);
    this.timer = window.setTimeout(() => plan.added.length && this.#flush(), Math.max(0, until - host.now() - MARGIN));
    this.#show();
    return host.state.half === 0 ? PLAY.begins : "";
  }

  /** @param {"taken" | "late" | "gone"} why */
  closed(why) {
    this.open = false;
    this.plan.settle(why === "taken");
    this.#show();
  }

  end() {
    this.open = false;
    clearTimeout(this.timer);
    this.#show();
  }

  remove() {
    clearTimeout(this.timer);
  }

  /** @param {KeyboardEvent} event */
  key(event) {
    const way = WAYS.find(({ keys }) => keys.includes(event.key) || keys.includes(event.key.toLowerCase()));
    const act = this.acts[event.key] ?? this.acts[event.key.toLowerCase()];
    if (way) this.#step(way);
    else act?.();
    return Boolean(way ?? act);
  }

  /** An arrow begins on a tile of one's own, or where the last one ends. @param {Point} point */
  press(point) {
    const tile = this.field.tileAt(point);
    this.begun = false;
    this.start = tile && (this.field.isOwn(tile) || this.#isAt(tile)) ? tile : null;
    return this.start !== null;
  }

  /** @param {Point} point */
  drag(point) {
    const { start } = this;
    const tile = start && this.field.tileAt(point);
    if (!tile || !start) return;
    if (!this.begun && (tile[0] !== start[0] || tile[1] !== start[1])) {
      this.begun = true;
      if (!this.#isAt(start)) this.#choose(start);
    }
    if (this.begun) this.#goTo(tile);
  }

  drop() {
    if (this.start && !this.begun) this.#pick(this.start);
    this.start = null;
    this.begun = false;
  }

  cancel() {
    this.start = null;
    this.begun = false;
  }

  /** @param {Point} point */
  tap(point) {
    const tile = this.field.tileAt(point);
    if (tile) this.#pick(tile);
  }

  /** The orders, sent and not, and the chosen tile. @param {CanvasRenderingContext2D} ctx @param {DrawOptions} options */
  draw(ctx, options) {
    const { board, scene, seat } = this.host;
    const layout = layOut(board.dpr, options);
    const queues = scene.teams.map((_, player) => ({
      /** @param {number} [most] @returns {Order[]} */
      list: (most) => (player === seat ? this.plan.queue.list(most) : []),
    }));
    drawOrders({ ctx, layout, picture: { state: { queues } }, options });
    if (this.cursor) drawCursor(ctx, layout, this.cursor, this.half);
  }
}

/** The next tile that way. @param {Tile} tile @param {Way} way @returns {Tile} */
const after = ([row, column], { step: [down, across] }) => [row + down, column + across];

/** The way that leads from a tile towards another. @param {Tile} from @param {Tile} to */
function wayTo(from, to) {
  const [dx, dy] = [to[0] - from[0], to[1] - from[1]];
  const down = Math.abs(dx) >= Math.abs(dy);
  return WAYS.find(({ step: [x, y] }) => (down ? x === Math.sign(dx) && y === 0 : x === 0 && y === Math.sign(dy)));
}

/**
 * The chosen tile; dashed where the next order leaves half of the units behind.
 * @param {CanvasRenderingContext2D} ctx
 * @param {{cell: number, left: number, top: number}} layout
 * @param {Tile} tile
 * @param {boolean} half
 */
function drawCursor(ctx, { cell, left, top }, [row, column], half) {
  const [x, y] = [left + column * cell, top + row * cell];
  for (const [color, width] of /** @type {[string, number][]} */ ([["#14171c", 5], ["#ffffff", 3]])) {
    ctx.strokeStyle = color;
    ctx.lineWidth = width;
    ctx.setLineDash(half ? [cell * 0.3, cell * 0.2] : []);
    ctx.strokeRect(x + 1, y + 1, cell - 2, cell - 2);
  }
  ctx.setLineDash([]);
}

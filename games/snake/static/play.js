/**
 * Snake played by a person: a pad of the four moves, the ray and the split, for the snake whose
 * turn it is.  Controls of illegal ops are disabled and say why; the effect of an op is drawn.
 */

import { arrow, button } from "../../play/dom.js";
import { make } from "../../shared/dom.js";
import { layout } from "./draw.js";
import { fate, kills, opOfKey, opOfWay, OPS, opWords } from "./ops.js";
import { numberOf, snakeOf } from "./state.js";
import { drawChoices } from "./targets.js";
import { PLAY } from "./words.js";

/** @import { Choices, DrawOptions, Entry, Game, Scene, State } from "./state.js" */
/** @import { Controls, Host, Point, Question } from "../../play/contract.js" */

/** The items to come are shown in the beginning. */
export const layers = ["coordinates", "upcoming"];

/** @param {State} state @param {Scene} scene */
export const where = (state, scene) => PLAY.where(state.round, scene.rounds);
/** @param {State} state */
export const turnOf = (state) => state.round;

const SWIPE_PX = 22;

/** @param {Host<Game>} host @returns {Controls<Game>} */
export const controls = (host) => new SnakeControls(host);

class SnakeControls {
  keys = PLAY.keys;

  /** The choices of the question that is open, @type {Choices | null} */
  #asked = null;
  /** and again, but for the time in which an answer is on its way. @type {Choices | null} */
  #choices = null;
  /** Where a finger came down. @type {Point | null} */
  #pulled = null;

  /** @param {Host<Game>} host */
  constructor(host) {
    this.host = host;
    this.middle = make("span", { className: "play-pad-middle" });
    this.middle.style.gridArea = "2 / 2";
    this.buttons = OPS.map((_, number) => this.#button(number));
    this.hint = make("p", { className: "play-note" });
    const moves = this.buttons.filter((_, number) => OPS[number].step);
    const others = this.buttons.filter((_, number) => !OPS[number].step);
    const pad = make("div", { className: "play-pad" }, this.middle, ...moves);
    const column = make("div", { className: "play-column" }, ...others, this.hint);
    host.root.append(make("div", { className: "play-pad-wide" }, pad, column));
  }

  /** @param {number} number  of the op, from 0 */
  #button(number) {
    const { name, turns, place } = OPS[number];
    const sign = turns === undefined ? name[0].toUpperCase() + name.slice(1) : arrow(turns);
    const one = button(sign, () => this.#act(number + 1), { name, data: { op: number + 1 } });
    if (place) one.style.gridArea = `${place[1]} / ${place[0]}`;
    return one;
  }

  #show() {
    const { host } = this;
    this.buttons.forEach((one, number) => this.#showOp(one, number, this.#choices?.ops[number]));
    const snake = this.#choices && snakeOf(host.state, this.#choices.snake);
    this.middle.textContent = snake ? PLAY.snake(numberOf(snake.id)) : "";
    this.hint.textContent = snake ? PLAY.holds(snake.body.length, snake.bank, snake.ray >= 0) : "";
    host.board.redraw();
  }

  /** @param {HTMLButtonElement} one @param {number} number  of the op, from 0 @param {Entry | undefined} entry */
  #showOp(one, number, entry) {
    const { name } = OPS[number];
    const words = entry ? fate(entry, this.host.scene) : "";
    one.disabled = !entry || Boolean(entry.refused);
    one.classList.toggle("is-deadly", entry !== undefined && kills(entry));
    one.title = words ? `${name}: ${words}` : name;
    one.setAttribute("aria-label", words ? `${name}, ${words}` : name);
  }

  /** @param {number} op  its code */
  async #act(op) {
    const before = this.#choices;
    const entry = before?.ops[op - 1];
    if (!entry) return;
    if (entry.refused) {
      this.host.say(PLAY.refused(OPS[op - 1].name, entry.refused));
      return;
    }
    this.#choices = null;
    this.#show();
    const { ok } = await this.host.send(op);
    // Another question may have come meanwhile.
    if (!ok && this.#choices === null && this.#asked === before) this.#choices = before;
    this.#show();
  }

  /** @param {Question<Game>} question */
  ask({ choices }) {
    const { state, scene } = this.host;
    this.#asked = choices;
    this.#choices = choices;
    this.#show();
    const able = choices.ops.flatMap((entry, number) => (entry.refused ? [] : [opWords(entry, number, scene)]));
    const head = snakeOf(state, choices.snake)?.body[0].join(", ") ?? "";
    return PLAY.yours(numberOf(choices.snake), head, state.round, able.join(", "));
  }

  closed() {
    this.#asked = null;
    this.#choices = null;
    this.#show();
  }

  /** @param {KeyboardEvent} event */
  key(event) {
    const op = opOfKey(event);
    // A key that is held down must not drive the snake into a wall.
    if (op && !event.repeat) this.#act(op);
    return op > 0;
  }

  /** @param {Point} point */
  press(point) {
    this.#pulled = point;
    return true;
  }

  /** A swipe moves that way, a tap towards the cell. @param {Point} point @param {boolean} moved */
  drop(point, moved) {
    const from = moved ? this.#pulled : this.#pulled && this.#head();
    if (!from || this.#choices === null) return;
    const [dx, dy] = [point.x - from.x, point.y - from.y];
    if (Math.hypot(dx, dy) < SWIPE_PX / (moved ? 1 : 2)) return;
    this.#act(opOfWay(dx, dy));
  }

  /** Where the acting snake's head is on the canvas. @returns {Point | null} */
  #head() {
    const { board, state } = this.host;
    const snake = this.#choices && snakeOf(state, this.#choices.snake);
    const ctx = board.canvas.getContext("2d");
    if (!snake || !ctx || !board.options) return null;
    const [x, y] = layout(ctx, board.options).at(...snake.body[0]);
    return { x, y };
  }

  /** @param {CanvasRenderingContext2D} ctx @param {DrawOptions} options */
  draw(ctx, options) {
    const { state, seat } = this.host;
    if (this.#choices !== null) drawChoices(layout(ctx, options), this.#choices, state, seat);
  }
}

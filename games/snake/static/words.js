/** Snake's events in words, and what the panels and the seek bar show of them. */

import { kindsOf, markOf } from "../../player/telling.js";
import { isRay, ITEM_ROUNDS, itemWords } from "./items.js";
import { numberOf, snakeOf } from "./state.js";

const DEATHS = {
  edge: "leaves the board",
  wall: "runs into a wall",
  snake: "runs into a snake",
  enclosed: "is walled in",
};
const ENDS = {
  rounds: "The last round is played",
  no_snakes: "No snake is left",
  illegal: "The half ends by an illegal move",
  fault: "The half ends by a fault",
};

const cell = ([x, y]) => `(${x}, ${y})`;

/** A name with the snake's number, e.g. "alice's snake 4". */
function who(id, { names, previous, state }) {
  const snake = snakeOf(previous, id) ?? snakeOf(state, id);
  return snake ? `${names[snake.owner]}'s snake ${numberOf(id)}` : `snake ${numberOf(id)}`;
}

function what(id, { scene }) {
  const [, , , type, param] = scene.items[id];
  return itemWords(type, param);
}

const WORDS = {
  move(event, options) {
    const ate = event.item >= 0 ? ` and eats ${what(event.item, options)}` : "";
    if (!ate && !options.all) return null;
    return `${who(event.snake, options)} moves to ${cell(event.to)}${ate}`;
  },
  die: (event, options) => `${who(event.snake, options)} ${DEATHS[event.why]} and dies`,
  solid: (event, options) => `${who(event.snake, options)} becomes ${event.cells.length} wall cells`,
  split: (event, options) => `${who(event.snake, options)} splits off snake ${numberOf(event.new)}`,
  ray(event, options) {
    const n = event.cells.length;
    const melted = n ? `melts ${n} wall cell${n > 1 ? "s" : ""}` : "hits no wall";
    return `${who(event.snake, options)} fires its ray and ${melted}`;
  },
  round(event, options) {
    const eaten = event.eaten.map(
      ([item, id]) => `${what(item, options)} appears under ${who(id, options)} and is eaten`,
    );
    return eaten.length ? eaten.join("; ") : null;
  },
  end(event, { names }) {
    const winner = event.winner < 0 ? "nobody wins it" : `${names[event.winner]} wins it`;
    const detail = event.detail ? ` (${names[event.seat] ?? "a player"}: ${event.detail})` : "";
    return `${ENDS[event.reason] ?? "The half ends"}${detail}; ${winner} ${event.scores.join(" : ")}`;
  },
};

/**
 * One event in words, or null where it is not worth a line.
 * @param {any} event
 * @param {{names: string[], state: any, previous: any, scene: any, all?: boolean}} options
 *   `all` asks for plain moves too
 * @returns {string | null}
 */
export function describe(event, options) {
  return WORDS[event.e]?.(event, options) ?? null;
}

/**
 * Whom an event is about.
 * @param {any} event
 * @param {{previous: any}} options
 * @returns {number} seat of the game, -1 for nobody in particular
 */
export function seatOf(event, { previous }) {
  return snakeOf(previous, event.snake ?? event.eaten?.[0]?.[1])?.owner ?? -1;
}

const KINDS = {
  death: { shape: "cross", title: "A snake dies" },
  solid: { shape: "square", title: "A snake becomes wall" },
  split: { shape: "fork", title: "A snake splits" },
  ray: { shape: "bolt", title: "A ray is fired" },
};
const MARKS = { die: "death", solid: "solid", split: "split", ray: "ray" };

/** The kinds of marks on the seek bar, for its legend. */
export const markKinds = kindsOf(KINDS);

/**
 * The important events of a frame.
 * @param {{events?: any[]}} frame
 * @param {any} [previous]  the state before it, to tell whose snake it is
 * @returns {{kind: string, shape: string, seat: number}[]}  seat of the game, -1 where unknown
 */
export function marks(frame, previous) {
  return (frame.events ?? [])
    .filter((event) => MARKS[event.e])
    .map((event) => markOf(KINDS, MARKS[event.e], seatOf(event, { previous })));
}

/**
 * The snakes of each player as a table, in the order in which they act.
 * @param {any} state
 * @returns {{columns: string[], rows: {seat: number, active: boolean, cells: string[]}[]}}
 */
export function panel(state) {
  const rows = state.snakes.map((snake) => {
    const cells = [
      numberOf(snake.id),
      String(snake.body.length),
      snake.bank ? `+${snake.bank}` : "",
      snake.ray >= 0 ? "ray" : "",
    ];
    return { seat: snake.owner, active: snake.id === state.acting, cells };
  });
  return { columns: ["Snake", "Length", "Bank", "Ray"], rows };
}

/**
 * The items that appear after a round, soonest first.
 * @param {any} scene
 * @param {number} turn
 * @returns {{turn: number, what: string, where: string, kind: "length" | "ray", until: number}[]}
 */
export function timelineItems(scene, turn) {
  return scene.items
    .filter((item) => item[2] > turn)
    .map(([x, y, time, type, param]) => ({
      turn: time,
      what: isRay(type) ? "ray" : `+${param}`,
      where: cell([x, y]),
      kind: isRay(type) ? "ray" : "length",
      until: time + ITEM_ROUNDS - 1,
    }));
}

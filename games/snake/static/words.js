/** Snake's events in words, and what the panels and the seek bar show of them. */

import { handled } from "../../player/events.js";
import { counted, kindsOf, markOf } from "../../player/phrases.js";
import { isRay, ITEM_ROUNDS, itemWords } from "./items.js";
import { numberOf, snakeOf } from "./state.js";

/** @import { Event, Place, Scene, State, TextOptions } from "./state.js" */

/** @type {Record<string, (snake: string) => string>} */
const DEATHS = {
  edge: (snake) => `${snake} leaves the board and dies`,
  wall: (snake) => `${snake} runs into a wall and dies`,
  snake: (snake) => `${snake} runs into a snake and dies`,
  enclosed: (snake) => `${snake} is walled in and dies`,
};
/** @type {Record<string, string>} */
const ENDS = {
  rounds: "The last round is played",
  no_snakes: "No snake is left",
  illegal: "The half ends by an illegal move",
  fault: "The half ends by a fault",
  other: "The half ends",
};
const SOMEBODY = "a player";

/** @param {Place} place */
const cell = ([x, y]) => `(${x}, ${y})`;

/** A name with the snake's number, e.g. "alice's snake 4". @param {number} id @param {TextOptions} options */
function who(id, { names, previous, state }) {
  const snake = snakeOf(previous, id) ?? snakeOf(state, id);
  return snake ? `${names[snake.owner]}'s snake ${numberOf(id)}` : `snake ${numberOf(id)}`;
}

/** @param {number} id @param {TextOptions} options */
function what(id, { scene }) {
  const [, , , type, param] = scene.items[id];
  return itemWords(type, param);
}

/** @type {import("../../player/events.js").Handlers<Event, [TextOptions], string | null>} */
const WORDS = {
  move(event, options) {
    if (event.item >= 0) return `${who(event.snake, options)} moves to ${cell(event.to)} and eats ${what(event.item, options)}`;
    return options.all ? `${who(event.snake, options)} moves to ${cell(event.to)}` : null;
  },
  die: (event, options) => DEATHS[event.why](who(event.snake, options)),
  solid: (event, options) => `${who(event.snake, options)} becomes ${event.cells.length} wall cells`,
  split: (event, options) => `${who(event.snake, options)} splits off snake ${numberOf(event.new)}`,
  ray(event, options) {
    const n = event.cells.length;
    if (!n) return `${who(event.snake, options)} fires its ray and hits no wall`;
    return `${who(event.snake, options)} fires its ray and melts ${counted(n, "wall cell")}`;
  },
  round(event, options) {
    const eaten = event.eaten.map(
      ([item, id]) => `${what(item, options)} appears under ${who(id, options)} and is eaten`,
    );
    return eaten.length ? eaten.join("; ") : null;
  },
  end(event, { names }) {
    const why = ENDS[event.reason] ?? ENDS.other;
    const end = event.detail ? `${why} (${names[event.seat] ?? SOMEBODY}: ${event.detail})` : why;
    const score = event.scores.join(" : ");
    return event.winner < 0 ? `${end}; nobody wins it ${score}` : `${end}; ${names[event.winner]} wins it ${score}`;
  },
};

/**
 * One event in words, or null where it is not worth a line.
 * @param {Event} event
 * @param {TextOptions} options
 *   `all` asks for plain moves too
 * @returns {string | null}
 */
export function describe(event, options) {
  return handled(WORDS, event, options) ?? null;
}

/**
 * The subject of an event.
 * @param {Event} event
 * @param {{previous: State | null}} options
 * @returns {number} seat of the game, -1 for nobody in particular
 */
export function seatOf(event, { previous }) {
  const snake = event.e === "round" ? event.eaten[0]?.[1] : "snake" in event && event.snake;
  return typeof snake === "number" ? snakeOf(previous, snake)?.owner ?? -1 : -1;
}

const KINDS = {
  death: { shape: "cross", title: "A snake dies" },
  solid: { shape: "square", title: "A snake becomes wall" },
  split: { shape: "fork", title: "A snake splits" },
  ray: { shape: "bolt", title: "A ray is fired" },
};
/** @type {Record<string, string>} */
const MARKS = { die: "death", solid: "solid", split: "split", ray: "ray" };

/** The kinds of marks on the seek bar, for its legend. */
export const markKinds = kindsOf(KINDS);

/**
 * The important events of a frame.
 * @param {{events?: Event[]}} frame
 * @param {State | null} [previous]  the state before it, to tell whose snake it is
 * @returns {{kind: string, shape: string, seat: number}[]}  seat of the game, -1 where unknown
 */
export function marks(frame, previous) {
  return (frame.events ?? [])
    .filter((event) => MARKS[event.e])
    .map((event) => markOf(KINDS, MARKS[event.e], seatOf(event, { previous: previous ?? null })));
}

/**
 * The snakes of each player as a table, in the order in which they act.
 * @param {State} state
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
 * @param {Scene} scene
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

/** The view's layers. */
export const LAYERS = { coordinates: "Coordinates", upcoming: "Items to come", territory: "Territory by distance" };

/** The effect of a deadly move on the snake. @type {Record<string, string>} */
export const FATES = { edge: "leaves the board and dies", wall: "hits a wall and dies", snake: "hits a snake and dies" };

/** The controls of a person who plays. */
export const PLAY = {
  right: "right",
  up: "up",
  left: "left",
  down: "down",
  fire: "fire the ray",
  split: "split",
  /** @param {number} round @param {number} rounds */
  where: (round, rounds) => `round ${round} of ${rounds}`,
  /** @param {number} cells */
  solid: (cells) => `becomes ${cells} wall cells`,
  /** @param {number} cells */
  melts: (cells) => `melts ${cells} wall cells`,
  /** @param {string} snake */
  splits: (snake) => `splits off snake ${snake}`,
  takesRay: "takes a ray",
  /** @param {string} item */
  eats: (item) => `eats ${item}`,
  /** @param {string} snake */
  snake: (snake) => `snake ${snake}`,
  /** @param {number} length @param {number} bank @param {boolean} ray */
  holds: (length, bank, ray) =>
    [`length ${length}`, ...(bank ? [`grows by ${bank} more`] : []), ...(ray ? ["holds a ray"] : [])].join(", "),
  /** @param {string} op @param {string} reason */
  refused: (op, reason) => `Not ${op}: ${reason}.`,
  /** @param {string} snake @param {string} at @param {number} round @param {string} able */
  yours: (snake, at, round, able) => `Your turn with snake ${snake} at (${at}), round ${round}. It can go ${able}`,
  /** @type {[string, string][]} */
  keys: [
    ["← ↑ → ↓ or W A S D", "move the snake whose turn it is"],
    ["F", "fire its ray"],
    ["X", "split it"],
  ],
};

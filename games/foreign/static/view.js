/**
 * A game whose rules are a program of its own, as the player sees it: the board, where the game's
 * texts for watchers hold one; else the turn, a row for each seat with its newest message, and below
 * them the text, or the newest texts where each is a line of a log.
 *
 * The text is the game's and is drawn as text only.  Points and words about seats come from it
 * where it is JSON with fields of the usual names; the judger has looked for them.
 */

import { drawSign } from "../../player/canvas.js";
import { applied } from "../../player/events.js";
import { counted } from "../../player/phrases.js";
import { captionWith, drawBoard, shownBy } from "./boards.js";
import { ERRORS, EVENTS, LAYERS, MARKS } from "./words.js";

/** @import { SeatStyle } from "../../player/palette.js" */
/** @import { Theme } from "../../player/canvas.js" */

/**
 * @typedef {object} State
 * @property {number} state       period of the clock
 * @property {number[]} listen    seats that must answer
 * @property {string} text        the newest text for watchers
 * @property {number} watched     how many there have been
 * @property {(number | null)[]} scores
 * @property {(string | null)[]} status
 * @property {number[]} messages  by seat, heard by the game
 * @property {number[]} errors    by seat
 * @property {(string | null)[]} [said]  by seat, its newest message; older recordings have none
 * @property {string[]} [log]     the newest texts for watchers that are lines of a log
 * @property {boolean} over
 */

/**
 * @typedef {{e: "turn", state: number, listen: number[], messages: number[], said?: (string | null)[]}} TurnEvent
 * @typedef {{e: "watch", text: string, line?: boolean, scores?: (number | null)[], status?: (string | null)[]}} WatchEvent
 * @typedef {{e: "error", seat: number, error: string, detail: string}} ErrorEvent
 * @typedef {{e: "end", scores: number[], said?: (string | null)[]}} EndEvent
 * @typedef {TurnEvent | WatchEvent | ErrorEvent | EndEvent} Event
 * @typedef {{state: State, scene: unknown, event: Event}} Game
 * @typedef {import("../../player/contract.js").DrawOptions<Game>} DrawOptions
 * @typedef {import("../../player/contract.js").TextOptions<Game>} TextOptions
 */

export const title = "Game";
export const words = { turn: "turn", game: "game" };
export const layers = [
  { id: "text", title: LAYERS.text, default: true },
  { id: "coordinates", title: LAYERS.coordinates, default: false },
];

const INDENTED = 20000;
const LINES = 400;
/** As in `events.py`. */
const LOG = 50;
/** Characters of a message in the table of facts. */
const SAID = 40;
/** CSS px of the line above a board, and of the smallest picture that has room for it. */
const LINE = 28;
const ROOMY = { width: 300, height: 240 };

/** The number of turns is the game's secret. */
export function turns() {
  return "?";
}

/** @param {State} state */
export function scores(state) {
  return state.scores;
}

/** The state after one frame's events. @param {State} state @param {Event[]} events @returns {State} */
export function apply(state, events) {
  return applied(state, events, CHANGES);
}

/** @type {import("../../player/events.js").Changes<State, Event>} */
const CHANGES = {
  turn: (now, { state, listen, messages, said }) => ({
    ...now, state, listen, messages: now.messages.map((count, seat) => count + messages[seat]), said: newest(now, said),
  }),
  watch: (now, { text, line, scores: points, status }) => ({
    ...now,
    text,
    watched: now.watched + 1,
    log: line ? [...(now.log ?? []), text].slice(-LOG) : now.log,
    scores: points ?? now.scores,
    status: status ?? now.status,
  }),
  error: (now, { seat }) => ({ ...now, errors: now.errors.with(seat, now.errors[seat] + 1) }),
  end: (now, { scores: points, said }) => ({ ...now, scores: points, listen: [], over: true, said: newest(now, said) }),
};

/** The newest message of each seat. @param {State} now @param {(string | null)[]} [said] */
function newest(now, said) {
  return said ? said.map((text, seat) => text || (now.said?.[seat] ?? null)) : now.said;
}

/** One event in words, or null. @param {Event} event @param {TextOptions} options */
export function describe(event, { names, all }) {
  switch (event.e) {
    case "error": return (ERRORS[event.error] ?? ERRORS.other)(names[event.seat], event.detail);
    case "end": return EVENTS.end(event.scores.join(" : "));
    case "watch": return told(event.text, names) ?? (all ? shortened(event.text) : null);
    case "turn": return all && event.listen.length ? EVENTS.must(event.listen.map((seat) => names[seat]).join(", ")) : null;
    default: return null;
  }
}

/** @param {Event} event */
export function seatOf(event) {
  return event.e === "error" ? event.seat : -1;
}

export const markKinds = [
  { kind: "death", shape: "cross", title: MARKS.fails },
  { kind: "split", shape: "flag", title: MARKS.ends },
];

/** The important events of a frame. @param {{events?: Event[]}} frame */
export function marks(frame) {
  return (frame.events ?? []).flatMap((event) => {
    if (event.e === "error") return [{ kind: "death", shape: "cross", seat: event.seat }];
    return event.e === "end" ? [{ kind: "split", shape: "flag", seat: -1 }] : [];
  });
}

/** The facts about each seat, as a table. @param {State} state */
export function panel(state) {
  const rows = state.messages.map((count, seat) => ({
    seat,
    active: state.listen.includes(seat),
    cells: [
      state.status[seat] ?? "",
      state.said?.[seat] ? `${counted(count, "message")}: ${shortened(state.said[seat], SAID)}` : counted(count, "message"),
      state.errors[seat] ? `${state.errors[seat]} late or failed` : "",
    ],
  }));
  return { columns: ["Status", "Heard", "Faults"], rows };
}

/**
 * The game's own caption for a text; null where it says nothing.
 * @param {string} text
 * @param {string[]} names
 */
function told(text, names) {
  const { caption } = shownBy(text);
  // The player itself ends the sentence.
  return caption ? shortened(captionWith(caption, names)).replace(/\.$/, "") : null;
}

/** @param {string} text @param {number} [most]  characters */
function shortened(text, most = 120) {
  const line = text.replace(/\s+/g, " ").trim();
  return line.length > most ? `${line.slice(0, most)}…` : line;
}

/**
 * Draw the state.
 * @param {CanvasRenderingContext2D} ctx
 * @param {State} state
 * @param {State | null} previous
 * @param {number} t
 * @param {DrawOptions} options
 */
export function draw(ctx, state, previous, t, options) {
  const { width, height, theme } = options;
  ctx.clearRect(0, 0, width, height);
  ctx.fillStyle = theme.surface;
  ctx.fillRect(0, 0, width, height);
  ctx.textBaseline = "middle";
  ctx.textAlign = "left";
  const { board, caption } = shownBy(state.text);
  if (!board) {
    drawTable(ctx, state, options);
    return;
  }
  const roomy = width >= ROOMY.width && height >= ROOMY.height;
  if (roomy) drawLine({ ctx, theme }, state, caption, options);
  drawBoard(ctx, board, previous ? shownBy(previous.text).board : null, t, options, roomy ? LINE : 0);
}

/** @param {State} state */
function headOf(state) {
  return state.over ? "Over" : `Turn ${state.state}`;
}

/**
 * @typedef {{ctx: CanvasRenderingContext2D, theme: Theme, row: number, width: number, pad: number}} Pen
 *
 * @typedef {object} Style
 * @property {number} size
 * @property {string} color
 * @property {number} [weight]
 * @property {CanvasTextAlign} [align]
 * @property {string} [font]
 * @property {number} [room]  the most CSS px that the text may take
 */

/**
 * The turn, and what has just happened, in a line above the board.
 * @param {{ctx: CanvasRenderingContext2D, theme: Theme}} pen
 * @param {State} state
 * @param {string} caption
 * @param {DrawOptions} options
 */
function drawLine(pen, state, caption, { width, setup, theme, names: given }) {
  const y = LINE / 2 + 2;
  const head = headOf(state);
  write(pen, head, 10, y, { weight: 600, size: 14, color: theme.text });
  const from = 22 + pen.ctx.measureText(head).width;
  // Without the owners, as on the rest of the page.
  const names = given ?? (setup?.seats ?? []).map(({ name }, number) => name?.split("/").at(-1) || `seat ${number + 1}`);
  write(pen, captionWith(caption, names), from, y, { size: 13, color: theme.muted, room: width - from - 10 });
}

/**
 * A row for each seat and, below them, the text.
 * @param {CanvasRenderingContext2D} ctx
 * @param {State} state
 * @param {DrawOptions} options
 */
function drawTable(ctx, state, { width, height, palette, view, layers: shown, theme }) {
  const row = Math.max(14, Math.min(40, height / (state.messages.length * 2.4 + 2)));
  const pen = { ctx, theme, row, width, pad: row * 0.6 };
  let y = pen.pad + row / 2;
  write(pen, headOf(state), pen.pad, y, { weight: 600, size: row * 0.6, color: theme.text });
  for (let seat = 0; seat < state.messages.length; seat += 1) {
    y += row * 1.15;
    ctx.globalAlpha = view === null || view === seat ? 1 : 0.45;
    drawSeat(pen, state, seat, y, palette[seat]);
  }
  ctx.globalAlpha = 1;
  y += row;
  if (shown.has("text") && state.text) drawText(pen, shownLines(state), y, height);
}

/**
 * @param {{ctx: CanvasRenderingContext2D, theme: Theme}} pen
 * @param {string} text
 * @param {number} x
 * @param {number} y
 * @param {Style} style
 */
function write({ ctx, theme }, text, x, y, { size, color, weight = 400, align = "left", font = theme.font, room }) {
  ctx.font = `${weight} ${size}px ${font}`;
  ctx.fillStyle = color;
  ctx.textAlign = align;
  ctx.fillText(text, x, y, room);
}

/** @param {Pen} pen @param {State} state @param {number} seat @param {number} y @param {SeatStyle} style */
function drawSeat(pen, state, seat, y, style) {
  const { ctx, theme, row, width, pad } = pen;
  if (state.listen.includes(seat)) {
    ctx.fillStyle = theme.surface2;
    ctx.fillRect(pad / 2, y - row / 2, width - pad, row);
  }
  drawSign(ctx, style, pad + row * 0.3, y, row * 0.28, style.color);
  const score = state.scores[seat];
  const status = state.status[seat] ?? (state.listen.includes(seat) ? "to answer" : "");
  const size = row * 0.5;
  const said = state.said?.[seat] ?? "";
  const most = Math.floor((width * 0.7) / (size * 0.5));
  write(pen, shortened([status, said].filter(Boolean).join(" · "), most), pad + row * 1.2, y, { size, color: theme.muted, room: width * 0.7 });
  if (state.scores.every((points) => points === null)) return;
  const points = score === null ? "–" : String(score);
  write(pen, points, width - pad, y, { size: row * 0.6, color: theme.text, weight: 600, align: "right", room: width * 0.25 });
}

/** The lines below the seats: the end of the log where the newest text belongs to it. @param {State} state */
function shownLines({ text, log }) {
  return log?.length && log[log.length - 1] === text ? [...log].reverse() : linesOf(text);
}

/** @type {{text: string | null, lines: string[]}} */
let laidOut = { text: null, lines: [] };

/** The lines of a text; JSON is set out so that it can be read. @param {string} text */
function linesOf(text) {
  if (laidOut.text === text) return laidOut.lines;
  let shown = text;
  if (text.length <= INDENTED) {
    try {
      shown = JSON.stringify(JSON.parse(text), null, 1);
    } catch {
      // not JSON: shown as it is
    }
  }
  laidOut = { text, lines: shown.split("\n", LINES) };
  return laidOut.lines;
}

/** @param {Pen} pen @param {string[]} lines @param {number} top @param {number} height */
function drawText(pen, lines, top, height) {
  const { theme, width, pad } = pen;
  const size = Math.max(9, Math.min(13, width / 50));
  const most = Math.floor((width - 2 * pad) / (size * 0.6));
  let y = top + size;
  for (const line of lines) {
    for (let at = 0; at === 0 || at < line.length; at += most) {
      if (y > height - size) return;
      write(pen, line.slice(at, at + most), pad, y, { size, color: theme.muted, font: "monospace" });
      y += size * 1.35;
    }
  }
}

/**
 * Microwars played by a person: orders for each unit, given on the board and listed beside it, and
 * sent all at once.  The turn is then shown step by step.
 */

import { counted } from "../../player/telling.js";
import { HELD, blockedOf, paint } from "./draw.js";
import { Desk } from "./desk.js";
import { fieldUnder, layout } from "./layout.js";
import { Motion } from "./motion.js";
import { drawPlan } from "./overlay.js";
import { Plan, doings, orderWords } from "./plan.js";
import { unitWords } from "./reach.js";
import { ID, OWNER, X, Y, apart, forceOf, place, specOf, unitAt, SPECS } from "./state.js";

export const layers = ["points", "traces", "coordinates", HELD];

export const where = (state, scene) => `turn ${state.turn} of ${scene.turns}`;
export const turnOf = (state) => (state.over ? state.turn : state.turn - 1);

const STEPS = { ArrowLeft: [-1, 0], ArrowRight: [1, 0], ArrowUp: [0, 1], ArrowDown: [0, -1] };

const capital = (text) => `${text[0].toUpperCase()}${text.slice(1)}`;

/** @param {import("../../play/contract.js").Host} host @returns {import("../../play/contract.js").Controls} */
export function controls(host) {
  const { scene, seat, board } = host;
  const plan = new Plan(blockedOf(scene));
  const motion = new Motion(board);
  /** @type {any} the question that is open, */
  let asked = null;
  /** @type {any} and again, but for the time in which its answer is on its way */
  let question = null;
  let mode = "move";
  let selected = -1;
  /** @type {[number, number] | null} */
  let cursor = null;
  /** @type {any} a unit that a mouse points at */
  let pointed = null;
  /** Whether something was done since the question came: then what happened before is in the way. */
  let busy = false;

  const desk = new Desk(host.root, { mode: setMode, next, undo, clear, drop, pick, end: submit });
  const chosen = () => plan.units.find((unit) => unit[ID] === selected) ?? null;
  const placed = () => layout(/** @type {CanvasRenderingContext2D} */ (board.canvas.getContext("2d")), board.options);

  /** The person acts: nobody waits for pictures. */
  function wake() {
    motion.finish();
    busy = question !== null;
  }

  function show() {
    const unit = chosen();
    const clashes = plan.clashes.map((field) => place(...field));
    desk.show({
      open: question !== null, mode, plan, selected, turn: host.state?.turn ?? 1,
      unit: unit ? capital(unitWords(unit)) : "No unit is selected: tap one of yours.",
      note: clashes.length ? `Several of your units would choose ${clashes.join(", ")}: all of them would stay.` : "",
    });
    board.redraw();
  }

  function setMode(id) {
    mode = id;
    show();
  }

  /** Select a unit. @param {number} id */
  function pick(id) {
    const unit = plan.units.find((one) => one[ID] === id);
    if (!unit) return;
    wake();
    selected = id;
    cursor = [unit[X], unit[Y]];
    const ordered = plan.orders.has(id) ? `; it ${doings(plan.of(id))}` : "";
    host.say(`${capital(unitWords(unit))}${ordered}`);
    show();
  }

  /** The next unit that has no orders, else the next one; `way` −1: the one before. */
  function next(way) {
    const ids = plan.units.map((unit) => unit[ID]);
    if (!ids.length) return;
    const at = Math.max(ids.indexOf(selected), way > 0 ? -1 : 0);
    const inTurn = ids.map((_, i) => ids[(at + way * (i + 1) + 2 * ids.length) % ids.length]);
    pick(inTurn.find((id) => !plan.orders.has(id)) ?? inTurn[0]);
  }

  function told(why, done) {
    host.say(why ? `Not possible: ${why}.` : done);
    show();
  }

  function order(unit, kind, field) {
    wake();
    const why = kind === "shoot" ? plan.shoot(unit, field) : plan.go(unit, field);
    told(why, capital(orderWords(unit, plan.of(unit[ID]))));
  }

  function undo() {
    const id = plan.undo();
    if (id >= 0) selected = id;
    told(id < 0 ? "there is nothing to take back" : "", "Taken back");
  }

  function drop(id) {
    plan.drop(id);
    selected = id;
    told("", "Taken back");
  }

  function clear() {
    if (selected >= 0) drop(selected);
  }

  function fieldWords([x, y]) {
    const unit = host.state && unitAt(host.state, x, y);
    if (unit) return capital(unitWords(unit, unit[OWNER] === seat ? "your" : `${host.names[unit[OWNER]]}’s`));
    return `${place(x, y)}: ${plan.blocked.has(`${x},${y}`) ? "unavailable" : "empty"}`;
  }

  /** Handles a tap on a field, or the key for it. */
  function use(field) {
    cursor = field;
    const there = plan.units.find((unit) => unit[X] === field[0] && unit[Y] === field[1]);
    const unit = chosen();
    if (!question) told("", fieldWords(field));
    else if (there && there !== unit) pick(there[ID]);
    else if (there) stay();
    else if (!unit) told("", fieldWords(field));
    else order(unit, kindFor(unit, field), field);
  }

  /** A tap on the selected unit itself: it stays. */
  function stay() {
    const unit = chosen();
    if (!unit) return;
    if (plan.of(unit[ID]).goal) order(unit, "move", [unit[X], unit[Y]]);
    else pick(unit[ID]);
  }

  /** Nobody can move to where an enemy stands: what is meant is a shot. */
  function kindFor(unit, [x, y]) {
    const enemy = plan.state && unitAt(plan.state, x, y);
    return mode === "shoot" || (enemy && apart(unit[X], unit[Y], x, y) <= specOf(unit).reach) ? "shoot" : "move";
  }

  async function submit() {
    if (!question) return;
    const before = question;
    question = null;
    show();
    const { ok } = await host.send(plan.answer);
    // Another question may have come meanwhile.
    if (!ok && question === null && asked === before) question = before;
    show();
  }

  function moveCursor([dx, dy]) {
    const [x, y] = cursor ?? [1, 1];
    cursor = [Math.min(scene.width, Math.max(1, x + dx)), Math.min(scene.height, Math.max(1, y + dy))];
    host.say(fieldWords(cursor));
    show();
  }

  function orderAtCursor(kind) {
    const unit = chosen();
    if (!question) return;
    if (unit && cursor) order(unit, kind, cursor);
    else told("no unit is selected", "");
  }

  const KEYS = {
    Enter: () => cursor && use(cursor),
    " ": () => cursor && use(cursor),
    m: () => orderAtCursor("move"),
    s: () => orderAtCursor("shoot"),
    n: () => next(1),
    p: () => next(-1),
    x: () => clear(),
    Delete: () => clear(),
    z: () => undo(),
    Backspace: () => undo(),
    Escape: () => { selected = -1; show(); },
  };

  function keyed(event) {
    const key = event.key.length === 1 ? event.key.toLowerCase() : event.key;
    const step = STEPS[key];
    if (step) {
      wake();
      moveCursor(step);
    } else if (key === "Enter" && (event.ctrlKey || event.metaKey)) submit();
    else if (KEYS[key] && !event.ctrlKey && !event.metaKey) {
      wake();
      KEYS[key]();
    } else return false;
    return true;
  }

  function begin({ choices, view }) {
    question = asked;
    busy = false;
    plan.begin(view, choices);
    if (!chosen()) selected = plan.units[0]?.[ID] ?? -1;
    const unit = chosen();
    if (unit) cursor = [unit[X], unit[Y]];
    show();
  }

  show();
  return {
    keys: [
      ["← ↑ → ↓", "move the cursor"],
      ["Enter", "select the unit there; with one selected, move or shoot there"],
      ["M", "move the selected unit to the cursor"],
      ["S", "shoot at the cursor, whatever is there"],
      ["N P", "the next unit without orders, the one before"],
      ["X", "take the unit’s orders back"],
      ["Z", "take the last step back"],
      ["Esc", "select nothing"],
      ["Ctrl + Enter", "end the turn"],
    ],
    ask(open) {
      asked = open;
      motion.know(open.state);
      begin(open);
      // A side without units has nothing to decide.
      if (!open.choices.length) queueMicrotask(submit);
      const { counts } = forceOf(open.view, seat);
      const own = counts.map((count, kind) => counted(count, SPECS[kind].name)).join(" and ");
      return `Your turn ${open.view.turn} of ${scene.turns}: you have ${own}`;
    },
    closed() {
      asked = question = null;
      show();
    },
    events(list) {
      motion.play(list);
    },
    end() {
      asked = question = null;
      plan.begin(null, []);
      selected = -1;
      show();
    },
    key: keyed,
    tap(point) {
      wake();
      const field = fieldUnder(placed(), point);
      if (field) use(field);
    },
    hover(point) {
      const field = point && board.options && fieldUnder(placed(), point);
      const unit = field && host.state ? unitAt(host.state, field[0], field[1]) : null;
      const other = unit && unit[ID] !== selected ? unit : null;
      if (other === pointed) return;
      pointed = other;
      board.redraw();
    },
    draw(ctx, options) {
      if (motion.draw(ctx, options)) return;
      if (busy && question) paint(ctx, host.state, null, 1, { ...options, events: [] });
      const now = { plan, unit: chosen(), mode, cursor, pointed: pointed && unitAt(host.state, pointed[X], pointed[Y]) };
      if (question) drawPlan(ctx, layout(ctx, options), options, now);
      else if (now.pointed) drawPlan(ctx, layout(ctx, options), options, { ...now, unit: null, cursor: null, plan: new Plan(plan.blocked) });
    },
  };
}

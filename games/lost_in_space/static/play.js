/**
 * Controls for a person who plays Lost in Space: arrows in eight directions, lifts, attacks, items,
 * machines and the capsule.  Impossible actions are disabled; possible ones are marked on the board.
 */

import { counted } from "../../player/telling.js";
import { seatStyle } from "../../player/palette.js";
import { DO, FINISH, anythingLeft, choiceWords, selfWords, targetOf, warning } from "./able.js";
import { layoutOf } from "./draw.js";
import { choose, redrawWith } from "./floors.js";
import { drawHints } from "./hints.js";
import { KEYS, commandOf } from "./keys.js";
import { placeUnder } from "./layout.js";
import { Pad } from "./pad.js";
import { ITEMS, STATUS, samePlace, stationOf } from "./station.js";
import { statusWords } from "./tables.js";
import { learnt } from "./words.js";

export const where = (state, scene) => `round ${state.round} of ${scene.rounds}`;
export const turnOf = (state) => state.round;
/** The news of which the seat gets no event. */
export const tell = (prompt, options) => learnt(options);

const HURRY = "lost_in_space.hurry";

/** @param {import("../../play/contract.js").Host} host @returns {import("../../play/contract.js").Controls} */
export function controls(host) {
  const { scene, seat, board } = host;
  const station = stationOf(scene);
  /** @type {any} the question that is open, */
  let asked = null;
  /** @type {any} and its choices, but for the time in which an answer is on its way */
  let choices = null;
  /** @type {"move" | "blink" | "detect"} */
  let mode = "move";
  /** @type {import("./station.js").Pos | null} */
  let hover = null;
  let turn = -1;
  let floor = -1;
  let hurry = stored();

  const own = () => host.state.players[seat];
  const pad = new Pad(host.root, host, {
    go: (direction) => go(direction),
    mode: setMode,
    lift: (z) => act(lifted(z)),
    attack: (number) => act(attackOn(number)),
    trap: (kind) => choices?.traps.includes(kind) && act(DO.trap(kind)),
    kit: () => choices?.kit && act(DO.kit()),
    take: (item) => choices?.materials.includes(item) && act(DO.take(item)),
    machine: () => choices?.machine && act(DO.machine()),
    box: () => choices?.box && act(DO.box()),
    capsule: () => (choices?.start || choices?.stop) && act(DO.capsule(Boolean(choices.start))),
    finish: () => choices && act(FINISH),
    hurry: setHurry,
  });
  pad.quick.checked = hurry;
  redrawWith(board.canvas, () => board.redraw());

  function setMode(next) {
    mode = next;
    show();
  }

  function setHurry(on) {
    hurry = on;
    try {
      localStorage.setItem(HURRY, on ? "1" : "");
    } catch { /* The browser stores nothing: the choice is valid for this match only. */ }
  }

  const lifted = (z) => {
    const to = choices?.lifts.find((stop) => stop[2] === z);
    return to && DO.move(to);
  };
  const attackOn = (number) => {
    const found = choices?.attacks.find(([other]) => other === number);
    return found && DO.attack(found[1], number);
  };

  function go(direction) {
    const to = choices && targetOf(choices, mode, own().pos, direction);
    if (to) act(DO[mode](to));
  }

  async function act(action) {
    if (!action || !choices) return;
    const before = asked;
    choices = null;
    mode = "move";
    hover = null;
    pad.refuse("");
    show();
    const { ok } = await host.send(action);
    // Another question may have come meanwhile.
    if (!ok && choices === null && asked === before) choices = before?.choices ?? null;
    show();
  }

  function show() {
    pad.show(choices, mode, host.state);
    pad.status.textContent = standing();
    board.redraw();
  }

  /** Hit points, keys and bag in one line. */
  function standing() {
    const { hp, keys, rested, coming, pos, bag } = own();
    const { turn: now, over } = host.state;
    const state = statusWords(host.state, seat);
    if (!pos || !bag) return state ? `You have ${state}.` : "";
    const waits = !choices && !over && now >= 0 && now !== seat;
    const parts = [waits && `${host.names[now]} is in turn`, state && `You: ${state}`, counted(hp, "hit point"), `${keys.length === 1 ? "key" : "keys"} ${keys.join(", ") || "none"}`];
    if (coming >= 0) parts.push(`key ${coming} comes next turn`);
    parts.push(rested > host.state.round ? `detect again in round ${rested}` : "detect is ready");
    if (choices) parts.push(host.state.major ? "major action used" : "major action free");
    parts.push(warning(host.state, scene, seat));
    return parts.filter(Boolean).join(" · ");
  }

  /** After a lift ride, show the new floor. */
  function follow() {
    const z = own().pos?.[2] ?? -1;
    if (z !== floor) choose(board.canvas, null);
    floor = z;
  }

  /** The action of a tap on a place. */
  function tapped(place) {
    if (!place || !choices) return null;
    const target = choices.attacks.find(([, at]) => samePlace(at, place.pos));
    if (mode === "move" && target) return DO.attack(target[1], target[0]);
    const lists = { move: [...choices.moves, ...choices.lifts], blink: choices.blinks, detect: choices.detects };
    return lists[mode].some((to) => samePlace(to, place.pos)) ? DO[mode](place.pos) : null;
  }

  const under = (point) => (board.options ? placeUnder(layoutOf(board.canvas, host.state, board.options), station, point) : null);

  const commands = {
    go, mode: (name) => (name === "move" || choices?.[`${name}s`].length) && setMode(mode === name ? "move" : name),
    lift: (up) => {
      const z = own().pos?.[2] ?? 0;
      const stops = (choices?.lifts ?? []).map((to) => to[2]).filter((to) => (up ? to < z : to > z)).sort((a, b) => Math.abs(a - z) - Math.abs(b - z));
      if (stops.length) act(lifted(stops[0]));
    },
    floor: (z) => act(lifted(z)),
    attack: (i) => act(attackOn(pad.others[i])),
    trap: (kind) => choices?.traps.includes(kind) && act(DO.trap(kind)),
    kit: () => choices?.kit && act(DO.kit()),
    take: (i) => choices?.materials.includes(ITEMS[i]) && act(DO.take(ITEMS[i])),
    use: () => {
      if (!choices) return;
      if (choices.start || choices.stop) act(DO.capsule(Boolean(choices.start)));
      else if (choices.machine) act(DO.machine());
      else if (choices.box) act(DO.box());
    },
    finish: () => act(FINISH),
  };

  return {
    keys: KEYS,
    ask(question) {
      asked = question;
      choices = question.choices;
      mode = "move";
      follow();
      show();
      // The turn is over, no action is left, or the person wants turns to end automatically.
      if (!choices || !anythingLeft(choices) || (hurry && host.state.major && own().status === STATUS.ALIVE)) {
        pass();
        return "";
      }
      const first = question.turn !== turn;
      turn = question.turn;
      const can = choiceWords(choices, host);
      return first ? `Your turn in round ${host.state.round}: ${selfWords(host.state, scene, seat)}. ${can}` : `Your turn goes on. ${can}`;
    },
    note() {
      choices = null;
      follow();
      show();
      const words = statusWords(host.state, seat);
      host.say(words === "stuck" ? "You are stuck in slime, and this turn is skipped." : `You are dead${words.startsWith("back") ? `, ${words} rounds` : ""}.`);
    },
    events(list) {
      for (const { say, reason } of list) if (say?.success === false) pad.refuse(`${reason ?? "Refused"}.`.replace(/^./, (c) => c.toUpperCase()));
      follow();
      show();
    },
    closed() {
      asked = choices = null;
      show();
    },
    end() {
      asked = choices = null;
      show();
    },
    key(event) {
      const command = commandOf(event);
      if (!command) return false;
      // A key that is held down must not use up the next turn.
      if (!event.repeat) commands[command[0]](...command.slice(1));
      return true;
    },
    tap(point) {
      const action = tapped(under(point));
      if (action) act(action);
    },
    hover(point) {
      const place = point && choices ? under(point) : null;
      const pos = place && tapped(place) ? place.pos : null;
      board.canvas.style.cursor = pos ? "pointer" : "";
      if (samePlace(pos, hover)) return;
      hover = pos;
      board.redraw();
    },
    draw(ctx, options) {
      if (!choices || own().pos === null) return;
      const layout = layoutOf(board.canvas, host.state, options);
      drawHints(ctx, layout, { choices, mode, color: options.palette[seat]?.color ?? seatStyle(seat).color, theme: options.theme, hover });
    },
  };

  /** End the turn for the person. */
  async function pass() {
    const before = asked;
    choices = null;
    show();
    const { ok } = await host.send(FINISH, true);
    if (ok || asked !== before) return;
    choices = before.choices;
    show();
  }
}

/** Whether the person wants turns to end automatically. */
function stored() {
  try {
    return localStorage.getItem(HURRY) === "1";
  } catch {
    return false;
  }
}

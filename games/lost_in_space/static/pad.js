/** The buttons of a person's turn: arrows, things at the place, lifts, attacks, items. */

import { arrow, button } from "../../play/dom.js";
import { make } from "../../shared/dom.js";
import { seatMark } from "../../player/palette.js";
import { DIRECTIONS, targetOf } from "./able.js";
import { ITEMS, ITEM_WORDS, STATUS } from "./station.js";
import { PAD } from "./words.js";

/** @import { Choices, State } from "./state.js" */
/** @import { Mode } from "./able.js" */

/**
 * @typedef {object} Does  what the buttons do
 * @property {(direction: number) => void} go
 * @property {(mode: Mode) => void} mode
 * @property {(z: number) => void} lift
 * @property {(number: number) => void} attack
 * @property {(kind: string) => void} trap
 * @property {() => void} kit
 * @property {(item: string) => void} take
 * @property {() => void} machine
 * @property {() => void} box
 * @property {() => void} capsule
 * @property {() => void} finish
 * @property {(on: boolean) => void} hurry
 */

/** @param {string} text */
const capital = (text) => text[0].toUpperCase() + text.slice(1);
const FLOOR_LABELS = ["Top", "Middle", "Lower"];
/** @type {Record<string, string>} */
const USE_KEYS = { LandMine: "M", Sticky: "N", Kit: "K" };
const TRAPS = ["LandMine", "Sticky"];

/** The label of a button, with its key if there is a keyboard. @param {string | Node} label @param {string} key */
function labelled(label, key) {
  const keyed = window.matchMedia("(hover: hover)").matches;
  if (!keyed || !key) return make("span", {}, label);
  const hint = make("small", {}, key);
  // On a button in the accent's colour the usual grey cannot be read.
  hint.style.color = "inherit";
  hint.style.opacity = "0.75";
  return make("span", {}, label, " ", hint);
}

export class Pad {
  // Set by the methods that the constructor calls.
  /** @type {Record<Mode, HTMLButtonElement>} */
  modes;
  /** @type {HTMLButtonElement[]} by direction */
  arrows;
  /** @type {HTMLButtonElement} */
  machine;
  /** @type {HTMLButtonElement} */
  box;
  /** @type {HTMLButtonElement} */
  capsule;
  /** @type {HTMLButtonElement} */
  end;

  /**
   * @param {HTMLElement} root
   * @param {{seat: number, seats: number[], names: string[]}} who
   * @param {Does} does
   */
  constructor(root, { seat, seats, names }, does) {
    this.seat = seat;
    this.others = names.map((_, number) => number).filter((number) => number !== seat);
    this.status = make("p", { className: "play-note", data: { lost: "status" } });
    this.refusal = make("p", { className: "play-refusal", hidden: true, aria: { role: "alert" }, data: { lost: "refusal" } });
    this.#makeModes(does);
    this.#makeArrows(does);
    this.#makeHere(does);
    this.lifts = FLOOR_LABELS.map((text, z) => button(text, () => does.lift(z), { name: PAD.lift(text.toLowerCase()), data: { lift: z } }));
    this.attacks = this.others.map((number, i) => button(labelled(make("span", {}, seatMark(seats[number]), " ", names[number]), "UIO"[i] ?? ""), () => does.attack(number), { name: PAD.attack(names[number]), data: { attack: number } }));
    this.uses = [...TRAPS.map((kind) => this.#use(kind, PAD.place(ITEM_WORDS[kind]), () => does.trap(kind))), this.#use("Kit", PAD.kit, does.kit)];
    this.takes = ITEMS.map((item, i) => button(labelled(capital(ITEM_WORDS[item]), String(i + 1)), () => does.take(item), { name: PAD.take(ITEM_WORDS[item]), data: { take: item } }));
    this.quick = make("input", { type: "checkbox", data: { lost: "quick" } });
    this.quick.addEventListener("change", () => does.hurry(this.quick.checked));
    root.classList.add("play-dense");
    root.append(
      row("Arrows", Object.values(this.modes)),
      make("div", { className: "play-pad-wide" }, this.arrowBox, this.hereBox),
      row(PAD.lifts, this.lifts), row("Attack", this.attacks), row("Bag", this.uses), row("Take", this.takes),
      make("label", { className: "play-note" }, this.quick, ` ${PAD.quick}`), this.refusal, this.status,
    );
  }

  /** @param {Does} does */
  #makeModes(does) {
    /** @param {Mode} mode @param {string} label @param {string} key @param {string} name */
    const make1 = (mode, label, key, name) => button(labelled(label, key), () => does.mode(mode), { name, data: { mode } });
    this.modes = {
      move: make1("move", "Move", "Esc", PAD.moves),
      blink: make1("blink", "Blink", "B", PAD.blinks),
      detect: make1("detect", "Detect", "F", PAD.detects),
    };
    this.blinks = make("small", {});
    this.modes.blink.append(this.blinks);
  }

  /** @param {Does} does */
  #makeArrows(does) {
    this.middle = make("span", { className: "play-pad-middle" });
    this.middle.style.gridArea = "2 / 2";
    this.arrows = DIRECTIONS.map(({ name, step: [dx, dy], turns }, i) => {
      const one = button(arrow(turns), () => does.go(i), { name, data: { direction: i } });
      one.style.gridArea = `${2 - dx} / ${2 + dy}`;
      return one;
    });
    this.arrowBox = make("div", { className: "play-pad" }, this.middle, ...this.arrows);
  }

  /** @param {Does} does */
  #makeHere(does) {
    this.machine = button(PAD.machine, does.machine, { data: { here: "machine" } });
    this.box = button(PAD.box, does.box, { data: { here: "box" } });
    this.capsule = button("Capsule", does.capsule, { data: { here: "capsule" } });
    this.end = button(labelled(PAD.end, "Enter"), does.finish, { kind: "primary", data: { here: "end" } });
    this.hereBox = make("div", { className: "play-column" }, this.machine, this.box, this.capsule, this.end);
  }

  /**
   * Show the actions at the player's place.
   * @param {Choices | null} choices  null while there is nothing to choose
   * @param {number} status  of the player
   */
  #showHere(choices, status) {
    this.machine.disabled = !choices?.machine;
    this.box.disabled = !choices?.box;
    this.capsule.disabled = !(choices?.start || choices?.stop);
    // In others' turns, too, a capsule that has been started is one that can only be stopped.
    this.capsule.textContent = status === STATUS.COUNTDOWN ? PAD.stop : PAD.start;
    this.end.disabled = !choices;
  }

  /** @param {string} kind @param {string} name @param {() => void} press */
  #use(kind, name, press) {
    const count = make("small", {});
    const label = make("span", {}, capital(ITEM_WORDS[kind]), " ", count);
    const one = button(labelled(label, USE_KEYS[kind]), press, { name, data: { use: kind } });
    return Object.assign(one, { count });
  }

  /**
   * @param {Choices | null} choices  null while there is nothing to choose
   * @param {Mode} mode
   * @param {State} state
   */
  show(choices, mode, state) {
    const { pos, bag, status } = state.players[this.seat];
    this.#showHere(choices, status);
    for (const [name, one] of Object.entries(this.modes)) {
      one.setAttribute("aria-pressed", String(name === mode));
      one.disabled = !choices || (name === "blink" && !choices.blinks.length) || (name === "detect" && !choices.detects.length);
    }
    this.blinks.textContent = `×${bag?.Transport ?? 0}`;
    this.arrows.forEach((one, i) => { one.disabled = !choices || !targetOf(choices, mode, pos, i); });
    this.middle.textContent = choices ? mode : "";
    this.lifts.forEach((one, z) => { one.disabled = !choices?.lifts.some((to) => to[2] === z); });
    this.attacks.forEach((one, i) => { one.disabled = !choices?.attacks.some(([number]) => number === this.others[i]); });
    for (const one of this.uses) {
      const kind = one.dataset.use ?? "";
      one.count.textContent = `×${bag?.[kind] ?? 0}`;
      one.disabled = !choices || (kind === "Kit" ? !choices.kit : !choices.traps.includes(kind));
    }
    this.takes.forEach((one) => { one.disabled = !choices?.materials.includes(one.dataset.take ?? ""); });
  }

  /** Show why an action was refused; "" removes the text. @param {string} text */
  refuse(text) {
    this.refusal.hidden = !text;
    this.refusal.textContent = text;
  }
}

/** A title and buttons of equal width. @param {string} title @param {HTMLElement[]} buttons */
function row(title, buttons) {
  const box = make("div", { aria: { role: "group", label: title } }, make("span", { className: "play-note" }, title), ...buttons);
  Object.assign(box.style, { display: "grid", gridTemplateColumns: `3.4rem repeat(${buttons.length}, minmax(0, 1fr))`, gap: "6px", alignItems: "center" });
  for (const one of buttons) Object.assign(one.style, { paddingInline: "4px", minWidth: "0", overflow: "hidden" });
  return box;
}

/** The stances towards the other countries, as rows of a form. */

import { make } from "../../shared/dom.js";
import { seatMark } from "../../player/palette.js";
import { STANCES } from "./words.js";

/** @import { Constants, SeatState } from "./state.js" */

/** @type {Record<string, string>} */
const RELATIONS = { N: "neutral", A: "allied", W: "at war" };
/** @type {Record<string, string>} */
const USUAL = { N: "keep neutral", A: "keep the alliance", W: "go on with the war" };

export class Diplomacy {
  /**
   * @param {HTMLElement} root
   * @param {{names: string[], seat: number, seats: number[], constants: Constants, changed: () => void}} given
   */
  constructor(root, { names, seat, seats, constants, changed }) {
    this.root = root;
    this.names = names;
    this.seat = seat;
    this.seats = seats;
    this.constants = constants;
    this.changed = changed;
    /** @type {string[]} a letter per country */
    this.stances = names.map(() => "-");
    this.before = names.map(() => "");
  }

  /** The letters of the answer. */
  get letters() {
    return this.stances.join("");
  }

  /** The price of the stances: each justified war costs something. @param {SeatState} state */
  cost(state) {
    const wars = this.stances.filter((letter, other) => {
      const status = state.known[other].status;
      return other !== this.seat && status !== "U" && (letter === "J" || (letter === "-" && status === "W"));
    });
    return wars.length * this.constants.justify_price;
  }

  /** @param {SeatState} state @param {number[] | null} counters */
  show(state, counters) {
    const met = state.known.flatMap(({ status }, other) => (other !== this.seat && status !== "U" ? [other] : []));
    state.known.forEach(({ status }, other) => {
      // After a change of the relation, the stance goes back to the default.
      if (this.before[other] !== status || this.stances[other] === "B") this.stances[other] = "-";
      this.before[other] = status;
    });
    const rows = met.map((other) => this.#row(state, other, counters?.[other] ?? 0));
    this.root.hidden = !rows.length;
    this.root.replaceChildren(make("table", { className: "play-rows" }, make("caption", { className: "player-sr" }, STANCES.title), make("tbody", {}, ...rows)));
  }

  /** @param {SeatState} state @param {number} other @param {number} counter */
  #row(state, other, counter) {
    const { status } = state.known[other];
    const { justify_rounds: needed, justify_price: price } = this.constants;
    /** @type {[string, string][]} */
    const options = [
      ["-", STANCES.nothing(USUAL[status])],
      ["K", status === "N" ? STANCES.keep : status === "A" ? STANCES.endAlliance : STANCES.peace],
      ...(status === "W" ? [] : [/** @type {[string, string]} */ (["A", status === "A" ? STANCES.confirm : STANCES.ally])]),
      ["J", status === "W" ? STANCES.war(price) : STANCES.justify(price, Math.min(needed, counter + 1), needed)],
      ...(status === "W" || state.betrayed[this.seat] ? [] : [/** @type {[string, string]} */ (["B", STANCES.backstab])]),
    ];
    const select = make("select", { aria: { label: STANCES.towards(this.names[other]) }, data: { other } }, ...options.map(([value, text]) => make("option", { value, selected: this.stances[other] === value }, text)));
    select.addEventListener("change", () => {
      this.stances[other] = select.value;
      this.changed();
    });
    const about = [RELATIONS[status] ?? "", counter && status !== "W" ? STANCES.justified(counter, needed) : ""].filter(Boolean).join("; ");
    return make("tr", {}, make("th", { scope: "row" }, seatMark(this.seats[other]), ` ${this.names[other]}`, make("div", { className: "play-note" }, about)), make("td", {}, select));
  }
}

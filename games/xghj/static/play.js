/**
 * The controls of XGHJ for a person: a bid, a place to begin, and in each round bombs on the board,
 * stances towards the others, and the place of the capital.
 */

import { make } from "../../shared/dom.js";
import { Diplomacy } from "./diplomacy.js";
import { Field } from "./field.js";
import { BidForm, RoundForm, SpawnForm } from "./forms.js";
import { Bombs, refusal } from "./plan.js";
import { drawPlan } from "./planned.js";
import { PLAY } from "./words.js";

export { eyes, stateOf, tell, turnOf, where } from "./seen.js";

/** @import { Controls, Host, Point, Question } from "../../play/contract.js" */
/** @import { Action, DrawOptions, Place, Played } from "./state.js" */

/** @type {Record<string, Place>} */
const STEPS = { ArrowLeft: [-1, 0], ArrowRight: [1, 0], ArrowUp: [0, -1], ArrowDown: [0, 1] };

/** @param {Host<Played>} host @returns {Controls<Played>} */
export const controls = (host) => new XghjControls(host);

class XghjControls {
  keys = PLAY.keys;

  /** The open question, @type {Question<Played> | null} */
  open = null;
  /** and the same, but null while an answer is on its way. @type {Question<Played> | null} */
  question = null;
  phase = "";
  /** A place, -1 for none. */
  cursor = -1;
  /** The place to which the capital is to go, -1 where it stays. */
  capital = -1;

  /** @param {Host<Played>} host */
  constructor(host) {
    const { scene, seat, names, seats } = host;
    this.host = host;
    this.field = new Field(host);
    this.bombs = new Bombs(scene, seat);
    this.bid = new BidForm((bid) => this.#answer({ bid }));
    this.spawn = new SpawnForm(() => this.#answer({ spawn: this.field.at(this.cursor) }));
    this.round = new RoundForm({ clear: () => this.#clear(), send: () => this.#submit(), changed: () => this.#show() });
    this.diplomacy = new Diplomacy(this.round.stances, { names, seat, seats, constants: scene.constants, changed: () => this.#show() });
    this.hint = make("p", { className: "play-note" });
    host.root.append(this.bid.root, this.spawn.root, this.round.root, this.hint);
    this.#show();
  }

  #clear() {
    this.bombs.clear();
    this.capital = -1;
    this.#show();
  }

  /** Places that others have named, null where the question is another. @returns {Place[] | null} */
  get #chosen() {
    const prompt = this.question?.prompt;
    return prompt?.phase === "spawn" ? prompt.chosen : null;
  }

  /** The resources that the orders cost. */
  get #total() {
    return this.bombs.cost + this.diplomacy.cost(this.host.state);
  }

  /** @param {number} place */
  #words(place) {
    const hidden = this.question?.view.owner[place] === "?" && this.phase === "round";
    return this.field.words(place, !hidden);
  }

  /** Use the chosen tool on a cell. @param {number} place */
  #use(place) {
    const { host, round } = this;
    const chosen = this.#chosen;
    this.cursor = place;
    if (chosen) host.say(PLAY.beginHere(this.#words(place), refusal(host.scene, chosen, place)));
    else if (!this.question || this.phase !== "round") host.say(this.#words(place));
    else if (round.mode === "capital") this.#moveCapital(place);
    else if (round.mode === "bomb") this.#placeBomb(place, round.size);
    else this.#takeBack(place);
    this.#show();
  }

  /** @param {number} place */
  #moveCapital(place) {
    const { host } = this;
    this.capital = place === host.state.capital[host.seat] ? -1 : place;
    host.say(this.capital < 0 ? PLAY.capitalStays : PLAY.capitalMoves(this.field.name(place)));
  }

  /** @param {number} place */
  #takeBack(place) {
    this.#placeBomb(place, -(this.bombs.sizes.get(place) ?? 0));
  }

  /** @param {number} place @param {number} by  below 0 to take back */
  #placeBomb(place, by) {
    const { host, bombs, field } = this;
    if (by > 0 && !bombs.allowed(host.state, place)) {
      host.say(PLAY.notThere(field.name(place)));
      return;
    }
    const saving = host.state.saving[host.seat];
    if (by > 0 && this.#total + by * host.scene.constants.bomb_cost > saving) {
      host.say(PLAY.cannotPay(saving, this.#total));
      return;
    }
    bombs.add(place, by);
    const now = bombs.sizes.get(place);
    host.say(now ? PLAY.bombAt(now, field.name(place), bombs.breaks(host.state).size) : PLAY.noBombAt(field.name(place)));
  }

  /** @param {Action} action */
  async #answer(action) {
    const asked = this.question;
    if (!asked) return;
    this.question = null;
    this.#show();
    const { ok } = await this.host.send(action);
    if (!ok && this.question === null && this.open === asked) this.question = asked;
    this.#show();
  }

  #submit() {
    if (this.phase !== "round") return;
    const orders = { stances: this.diplomacy.letters, bombs: this.bombs.orders };
    this.#answer(this.capital < 0 ? orders : { ...orders, capital: this.field.at(this.capital) });
  }

  #show() {
    const { host, phase, bombs, cursor, field } = this;
    const ready = this.question !== null;
    const chosen = this.#chosen;
    const why = chosen && cursor >= 0 ? refusal(host.scene, chosen, cursor) : "";
    const placed = phase === "round" && host.state ? this.#placed() : "";
    this.bid.show(phase === "bid", ready);
    this.spawn.show(phase === "spawn", ready && cursor >= 0 && !why, cursor < 0 ? "" : field.name(cursor));
    this.round.show({
      shown: phase === "round", ready, empty: !bombs.sizes.size && this.capital < 0, placed, round: host.state?.round ?? 0,
    });
    this.hint.hidden = !why;
    this.hint.textContent = why && PLAY.notHere(why);
    host.board.redraw();
  }

  /** The orders so far in words. */
  #placed() {
    const { host, capital, field } = this;
    const list = this.bombs.orders.map(([x, y, size]) => `(${x}, ${y}) ${size}`).join(", ");
    return PLAY.placed(list, this.#total, host.state.saving[host.seat], capital >= 0 ? field.name(capital) : "");
  }

  /** @param {Question<Played>} asked */
  ask(asked) {
    this.question = asked;
    this.open = asked;
    this.phase = asked.prompt.phase;
    const words = this.#begin(asked);
    this.#show();
    return words;
  }

  /** @param {Question<Played>} asked @returns {string} */
  #begin({ prompt, choices }) {
    const { host, bid } = this;
    if (prompt.phase === "bid") {
      bid.number.max = String(prompt.money);
      return PLAY.askBid(prompt.money);
    }
    if (prompt.phase === "spawn") return PLAY.askSpawn(prompt.chosen.map((point) => `(${point.join(", ")})`).join(", "));
    this.bombs.clear();
    this.capital = -1;
    this.diplomacy.show(host.state, choices?.justify ?? null);
    const saving = prompt.players[host.seat].saving ?? 0;
    this.round.limit(saving);
    return PLAY.askRound(prompt.round, saving);
  }

  closed() {
    this.question = null;
    this.open = null;
    this.#show();
  }

  end() {
    this.closed();
  }

  /** @param {KeyboardEvent} event */
  key(event) {
    const { key } = event;
    if (STEPS[key]) {
      this.cursor = this.field.beside(this.cursor, STEPS[key]);
      const point = this.field.pointOf(this.cursor);
      if (point) this.host.board.reveal(point);
      this.host.say(this.#words(this.cursor));
    } else if (key === "Enter" && (event.ctrlKey || event.metaKey)) this.#submit();
    else if (!(this.cursor >= 0 && this.#keyAtCursor(key)) && !this.#keyOfButton(key)) return false;
    this.#show();
    return true;
  }

  /** @param {string} key @returns {boolean} whether it does something with the cell of the cursor */
  #keyAtCursor(key) {
    if (key === "Enter" && this.phase === "spawn") this.spawn.button.click();
    else if (key === "Enter" || key === " ") this.#use(this.cursor);
    else if (key === "Backspace") this.#takeBack(this.cursor);
    else return false;
    return true;
  }

  /** @param {string} key @returns {boolean} whether a button has it */
  #keyOfButton(key) {
    if (key === "c") this.round.clear.click();
    else if (["1", "2", "3"].includes(key) && this.phase === "round") this.round.modes[Number(key) - 1].click();
    else return false;
    return true;
  }

  home() {
    return this.field.capital;
  }

  /** @param {Point} point */
  tap(point) {
    const place = this.field.placeAt(point);
    if (place >= 0) this.#use(place);
  }

  /** @param {CanvasRenderingContext2D} ctx @param {DrawOptions} options */
  draw(ctx, options) {
    const { capital, cursor, phase } = this;
    const planned = { chosen: this.#chosen, bombs: phase === "round" ? this.bombs : null, capital, cursor };
    drawPlan(ctx, this.field.cells(ctx, options), this.host, planned, options);
  }
}

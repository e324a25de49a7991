/**
 * Controls for a person who plays Lost in Space: arrows in eight directions, lifts, attacks, items,
 * machines and the capsule.  Impossible actions are disabled; possible ones are marked on the board.
 */

import { seatStyle } from "../../player/palette.js";
import { choose as keepChoice, isChosen } from "../../shared/choice.js";
import { DO, FINISH, MODES, anythingLeft, choiceWords, selfWords, targetOf } from "./able.js";
import { attackOn, boxed, kitted, launched, lifted, liftedBeside, machined, taken, tapped, trapped, used } from "./actions.js";
import { layoutOf } from "./draw.js";
import { choose, redrawWith } from "./floors.js";
import { drawHints } from "./hints.js";
import { KEYS, commandOf } from "./keys.js";
import { placeUnder } from "./layout.js";
import { Pad } from "./pad.js";
import { standing } from "./standing.js";
import { ITEMS, STATUS, samePlace, stationOf } from "./station.js";
import { statusWords } from "./tables.js";
import { PLAY, learnt } from "./words.js";

/** @import { Controls, Host, Point, Question, TellOptions } from "../../play/contract.js" */
/** @import { Mode } from "./able.js" */
/** @import { Command } from "./keys.js" */
/** @import { Choices, DrawOptions, Event, Game, Message, State } from "./state.js" */
/** @import { Pos, Setting } from "./station.js" */

/** @param {State} state @param {Setting} scene */
export const where = (state, scene) => PLAY.where(state.round, scene.rounds);
/** @param {State} state */
export const turnOf = (state) => state.round;
/** The news of which the seat gets no event. @param {unknown} prompt @param {TellOptions<Game>} options */
export const tell = (prompt, options) => learnt(options);

const HURRY = "lost_in_space.hurry";

/** @param {Host<Game>} host @returns {Controls<Game>} */
export const controls = (host) => new LostControls(host);

class LostControls {
  keys = KEYS;

  /** The question that is open, @type {Question<Game> | null} */
  asked = null;
  /** and its choices, but for the time in which an answer is on its way. @type {Choices | null} */
  choices = null;
  /** The action of the arrows. @type {Mode} */
  mode = "move";
  /** The place under the mouse, where a tap does something. @type {Pos | null} */
  pointed = null;
  /** The turn of the last question. */
  turn = -1;
  /** The floor of the person's player. */
  floor = -1;
  /** Turns end automatically after the major action. */
  hurry = isChosen(HURRY);

  /** @param {Host<Game>} host */
  constructor(host) {
    this.host = host;
    this.station = stationOf(host.scene);
    this.pad = this.#makePad();
    this.pad.quick.checked = this.hurry;
    redrawWith(host.board.canvas, () => host.board.redraw());
  }

  #makePad() {
    /** @type {import("./pad.js").Does} */
    const does = {
      go: (direction) => this.#go(direction),
      mode: (mode) => this.#setMode(mode),
      lift: (z) => this.#act(lifted(this.choices, z)),
      attack: (number) => this.#act(attackOn(this.choices, number)),
      trap: (kind) => this.#act(trapped(this.choices, kind)),
      kit: () => this.#act(kitted(this.choices)),
      take: (item) => this.#act(taken(this.choices, item)),
      machine: () => this.#act(machined(this.choices)),
      box: () => this.#act(boxed(this.choices)),
      capsule: () => this.#act(launched(this.choices)),
      finish: () => this.#act(FINISH),
      hurry: (on) => {
        this.hurry = on;
        keepChoice(HURRY, on);
      },
    };
    return new Pad(this.host.root, this.host, does);
  }

  get #own() {
    return this.host.state.players[this.host.seat];
  }

  /** @param {Mode} mode */
  #setMode(mode) {
    this.mode = mode;
    this.#show();
  }

  /** @param {number} direction */
  #go(direction) {
    const to = this.choices && targetOf(this.choices, this.mode, this.#own.pos, direction);
    if (to) this.#act(DO[this.mode](to));
  }

  /** @param {Message | null} action */
  async #act(action) {
    if (!action || !this.choices) return;
    this.mode = "move";
    this.pointed = null;
    this.pad.refuse("");
    await this.#send(action, false);
  }

  /** Answer; where the answer is refused, the choices are there again. @param {Message} action @param {boolean} quiet */
  async #send(action, quiet) {
    const before = this.asked;
    this.choices = null;
    this.#show();
    const { ok } = await this.host.send(action, quiet);
    // Another question may have come meanwhile.
    if (!ok && this.choices === null && this.asked === before) this.choices = before?.choices ?? null;
    this.#show();
  }

  #show() {
    const { host, pad, choices } = this;
    pad.show(choices, this.mode, host.state);
    pad.status.textContent = standing(host, choices !== null);
    host.board.redraw();
  }

  /** After a lift ride, show the new floor. */
  #follow() {
    const z = this.#own.pos?.[2] ?? -1;
    if (z !== this.floor) choose(this.host.board.canvas, null);
    this.floor = z;
  }

  /** @param {Question<Game>} question */
  ask(question) {
    const { host } = this;
    this.asked = question;
    this.choices = question.choices;
    this.mode = "move";
    this.#follow();
    this.#show();
    const hurried = this.hurry && host.state.major && this.#own.status === STATUS.ALIVE;
    // The turn is over, no action is left, or the person wants turns to end automatically.
    if (!this.choices || !anythingLeft(this.choices) || hurried) {
      this.#send(FINISH, true);
      return "";
    }
    const first = question.turn !== this.turn;
    this.turn = question.turn;
    const can = choiceWords(this.choices, host);
    return first ? PLAY.yours(host.state.round, selfWords(host.state, host.scene, host.seat), can) : PLAY.goesOn(can);
  }

  note() {
    this.choices = null;
    this.#follow();
    this.#show();
    this.host.say(PLAY.noTurn(statusWords(this.host.state, this.host.seat)));
  }

  /** @param {Event[]} list */
  events(list) {
    for (const event of list) {
      if (event.type || !event.say) continue;
      if (event.say.type === "action" && !event.say.success) this.pad.refuse(PLAY.refused(event.reason));
    }
    this.#follow();
    this.#show();
  }

  closed() {
    this.asked = null;
    this.choices = null;
    this.#show();
  }

  end() {
    this.closed();
  }

  /** @param {KeyboardEvent} event */
  key(event) {
    const command = commandOf(event);
    // A key that is held down must not use up the next turn.
    if (command && !event.repeat) this.#do(command);
    return command !== null;
  }

  /** @param {Command} command */
  #do(command) {
    const { choices } = this;
    switch (command[0]) {
      case "go": return this.#go(command[1]);
      case "mode": return this.#toggle(command[1]);
      default: return this.#act(this.#actionOf(command, choices));
    }
  }

  /** The arrows do this, or move again. @param {Mode} mode */
  #toggle(mode) {
    if (mode === "move" || this.choices?.[MODES[mode]].length) this.#setMode(this.mode === mode ? "move" : mode);
  }

  /** @param {Command} command @param {Choices | null} choices @returns {Message | null} */
  #actionOf(command, choices) {
    switch (command[0]) {
      case "lift": return liftedBeside(choices, this.#own.pos?.[2] ?? 0, command[1]);
      case "floor": return lifted(choices, command[1]);
      case "attack": return attackOn(choices, this.pad.others[command[1]]);
      case "trap": return trapped(choices, command[1]);
      case "kit": return kitted(choices);
      case "take": return taken(choices, ITEMS[command[1]]);
      case "use": return used(choices);
      default: return FINISH;
    }
  }

  /** @param {Point} point */
  #placeAt(point) {
    const { board, state } = this.host;
    return board.options ? placeUnder(layoutOf(board.canvas, state, board.options), this.station, point) : null;
  }

  /** @param {Point} point */
  tap(point) {
    this.#act(tapped(this.choices, this.mode, this.#placeAt(point)));
  }

  /** @param {Point | null} point */
  hover(point) {
    const { board } = this.host;
    const place = point && this.choices ? this.#placeAt(point) : null;
    const pos = place && tapped(this.choices, this.mode, place) ? place.pos : null;
    board.canvas.style.cursor = pos ? "pointer" : "";
    if (samePlace(pos, this.pointed)) return;
    this.pointed = pos;
    board.redraw();
  }

  /** @param {CanvasRenderingContext2D} ctx @param {DrawOptions} options */
  draw(ctx, options) {
    const { host: { board, state, seat }, choices, mode, pointed } = this;
    if (!choices || this.#own.pos === null) return;
    const color = options.palette[seat]?.color ?? seatStyle(seat).color;
    drawHints(ctx, layoutOf(board.canvas, state, options), { choices, mode, color, theme: options.theme, hover: pointed });
  }
}

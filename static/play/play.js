/**
 * The page on which a person plays: board, clock, controls, what happens.
 *
 * `[data-play]` holds the markup of `templates/rooms/play.html` and its configuration in
 * `#play-config`: `{socket, view, play, seat, seats: [{name, full, url}], hides, title, state}`, where `view` and
 * `play` are addresses of the game's modules, `play` null where it has none.  See `contract.js`.
 */

import { find, messageOf, onResize } from "../shared/dom.js";
import { Clock } from "./clock.js";
import { Countdown } from "./countdown.js";
import { Face } from "./face.js";
import { HumanInput } from "./human-input.js";
import { SeatLine } from "./line.js";
import { Session } from "./session.js";
import { Signal } from "./signal.js";
import { Stage } from "./stage.js";
import { Tools } from "./tools.js";
import { ANSWERS, NOTICES, TURN } from "./words.js";

const LONGEST_ANSWER = 65536;
const PHONE = window.matchMedia("(max-width: 60rem)");
const PHONE_MARGIN = 4;
const EDITABLE = "input:not([type=checkbox], [type=radio], [type=range]), textarea, select";

export class PlayPage {
  /** @param {HTMLElement} root @param {any} config @param {import("./contract.js").Modules} modules */
  constructor(root, config, modules) {
    this.root = root;
    this.config = config;
    this.modules = modules;
    this.part = (/** @type {string} */ name) => find(root, `[data-part="${name}"]`);
    this.session = new Session(modules, config.seats);
    this.session.state = config.state;
    /** @type {import("./face.js").Link} */
    this.link = { lost: false, refused: 0, left: false, error: null };
    this.clock = new Clock(this.part("clock"));
    this.countdown = new Countdown(this.part("countdown"), () => this.clock.now(), () => {
      this.session.opening = null;
      this.face.show(this.session, this.link);
    });
    /** Until when the match waits for this page, once it has said that it is there. */
    this.readyFor = 0;
    this.face = new Face(this.part, { ...config, where: modules.play.where, turnOf: modules.play.turnOf }, modules.view);
    const eyes = modules.play.eyes ?? ((/** @type {any} */ state, /** @type {number} */ seat) => (config.hides ? seat : null));
    this.stage = new Stage(this.part("board"), modules.view, eyes, {
      zoomed: (camera) => this.tools.showZoom(camera),
      failed: (error) => this.#fail(error),
      begun: () => this.#goHome(),
    });
    /** @type {import("./contract.js").Controls | null} */
    this.controls = null;
    this.humanInput = new HumanInput(this.stage.canvas, this.stage.framing, () => this.controls);
    this.signal = new Signal(find(root, '[data-do="signal"]'));
    this.tools = new Tools(root, this.part, this.stage, modules, () => this.leave());
    /** @type {{ask: number, action: any, quiet: boolean, done: (answer: {ok: boolean, reason: string}) => void} | null} */
    this.pending = null;
    this.asked = -1;
    this.ended = false;
    this.line = new SeatLine(config.socket, {
      onMessages: (messages, news) => this.#receive(messages, news),
      onLink: (status, code) => this.#linked(status, code),
    });
    document.addEventListener("keydown", (event) => this.#key(event));
    this.face.show(this.session, this.link);
    this.line.start();
  }

  /** @param {"open" | "lost" | "refused"} status @param {number} code */
  #linked(status, code) {
    this.link.lost = status === "lost";
    this.link.refused = status === "refused" ? code : 0;
    if (status === "lost") this.readyFor = 0;
    this.face.show(this.session, this.link);
  }

  /** @param {any[]} messages @param {boolean} news  false: everything from the start of the match */
  #receive(messages, news) {
    try {
      if (!news) this.session.clear();
      let shown = null;
      for (const message of messages) {
        if (message.type === "hello") this.clock.set(message.now, message.came);
        const step = this.session.take(message);
        if (message.type === "start" || message.type === "restart") this.#begin();
        if (news) this.#live(message, step);
        else shown = step ?? shown;
      }
      if (shown) this.stage.put(shown);
      this.#settle(news);
    } catch (error) {
      this.#fail(/** @type {Error} */ (error));
    }
  }

  /** The latest messages. @param {any} message @param {import("./session.js").Step | null} step */
  #live(message, step) {
    if (step?.same) this.stage.confirm(step.state);
    else if (step) this.stage.add(step);
    if (message.type === "events") this.controls?.events?.(message.events);
    if (message.type === "note") this.controls?.note?.({ ...message, state: this.session.play?.state });
    if (message.type === "end") this.controls?.end?.(message.outcome);
    if (message.type === "refused") this.#answered(message.ask, false, message.reason);
    if (message.type === "late") this.#answered(message.ask, false, ANSWERS.late);
    if (message.type === "taken") this.#answered(message.ask, true, "");
    if (message.type === "error") this.#answered(message.ask ?? -1, false, message.message);
  }

  /** A game begins, or is repeated after a reconnection; its controls stay. */
  #begin() {
    const { play } = this.session;
    const same = play && this.stage.play && play.number === this.stage.play.number
      && JSON.stringify([play.setup, play.scene]) === JSON.stringify([this.stage.play.setup, this.stage.play.scene]);
    if (play && same) {
      this.stage.play = play;
      return;
    }
    this.controls?.remove?.();
    this.controls = null;
    this.asked = -1;
    this.stage.overlay = null;
    this.part("controls").replaceChildren();
    if (play) this.stage.begin(play);
  }

  /** Bring the controls, the clock and the words to where the match is now. @param {boolean} news */
  #settle(news) {
    const { session } = this;
    const { question, play } = session;
    if (play && !this.controls) this.#equip(play);
    if (this.pending && this.pending.ask !== question?.ask) {
      const taken = session.fateOf(this.pending.ask) === "taken";
      this.#answered(this.pending.ask, taken, taken ? "" : ANSWERS.closed);
    }
    if (this.asked >= 0 && this.asked !== question?.ask) this.#closed(session.fateOf(this.asked));
    if (question && this.asked !== question.ask) this.#open(question);
    else if (question && this.pending && !news) this.#post();
    this.#showOpening(session.opening);
    if (session.left.has(this.config.seat)) this.#gone();
    this.face.show(session, this.link);
    if (session.over) this.#over();
  }

  /** The match waits for the pages of all, or counts down. @param {import("./session.js").Session["opening"]} opening */
  #showOpening(opening) {
    if (opening?.type !== "countdown") this.countdown.stop();
    else if (this.countdown.run(opening.until)) this.face.say(NOTICES.begins(opening.seconds));
    if (opening?.type !== "waiting" || this.readyFor === opening.until) return;
    this.readyFor = opening.until;
    // The second frame begins when the first one, with the board, has been shown.
    requestAnimationFrame(() => requestAnimationFrame(() => this.line.send({ type: "ready" })));
  }

  /** @param {import("./session.js").Play} play */
  #equip(play) {
    const page = this;
    const controls = this.modules.play.controls(/** @type {import("./contract.js").Host} */ ({
      root: this.part("controls"),
      board: {
        canvas: this.stage.canvas,
        get options() { return page.stage.options; },
        get dpr() { return page.stage.dpr; },
        redraw: () => this.stage.redraw(),
        reveal: (point) => this.stage.framing.reveal(point),
      },
      scene: play.scene,
      seat: play.seat,
      game: play.number,
      names: play.names,
      seats: play.seats,
      send: (action, quiet = false) => this.send(action, quiet),
      say: (text) => this.face.say(text),
      now: () => this.clock.now(),
      // Controls that wait for their answer outlive a match that begins again.
      get state() { return (page.session.play ?? play).state; },
    }));
    this.controls = controls;
    this.stage.overlay = (ctx, options) => this.controls?.draw?.(ctx, options);
    this.stage.canvas.classList.toggle("is-touched", Boolean(controls.press) || Boolean(this.modules.view?.zoomable));
    this.tools.showKeys(controls.keys ?? []);
    this.stage.draw();
  }

  /** On a phone a board begins where the person's own things are. @returns {boolean} whether that is settled */
  #goHome() {
    if (!PHONE.matches || !this.modules.view?.zoomable) return true;
    const home = this.controls?.home?.();
    if (home) this.stage.framing.begin(home);
    return Boolean(home);
  }

  /** @param {import("./contract.js").Question} question */
  #open(question) {
    this.asked = question.ask;
    this.clock.run(question.until, question.seconds);
    const words = this.controls?.ask(question) ?? TURN.yours;
    this.face.tell(this.session.news, words, this.session.play?.names ?? []);
    this.root.dataset.asked = String(question.ask);
    if (words) {
      document.title = `● ${this.config.title}`;
      this.signal.tell(question.turn);
    }
    this.stage.redraw();
  }

  /** @param {"taken" | "late" | "gone"} why */
  #closed(why) {
    this.asked = -1;
    this.clock.stop();
    this.controls?.closed?.(why);
    delete this.root.dataset.asked;
    document.title = this.config.title;
    this.stage.redraw();
  }

  #over() {
    if (this.ended) return;
    this.ended = true;
    this.line.stop();
    this.part("after").hidden = false;
    this.part("leave").hidden = true;
    this.face.say(this.part("turn").textContent);
    this.root.dataset.over = "";
  }

  /** @param {any} action @param {boolean} quiet @returns {Promise<{ok: boolean, reason: string}>} */
  send(action, quiet) {
    const { question } = this.session;
    this.face.refuse("");
    if (!question) return this.#refused(ANSWERS.none);
    if (this.pending) return this.#refused(ANSWERS.pending);
    if (JSON.stringify(action).length > LONGEST_ANSWER) return this.#refused(ANSWERS.long);
    this.stage.finish();
    return new Promise((done) => {
      this.pending = { ask: question.ask, action, quiet, done };
      this.#post();
    });
  }

  /** @param {string} reason */
  #refused(reason) {
    this.face.refuse(reason);
    return Promise.resolve({ ok: false, reason });
  }

  /** Where there is no connection, the answer waits for the next. */
  #post() {
    if (this.pending) this.line.send({ type: "action", ask: this.pending.ask, action: this.pending.action });
  }

  /** @param {number} ask  −1: whichever is pending @param {boolean} ok @param {string} reason */
  #answered(ask, ok, reason) {
    const { pending } = this;
    const ours = pending && (pending.ask === ask || ask < 0) ? pending : null;
    if (ours) this.pending = null;
    if (!ok && (ours ? !ours.quiet : ask < 0)) this.face.refuse(sentence(reason));
    ours?.done({ ok, reason });
  }

  /** The person goes, for good. */
  leave() {
    this.link.left = this.line.send({ type: "leave" });
    if (!this.link.left) {
      this.face.refuse(ANSWERS.offline);
      return;
    }
    this.#gone();
    this.face.show(this.session, this.link);
  }

  /** The person plays no more in this match. */
  #gone() {
    this.link.left = true;
    if (this.asked >= 0) this.#closed("gone");
    this.part("leave").hidden = true;
    this.part("after").hidden = false;
  }

  /** @param {KeyboardEvent} event */
  #key(event) {
    const sends = event.key === "Enter" && (event.ctrlKey || event.metaKey);
    if (event.defaultPrevented || event.altKey || ((event.ctrlKey || event.metaKey) && !sends)) return;
    const target = /** @type {HTMLElement} */ (event.target);
    if ((target.matches(EDITABLE) && !sends) || target.closest("dialog, [role=menu]")) return;
    if ((event.key === "Enter" || event.key === " ") && !sends && target.closest("button, a, summary, input, label")) return;
    if (this.controls?.key?.(event) || this.tools.key(event)) event.preventDefault();
  }

  /** Something here cannot read what comes: said, and tried no more for this state. @param {Error} error */
  #fail(error) {
    this.link.error = { code: "play", message: NOTICES.broken(error.message) };
    this.face.show(this.session, this.link);
    throw error;
  }
}

/** Capital letter and full stop. @param {string} text */
function sentence(text) {
  const words = text.trim();
  return words && `${words[0].toUpperCase()}${words.slice(1)}${/[.!?”]$/.test(words) ? "" : "."}`;
}

/** The game's modules; a drawing that cannot be had leaves the controls. @param {{view: string, play: string | null}} config */
async function load({ view, play }) {
  /** @param {string} address */
  const at = (address) => new URL(address, document.baseURI).href;
  const drawn = await import(at(view)).catch(() => null);
  const own = play ? await import(at(play)) : await import("./generic.js");
  return { view: drawn, play: own };
}

/**
 * On a phone the window begins with the play area, and the board leaves room for the tallest controls
 * at the beginning of a question: a board that grows and shrinks while one touches it would be hard to hit.
 * @param {HTMLElement} root
 */
function fitPhone(root) {
  let tallest = 0;
  let width = 0;
  let asked = "";
  const toTop = () => {
    // Somebody who has opened a menu in the head of the page is using it.
    if (PHONE.matches && !document.querySelector("header details[open]")) window.scrollBy({ top: root.getBoundingClientRect().top - PHONE_MARGIN, behavior: "instant" });
  };
  const controls = find(root, '[data-part="controls"]');
  const fit = () => {
    const box = controls.getBoundingClientRect();
    // Only with its controls is the page tall enough to be moved up.
    if (!tallest && box.height && !window.scrollY) requestAnimationFrame(toTop);
    const turned = box.width !== width;
    tallest = turned ? box.height : Math.max(tallest, box.height);
    width = box.width;
    // The board keeps its place under the finger until the next question.
    if (turned || root.dataset.asked !== asked) root.style.setProperty("--play-controls", `${Math.ceil(tallest)}px`);
    asked = root.dataset.asked ?? asked;
  };
  onResize(controls, fit);
  new MutationObserver(fit).observe(root, { attributeFilter: ["data-asked"] });
  window.matchMedia("(orientation: landscape)").addEventListener("change", () => requestAnimationFrame(toTop));
}

/** @param {HTMLElement} root  the element with data-play */
export async function mountPlay(root) {
  const config = JSON.parse(find(root, "#play-config").textContent);
  const above = root.getBoundingClientRect().top + window.scrollY;
  root.style.setProperty("--play-top", `${Math.round(above)}px`);
  fitPhone(root);
  let modules = null;
  try {
    modules = await load(config);
    return new PlayPage(root, config, modules);
  } catch (error) {
    const notice = find(root, '[data-part="notice"]');
    notice.hidden = false;
    notice.textContent = NOTICES.noControls(messageOf(error));
    if (modules) throw error;
    return null;
  }
}

for (const root of document.querySelectorAll("[data-play]")) mountPlay(/** @type {HTMLElement} */ (root));

/** The texts of the play page around the board. */

import { Forecast } from "../player/forecast.js";
import { noticeFor } from "../player/notices.js";
import { colorSeats, seatMark } from "../player/palette.js";
import { SeatsPanel, endWords, endsSoFar, showComing } from "../player/panels.js";
import { TablesPanel } from "../player/tables.js";
import { make } from "../shared/dom.js";
import { NOTICES, REFUSED, RESULT, TURN, announced } from "./words.js";

const COMING = 6;
const MOST_LINES = 200;
const MOST_NEWS = 5;

/**
 * @typedef {object} Link  of the page with the match
 * @property {boolean} lost
 * @property {number} refused  the code with which the server refuses, or 0
 * @property {boolean} left    the person has left the match
 * @property {{code: string, message: string} | null} error
 */

export class Face {
  /**
   * @param {(name: string) => any} part
   * @param {any} config  of the page
   * @param {import("../player/contract.js").View | null} view  of the game
   */
  constructor(part, config, view) {
    this.part = part;
    this.config = config;
    this.view = view;
    this.seats = new SeatsPanel(part("seats"));
    this.forecast = view?.timeline ? new Forecast(part("coming"), view.timeline, view.words.turn) : null;
    this.tables = view?.tables ? new TablesPanel(part("tables")) : null;
    part("tables-box").hidden = !this.tables;
    part("tables-box").addEventListener("toggle", () => this.tables?.reveal());
    if (view?.words?.tables) part("tables-title").textContent = view.words.tables;
    this.told = 0;
  }

  /** @param {import("./session.js").Session} session @param {Link} link */
  show(session, link) {
    this.#showNotice(session, link);
    this.#showTurn(session, link);
    this.#showLines(session.lines);
    const { play } = session;
    if (play?.state) this.#showState(play, session.left);
  }

  /** @param {import("./session.js").Session} session @param {Link} link */
  #showNotice(session, { lost, refused, error }) {
    const box = this.part("notice");
    const playable = Boolean(session.play);
    let notice = refused
      ? { text: REFUSED[refused] ?? NOTICES.refused, over: !playable }
      : noticeFor({ state: session.state, position: null, lost, error, playable });
    if (playable && !refused && session.state === "finished") notice = null;
    if (notice && session.over && !playable) notice.text = session.why || NOTICES.over;
    else if (notice && session.why && !session.final) notice.text = session.why;
    const reason = session.givenUp(this.config.seat);
    if (reason) notice = { text: NOTICES.givenUp(reason), over: !playable };
    box.hidden = !notice;
    box.textContent = notice?.text ?? "";
    box.classList.toggle("is-over", Boolean(notice?.over));
  }

  /** The player to move, in one line. @param {import("./session.js").Session} session @param {Link} link */
  #showTurn({ play, question, over, final, told, opening }, { left }) {
    const line = this.part("turn");
    let text = "";
    if (final) text = [resultWords(final, this.config.seat), told].filter(Boolean).join(". ");
    else if (over) text = TURN.ended;
    else if (left) text = TURN.left;
    else if (question) text = TURN.yours;
    else if (play?.outcome) text = TURN.over;
    else if (opening) text = opening.type === "waiting" ? TURN.waiting : TURN.ready;
    else if (play) text = this.#others(play);
    if (line.textContent !== text) line.textContent = text;
    line.classList.toggle("is-mine", Boolean(question) && !over);
  }

  /** @param {import("./session.js").Play} play */
  #others({ names, seat }) {
    const others = names.filter((_, number) => number !== seat);
    return others.length === 1 ? TURN.one(others[0]) : TURN.others;
  }

  /** The lines of events, newest first. @param {import("./session.js").Line[]} lines */
  #showLines(lines) {
    const list = this.part("feed");
    if (lines.length < this.told) {
      list.replaceChildren();
      this.told = 0;
    }
    for (const line of lines.slice(Math.max(this.told, lines.length - MOST_LINES))) {
      const parts = [make("span", { className: "player-line-turn" }, line.turn), make("span", {}, line.text)];
      if (line.seat >= 0) parts.splice(1, 0, seatMark(line.seat));
      list.prepend(make("li", {}, ...parts));
    }
    while (list.children.length > MOST_LINES) list.lastChild.remove();
    this.told = lines.length;
    this.part("feed-empty").hidden = lines.length > 0;
  }

  /** @param {import("./session.js").Play} play @param {Map<number, {reason: string}>} left */
  #showState(play, left) {
    const { state, scene, seats, seat } = play;
    const options = { view: this.config.hides ? seat : null, names: play.names, scene };
    this.#showSeats(play, left, options);
    if (this.view?.tables) this.tables?.show(this.view.tables(state, options), seats);
    this.part("where").textContent = this.config.where?.(state, scene) ?? "";
    this.#showComing(play);
  }

  /** @param {import("./session.js").Play} play @param {Map<number, {reason: string}>} left @param {any} options */
  #showSeats({ state, seats, outcome }, left, options) {
    const { view } = this;
    const roles = view?.roles?.() ?? [];
    colorSeats([document.documentElement], seats, roles);
    this.seats.show({
      seats,
      scores: view?.scores?.(state) ?? [],
      cpu: null,
      ends: outcome?.seats ?? endsSoFar(left, seats),
      pieces: view?.panel?.(state) ?? null,
      roles,
      board: view?.leaderboard?.(state, options) ?? null,
    });
  }

  /** Things to come, of games that tell them beforehand. @param {import("./session.js").Play} play */
  #showComing({ state, scene, outcome }) {
    const { view, config } = this;
    const turn = config.turnOf?.(state);
    const coming = outcome ? [] : (view?.timelineItems?.(scene, turn ?? 0) ?? []);
    showComing(this.part("coming"), coming.slice(0, COMING), view?.words?.turn ?? "turn");
    this.forecast?.show(scene, turn ?? 1);
  }

  /** A line below the board, which is read out. @param {string} text */
  say(text) {
    const box = this.part("said");
    if (text && box.textContent !== text) box.textContent = text;
  }

  /** Announce events and the present question. @param {string[]} news @param {string} words @param {readonly string[]} names */
  tell(news, words, names) {
    this.say(announced([news.slice(-MOST_NEWS).join("; "), words], names));
  }

  /** Why an answer was refused; an empty text takes it away. @param {string} text */
  refuse(text) {
    const box = this.part("refusal");
    box.hidden = !text;
    box.textContent = text;
  }
}

/** How the match ended for one seat. @param {any} outcome  of the match @param {number} seat */
export function resultWords(outcome, seat) {
  const mine = outcome.seats[seat];
  /** @type {number[]} */
  const ranks = outcome.seats.map((/** @type {{rank: number}} */ { rank }) => rank);
  const first = ranks.filter((rank) => rank === 1).length;
  let text = RESULT.rank(mine.rank, ranks.length);
  if (mine.rank === 1) text = first === ranks.length && ranks.length > 1 ? RESULT.draw : first > 1 ? RESULT.shared : RESULT.win;
  else if (ranks.length === 2) text = RESULT.lose;
  const end = endWords(mine.end);
  return end ? RESULT.with(text, end) : text;
}

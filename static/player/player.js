/**
 * The player of a match page: board, time, panels.
 *
 * `mountPlayer(root)` takes the markup of `templates/matches/_player.html` and the configuration
 * in its `#player-config`: `{match, socket, view, state, title, seats: [{name, ...}], log_url}`;
 * `frames` (data for `StaticSource`, or where it is) may stand for `socket`; `embedded`: without clips.
 */

import { find, findAll, messageOf } from "../shared/dom.js";
import { sparing } from "../shared/sparing.js";
import { readAddress, writeAddress } from "./address.js";
import { Board } from "./board.js";
import { Controls } from "./controls.js";
import { Display } from "./display.js";
import { paint } from "./drawings.js";
import { Framing } from "./framing.js";
import { mountLegend } from "./legend.js";
import { noticeFor } from "./notices.js";
import { Playback } from "./playback.js";
import { SocketSource } from "./source.js";
import { FrameStore } from "./store.js";
import { StaticSource } from "./stored.js";
import { placeOf } from "./timeline.js";
import { CONTROLS, NOTICES } from "./words.js";

/**
 * @typedef {object} Condition  of the match, as `noticeFor` takes it
 * @property {string} state
 * @property {number | null} position
 * @property {boolean} hidden
 * @property {boolean} lost
 * @property {{code: string, message: string} | null} error
 */

/** @typedef {{id: string, title: string, default?: boolean}} Layer  of a view */

export class Player {
  /** Write the page's address. */
  #remember = sparing(() => window.history.replaceState(window.history.state, "", this.#link()));

  /** @param {HTMLElement} root @param {any} config */
  constructor(root, config) {
    this.root = root;
    this.config = config;
    if (config.embedded) for (const element of findAll(root, "[data-clips]")) element.remove();
    this.store = new FrameStore();
    /** @type {Condition} */
    this.condition = { state: config.state ?? "connecting", position: null, hidden: false, lost: false, error: null };
    /** A frame is on the board. */
    this.drawn = false;
    this.opened = false;
    /** @type {SocketSource | StaticSource | null} */
    this.source = null;
    /** The turns that are played again and again. @type {import("./address.js").Clip | null} */
    this.clip = null;
    /** @type {import("./clips/panel.js").ClipPanel | null} */
    this.clips = null;
    this.address = readAddress(window.location.search);
    this.calm = window.matchMedia("(prefers-reduced-motion: reduce)");
    /** @param {string} name */
    const part = (name) => find(root, `[data-part="${name}"]`);
    /** @param {Error} error */
    const fail = (error) => this.#fail({ code: "damaged", message: error.message });
    this.part = part;
    this.playback = new Playback(this.store, {
      redraw: () => this.#redraw(),
      moved: () => this.#moved(),
      settled: () => this.#settled(),
      changed: () => this.#showPlaying(),
      fail,
    });
    this.playback.state = this.condition.state;
    this.board = new Board(part("board"), this.store, () => this.#redraw(), (game) => this.display.namesOf(game));
    this.display = new Display(root, part, this.playback, config, fail, () => this.board.focus);
    this.framing = new Framing(this.board, {
      redraw: () => this.#redraw(),
      changed: (camera) => this.controls.showZoom(camera),
    });
    this.controls = new Controls(root, part, this.#commands(), this.framing);
    this.#showNotice();
  }

  /** @returns {import("./controls.js").Commands} */
  #commands() {
    const { playback } = this;
    return {
      play: () => {
        if (this.drawn) playback.toggle();
      },
      first: () => playback.seek(this.store.games[playback.game]?.first ?? 0),
      last: () => playback.seek(this.store.lastOf(playback.game)),
      step: (by) => playback.seek(playback.aim + by),
      event: (by) => this.#toEvent(by),
      speed: (speed) => { playback.head.speed = speed; },
      loop: () => this.controls.showLoop((playback.head.loop = !playback.head.loop)),
      view: (seat) => this.#look({ view: seat, layers: this.board.layers }),
      layers: (layers) => this.#look({ view: this.board.focus, layers }),
      game: (game) => playback.goTo({ game, turn: 0, ply: 0 }),
      live: () => playback.goLive(),
      link: () => this.copyLink(),
      clip: () => this.#clips(),
      endClip: () => this.#endClip(),
    };
  }

  /** Load the game's view and begin to read. */
  async start() {
    try {
      this.store.view = await import(new URL(this.config.view, document.baseURI).href);
    } catch (error) {
      this.#fail({ code: "view", message: NOTICES.noView(messageOf(error)) });
      return;
    }
    const { view } = this.store;
    const known = new Set(view.layers.map((/** @type {Layer} */ layer) => layer.id));
    const layers = (this.address.layers ?? this.#usualLayers()).filter((id) => known.has(id));
    const { names } = this.display;
    this.board.layers = new Set(layers);
    this.board.focus = this.address.view !== null && this.address.view < names.length ? this.address.view : null;
    this.controls.fill(names, view.layers, this.board.layers, this.board.focus);
    this.controls.showZoomable(Boolean(view.zoomable));
    this.display.offer(view);
    mountLegend(this.part("legend"), this.part("legend-title"), view.markKinds ?? []);
    this.source = this.config.frames
      ? new StaticSource(this.config.frames, this.store, this.#listener())
      : new SocketSource(this.config.socket, this.store, this.#listener());
    this.playback.source = this.source;
    await this.source.start();
    if (this.playback.over) this.#readDrawings();
  }

  /** Layers of the game and of what the viewer's bots have drawn. @returns {Layer[]} */
  get layers() {
    return [...this.store.view.layers, ...(this.display.drawings?.layers ?? [])];
  }

  /** Show what the viewer's bots have drawn; the page has its board by then. */
  async #readDrawings() {
    this.display.rows?.clear();
    const drawings = await this.display.readDrawings();
    if (!drawings || drawings.empty) return;
    this.board.overlay = (ctx, { game, turn }, state, options) => {
      const shapes = drawings.of(game, turn).filter(({ layer }) => options.layers.has(layer));
      if (shapes.length) paint(ctx, shapes, (point) => this.store.view.locate(ctx, point, state, options), options.theme.font);
    };
    const wanted = this.address.layers;
    const shown = drawings.layers.filter(({ id }) => !wanted || wanted.includes(id)).map(({ id }) => id);
    this.board.layers = new Set([...this.board.layers, ...shown]);
    this.controls.fill(this.display.names, this.layers, this.board.layers, this.board.focus);
    this.#redraw();
  }

  /** @returns {Partial<import("./source.js").Listener>} */
  #listener() {
    return {
      onHeader: (message) => {
        this.#setCondition({ state: message.state, hidden: Boolean(message.hidden) });
        this.#open();
      },
      onFrames: () => this.#framesCame(),
      onLeft: () => this.display.gather(),
      onState: (state) => this.#setCondition(state),
      onEnd: ({ state }) => {
        this.#setCondition({ state });
        this.#readDrawings();
      },
      onRestart: () => this.#restarted(),
      onError: (error) => this.#fail(error),
      onLink: (status) => this.#setCondition({ lost: status === "lost" }),
    };
  }

  /** Once there is a frame: to the place of the address, the edge of a live match, or the start. */
  #open() {
    if (this.opened || !this.store.total) return;
    this.opened = true;
    this.root.dispatchEvent(new CustomEvent("player-open"));
    const { playback } = this;
    if (this.address.clip && this.store.games.length) this.loopClip(this.address.clip, !this.calm.matches);
    else if (this.address.place && this.store.games.length) playback.goTo(this.address.place);
    else if (!playback.over) playback.goLive();
    else playback.seek(0, { quiet: true }).then((there) => there && playback.play(!this.calm.matches));
  }

  #framesCame() {
    this.#open();
    this.display.gather();
    this.display.showSpan();
    if (this.playback.live) this.playback.play(true);
    else this.#showLive();
  }

  #restarted() {
    this.opened = false;
    this.drawn = false;
    this.address.place = null;
    this.address.clip = null;
    this.#endClip();
    this.display.reset();
    this.playback.reset();
    this.controls.toast(CONTROLS.restarted);
    this.#setCondition({ state: "running", error: null });
  }

  /** @param {{code: string, message: string}} error */
  #fail(error) {
    this.playback.play(false);
    this.#setCondition({ error });
  }

  /** @param {Partial<Condition>} change */
  #setCondition(change) {
    const { state } = Object.assign(this.condition, change);
    if (state !== this.playback.state) this.root.dispatchEvent(new CustomEvent("player-state", { bubbles: true, detail: { state } }));
    this.playback.state = state;
    this.#showNotice();
    this.#showLive();
  }

  #redraw() {
    if (!this.store.view || !this.store.total) return;
    const { head } = this.playback;
    const had = this.drawn;
    this.drawn = this.board.draw(head.n, this.calm.matches ? 1 : head.progress);
    if (this.drawn !== had) this.#showNotice();
    this.framing.drawn();
  }

  #moved() {
    const { words } = this.store.view;
    this.controls.showGames(this.store.games.length, this.playback.game, words.game);
    this.display.show();
    this.#showLive();
  }

  /** @param {number} by */
  #toEvent(by) {
    const { marks } = this.display.summary.game(this.playback.game);
    const n = this.playback.aim;
    const mark = by > 0 ? marks.find((m) => m.n > n) : marks.findLast((m) => m.n < n);
    if (mark) this.playback.seek(mark.n);
    else this.controls.toast(by > 0 ? CONTROLS.noLater : CONTROLS.noEarlier);
  }

  // The parts over and under the board --------------------------------------------------------

  #showPlaying() {
    this.controls.showPlaying(this.playback.playing);
    this.#showLive();
  }

  #showLive() {
    const { over, live } = this.playback;
    const behind = over || !this.drawn ? null : this.#behindWords();
    this.controls.showLive(behind === null ? null : { live, behind });
  }

  #behindWords() {
    const edge = this.store.frame(this.store.total - 1);
    const here = this.store.frame(this.playback.head.n);
    if (!edge || !here || edge.game !== here.game) return CONTROLS.behind;
    const turns = edge.turn - here.turn;
    return turns ? CONTROLS.turnsBehind(turns, this.store.view.words.turn) : CONTROLS.paused;
  }

  #showNotice() {
    const notice = noticeFor({ ...this.condition, playable: Boolean(this.drawn) });
    const box = this.part("notice");
    box.hidden = !notice;
    box.textContent = notice?.text ?? "";
    box.classList.toggle("is-over", Boolean(notice?.over));
  }

  // The address ---------------------------------------------------------------------------------

  #usualLayers() {
    return this.layers.filter((layer) => layer.default).map((layer) => layer.id);
  }

  /** @param {{view: number | null, layers: Set<string>}} given */
  #look({ view, layers }) {
    this.board.focus = view;
    this.board.layers = layers;
    this.#redraw();
    this.display.look();
    this.#settled();
  }

  /** The page's address with the place, or a clip, and the look as they are now. */
  #link(clip = this.clip) {
    const layers = this.layers.map(({ id }) => id).filter((id) => this.board.layers.has(id));
    const usual = layers.join() === this.#usualLayers().join();
    const place = placeOf(this.store, this.playback.head.n);
    const address = { place, clip, view: this.board.focus, layers: usual ? null : layers };
    return writeAddress(address, window.location.href);
  }

  #settled() {
    const { n } = this.playback.head;
    if (!this.store.frame(n)) return;
    this.root.dispatchEvent(new CustomEvent("player-place", { bubbles: true, detail: { n, total: this.store.total } }));
    this.#remember();
  }

  async copyLink(clip = this.clip) {
    await this.copy(this.#link(clip), clip ? CONTROLS.clipCopied : CONTROLS.copied);
  }

  /** @param {string} text @param {string} done  what is shown then */
  async copy(text, done) {
    try {
      await navigator.clipboard.writeText(text);
      this.controls.toast(done);
    } catch {
      this.controls.toast(CONTROLS.notCopied(text));
    }
  }

  // Clips -----------------------------------------------------------------------------------------

  /**
   * Play turns again and again.
   * @param {import("./address.js").Clip} clip
   * @param {boolean} [play]
   * @returns {Promise<boolean>} false where another seek came between
   */
  async loopClip(clip, play = true) {
    const range = await this.playback.toRange(clip);
    if (!range) return false;
    this.clip = clip;
    this.#showClip(range);
    this.#settled();
    this.playback.play(play);
    return true;
  }

  #endClip() {
    this.clip = null;
    this.#showClip(null);
    this.#settled();
  }

  /** @param {{first: number, last: number} | null} range */
  #showClip(range) {
    this.playback.head.clip = range;
    this.display.bar.showClip(range);
    this.controls.showClip(this.clip && `${this.clip.from}–${this.clip.to}`);
  }

  /** Open or close the panel of clips, which an embedded player lacks. */
  #clips() {
    const root = /** @type {HTMLElement | null} */ (this.root.querySelector('[data-part="clips"]'));
    if (root) void (root.hidden ? this.#openClips(root) : this.closeClips());
  }

  /** @param {HTMLElement} root */
  async #openClips(root) {
    if (!this.drawn) return;
    root.hidden = false;
    try {
      const { ClipPanel } = await import("./clips/panel.js");
      this.clips ??= new ClipPanel(root, this);
      this.clips.open();
    } catch (error) {
      root.hidden = true;
      this.controls.toast(CONTROLS.noClips(messageOf(error)));
    }
  }

  closeClips() {
    this.part("clips").hidden = true;
    find(this.root, '[data-do="clip"]').focus();
  }
}

/** Tell the styles how much of the window the page takes above the player. @param {HTMLElement} root */
function giveRoom(root) {
  const above = root.getBoundingClientRect().top + window.scrollY;
  root.parentElement?.style.setProperty("--player-top", `${Math.round(above)}px`);
}

/**
 * @param {HTMLElement} root  the element with data-player
 * @returns {Player}
 */
export function mountPlayer(root) {
  const config = JSON.parse(find(root, "#player-config").textContent);
  const player = new Player(root, config);
  giveRoom(root);
  player.start();
  return player;
}

/** The players of this page. @type {Player[]} */
export const players = findAll(document, "[data-player]").map(mountPlayer);

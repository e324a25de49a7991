/**
 * The board of a game that is played: what the game's view draws, the controls' marks over it, and
 * the way from one state to the next.
 */

import { Camera } from "../player/camera.js";
import { fitCanvas, readTheme } from "../player/canvas.js";
import { Framing } from "../player/framing.js";
import { seatStyle } from "../player/palette.js";
import { onResize } from "../shared/dom.js";

/** How long a step takes; less where many wait. */
const STEP_MS = 170;
const QUICK_MS = 45;
const MANY = 6;
/** With more than these, what lies between is skipped. */
const MOST = 40;
const USUAL_ZOOM = 8;

export class Stage {
  /**
   * @param {HTMLCanvasElement} canvas
   * @param {import("../player/contract.js").View | null} view  of the game
   * @param {(state: any, seat: number) => number | null} eyes  through which it draws
   * @param {{zoomed: (camera: Camera) => void, failed: (error: Error) => void, begun: () => boolean}} hooks  begun:
   *   after each drawing of a game until it returns true
   */
  constructor(canvas, view, eyes, hooks) {
    this.canvas = canvas;
    this.eyes = eyes;
    this.hooks = hooks;
    this.camera = new Camera();
    /** @type {Set<string>} */
    this.layers = new Set();
    /** @type {import("./session.js").Play | null} */
    this.play = null;
    /** @type {((ctx: CanvasRenderingContext2D, options: any) => void) | null} */
    this.overlay = null;
    /** @type {any} as the view was given them last */
    this.options = null;
    this.dpr = 1;
    /** @type {import("./session.js").Step[]} that are still to be shown */
    this.steps = [];
    /** @type {import("./session.js").Step | null} that is shown now */
    this.step = null;
    this.t = 1;
    /** Nobody has been told that this game is on the board. */
    this.fresh = false;
    this.waiting = 0;
    this.ticking = 0;
    /** When the last tick was, ms. */
    this.clock = 0;
    this.calm = window.matchMedia("(prefers-reduced-motion: reduce)");
    // What `Framing` asks of a board.
    this.store = { view };
    this.framing = new Framing(/** @type {any} */ (this), { redraw: () => this.draw(), changed: hooks.zoomed });
    this.theme = readTheme(canvas);
    this.#watch();
  }

  #watch() {
    const refresh = () => {
      this.theme = readTheme(this.canvas);
      this.redraw();
    };
    onResize(this.canvas, () => this.draw());
    new MutationObserver(refresh).observe(document.documentElement, { attributes: true });
    window.matchMedia("(prefers-color-scheme: dark)").addEventListener("change", refresh);
  }

  /** Another game: nothing of the last one stays. @param {import("./session.js").Play} play */
  begin(play) {
    this.play = play;
    this.fresh = true;
    this.steps = [];
    this.step = null;
    this.t = 1;
  }

  /** Show this at once. @param {import("./session.js").Step} step */
  put(step) {
    this.steps = [];
    this.step = step;
    this.t = 1;
    this.redraw();
  }

  /** Show this after what is being shown. @param {import("./session.js").Step} step */
  add(step) {
    if (this.calm.matches || !this.step || document.hidden) {
      this.put(step);
      return;
    }
    this.steps.push(step);
    if (this.steps.length > MOST) this.steps.splice(0, this.steps.length - MOST);
    this.#wake();
  }

  /** The server repeats the state: the steps that led to it stay in view. @param {any} state */
  confirm(state) {
    if (this.steps.length) this.steps[this.steps.length - 1].state = state;
    else if (this.step) this.step.state = state;
    this.redraw();
  }

  /** Do not make the person wait for what has happened. */
  finish() {
    const last = this.steps.pop();
    if (last) this.put(last);
    else if (this.t < 1) {
      this.t = 1;
      this.redraw();
    }
  }

  get moving() {
    return this.t < 1 || this.steps.length > 0;
  }

  redraw() {
    if (this.t < 1) return;
    this.waiting ||= requestAnimationFrame(() => {
      this.waiting = 0;
      this.draw();
    });
  }

  #wake() {
    if (this.ticking) return;
    this.clock = performance.now();
    this.ticking = requestAnimationFrame((now) => this.#tick(now));
  }

  /** @param {number} now  ms */
  #tick(now) {
    this.ticking = 0;
    const passed = Math.max(0, now - this.clock);
    this.clock = now;
    if (this.t < 1) this.t = Math.min(1, this.t + passed / this.#duration());
    const next = this.t >= 1 && this.steps.shift();
    if (next) {
      this.step = next;
      this.t = next.events.length ? 0 : 1;
    }
    this.draw();
    if (this.moving) this.ticking = requestAnimationFrame((later) => this.#tick(later));
  }

  #duration() {
    return this.steps.length > MANY ? QUICK_MS : STEP_MS;
  }

  draw() {
    const { play, step, store: { view } } = this;
    if (!play || !step || !view) return;
    const { ctx, width, height, dpr } = fitCanvas(this.canvas);
    if (!width || !height) return;
    const size = { width, height };
    if (view.zoomable) this.camera.limit(view.mostZoom?.(play.scene, size) ?? USUAL_ZOOM);
    this.dpr = dpr;
    this.options = {
      camera: this.camera.over(size, dpr),
      scene: play.scene,
      setup: play.setup,
      width,
      height,
      palette: play.seats.map(seatStyle),
      view: this.eyes(step.state, play.seat),
      layers: this.layers,
      theme: this.theme,
      events: step.events,
    };
    try {
      view.draw(ctx, step.state, step.previous, this.t, this.options);
      if (!this.moving) this.overlay?.(ctx, this.options);
    } catch (error) {
      this.hooks.failed(/** @type {Error} */ (error));
    }
    this.framing.drawn();
    if (this.fresh) this.fresh = !this.hooks.begun();
  }
}

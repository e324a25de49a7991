/** The board: one canvas on which a game's view draws, at the size and density of its box. */

import { onResize } from "../shared/dom.js";
import { Camera } from "./camera.js";
import { fitCanvas, readTheme } from "./canvas.js";
import { seatStyle } from "./palette.js";

/** @typedef {import("./store.js").FrameStore} FrameStore */
/** @typedef {import("./contract.js").DrawOptions} DrawOptions */
/** @typedef {(ctx: CanvasRenderingContext2D, frame: import("./store.js").Frame, state: any, options: DrawOptions) => void} Overlay */

export class Board {
  /**
   * @param {HTMLCanvasElement} canvas
   * @param {FrameStore} store
   * @param {() => void} redraw  called when size, density or theme have changed
   * @param {(game: number) => string[] | null} [namesOf]  by seat of a game
   */
  constructor(canvas, store, redraw, namesOf = () => null) {
    this.canvas = canvas;
    this.store = store;
    this.namesOf = namesOf;
    this.theme = readTheme(canvas);
    /** @type {Set<string>} ids of those that are shown */
    this.layers = new Set();
    /** @type {number | null} the seat of the match in focus */
    this.focus = null;
    this.camera = new Camera();
    /** @type {Overlay | null} drawn over the view */
    this.overlay = null;
    const refresh = () => {
      this.theme = readTheme(canvas);
      redraw();
    };
    const endResizing = onResize(canvas, redraw);
    const themed = new MutationObserver(refresh);
    themed.observe(document.documentElement, { attributes: true });
    const scheme = window.matchMedia("(prefers-color-scheme: dark)");
    scheme.addEventListener("change", refresh);
    /** Let go of the page, which would keep the store for good. */
    this.close = () => {
      endResizing();
      themed.disconnect();
      scheme.removeEventListener("change", refresh);
    };
  }

  /**
   * Draw the state after frame n, the part t of the way from the frame before.
   * @param {number} n
   * @param {number} t  0 to 1
   * @returns {boolean} false where frames are missing
   */
  draw(n, t) {
    const state = this.store.stateAt(n);
    const frame = this.store.frame(n);
    if (state === null || !frame) return false;
    const { ctx, ...size } = fitCanvas(this.canvas);
    return this.paint(ctx, size, n, t, this.camera);
  }

  /**
   * Draw it on any canvas; see `draw`.
   * @param {CanvasRenderingContext2D} ctx  scaled to CSS px
   * @param {{width: number, height: number, dpr: number}} size  of the picture, CSS px
   * @param {number} n
   * @param {number} t
   * @param {Camera} camera
   */
  paint(ctx, { width, height, dpr }, n, t, camera) {
    const state = this.store.stateAt(n);
    const frame = this.store.frame(n);
    if (state === null || !frame) return false;
    const previous = t < 1 || frame.events?.length ? this.#before(n, frame) : null;
    const { setup, scene } = this.store.games[this.store.gameAt(n)];
    const seats = seatsOf(setup);
    const focus = this.focus === null ? -1 : seats.indexOf(this.focus);
    const size = { width, height };
    if (this.store.view.zoomable) camera.limit(mostZoom(this.store.view, scene, size));
    const options = {
      camera: camera.over(size, dpr),
      scene,
      setup,
      names: this.namesOf(frame.game),
      width,
      height,
      palette: seats.map(seatStyle),
      view: focus < 0 ? null : focus,
      layers: this.layers,
      theme: this.theme,
      events: frame.events ?? [],
    };
    // The same picture comes out whatever was drawn before.
    ctx.save();
    this.store.view.draw(ctx, state, previous, t, options);
    ctx.restore();
    this.overlay?.(ctx, frame, state, options);
    return true;
  }

  /** @param {number} n @param {import("./store.js").Frame} frame */
  #before(n, frame) {
    return frame.scene === undefined && n > 0 ? this.store.stateAt(n - 1) : null;
  }
}

const USUAL_ZOOM = 8;

/** How far a board that can be enlarged may be. @param {import("./contract.js").View} view @param {any} scene @param {import("./camera.js").Size} size */
function mostZoom(view, scene, size) {
  return size.width && size.height ? (view.mostZoom?.(scene, size) ?? USUAL_ZOOM) : 1;
}

/**
 * The seats of the match in the order in which they sit in one of its games.
 * @param {{seats: {index: number}[]}} setup
 * @returns {number[]}
 */
export function seatsOf(setup) {
  return setup.seats.map((seat) => seat.index);
}

/** The turn that was just played, shown to the person who plays, at a pace that can be followed. */

import { paint } from "./draw.js";
import { apply } from "./state.js";

/** @import { DrawOptions, Event, Game, State } from "./state.js" */
/** @import { Board } from "../../play/contract.js" */

const TURN_MS = 1300;

export class Motion {
  /** @param {Board<Game>} board */
  constructor(board) {
    this.board = board;
    /** The newest state that was shown as such. @type {State | null} */
    this.state = null;
    /** @type {{events: Event[], before: State, after: State, start: number} | null} */
    this.turn = null;
    this.calm = window.matchMedia("(prefers-reduced-motion: reduce)");
  }

  /** The state as the seat has been told it. @param {State} state */
  know(state) {
    this.state = state;
  }

  /** A turn was played. @param {Event[]} events */
  play(events) {
    const before = this.state;
    if (!before) return;
    this.state = apply(before, events);
    const moves = events.some(({ e }) => e === "turn") && !this.calm.matches && !document.hidden;
    this.turn = moves ? { events, before, after: this.state, start: 0 } : null;
    this.board.redraw();
  }

  /** Nobody has to wait for it. */
  finish() {
    if (!this.turn) return;
    this.turn = null;
    this.board.redraw();
  }

  /**
   * Draw the turn in place of the state after it.
   * @param {CanvasRenderingContext2D} ctx
   * @param {DrawOptions} options
   * @returns {boolean} whether it is still being shown
   */
  draw(ctx, options) {
    const { turn } = this;
    if (!turn) return false;
    turn.start ||= performance.now();
    const t = (performance.now() - turn.start) / TURN_MS;
    if (t >= 1) {
      this.turn = null;
      return false;
    }
    paint(ctx, turn.after, turn.before, t, { ...options, events: turn.events });
    this.board.redraw();
    return true;
  }
}

/** A tone and a vibration when it is the person's turn, for people who want it: a phone may lie on the table. */

import { choose, isChosen } from "../shared/choice.js";

const WANTED = "play.signal";
const BUZZ_MS = 120;
const TONE = { hertz: 660, seconds: 0.18, loudness: 0.15 };

export class Signal {
  /** @param {HTMLElement} button  that switches it */
  constructor(button) {
    this.button = button;
    this.on = isChosen(WANTED);
    /** A browser allows a page few of them, and each only after somebody has touched it. @type {AudioContext | null} */
    this.audio = null;
    /** The turn that was told last. */
    this.turn = -1;
    button.addEventListener("click", () => this.#switch());
    this.#show();
  }

  #switch() {
    this.on = !this.on;
    choose(WANTED, this.on);
    this.#show();
    if (this.on) this.#ring();
  }

  #show() {
    this.button.setAttribute("aria-pressed", String(this.on));
  }

  /** A turn of the person has begun; it may have several questions. @param {number} turn */
  tell(turn) {
    if (turn === this.turn) return;
    this.turn = turn;
    if (this.on) this.#ring();
  }

  #ring() {
    navigator.vibrate?.(BUZZ_MS);
    if (!("AudioContext" in globalThis)) return;
    this.audio ??= new AudioContext();
    const { audio } = this;
    audio.resume();
    const gain = new GainNode(audio, { gain: TONE.loudness });
    const tone = new OscillatorNode(audio, { frequency: TONE.hertz });
    tone.connect(gain).connect(audio.destination);
    tone.start();
    tone.stop(audio.currentTime + TONE.seconds);
  }
}

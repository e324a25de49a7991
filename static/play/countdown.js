/** The countdown over the board before the first question of a match. */

const LOOK_MS = 100;

export class Countdown {
  /**
   * @param {HTMLElement} root  shown while it runs
   * @param {() => number} now  the server's clock, Unix ms
   * @param {() => void} done  its time is over
   */
  constructor(root, now, done) {
    this.root = root;
    this.now = now;
    this.done = done;
    this.until = 0;
    this.ticking = 0;
  }

  /** @param {number} until  Unix ms by the server's clock @returns {boolean} whether it is a new one that still runs */
  run(until) {
    if (this.until === until && !this.root.hidden) return false;
    this.until = until;
    clearInterval(this.ticking);
    this.ticking = window.setInterval(() => this.#show(), LOOK_MS);
    this.#show();
    return !this.root.hidden;
  }

  stop() {
    clearInterval(this.ticking);
    this.root.hidden = true;
  }

  #show() {
    const left = Math.ceil((this.until - this.now()) / 1000);
    if (left <= 0) {
      this.stop();
      this.done();
      return;
    }
    this.root.hidden = false;
    if (this.root.textContent !== String(left)) this.root.textContent = String(left);
  }
}

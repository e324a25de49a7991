/**
 * Browsers ration some things, such as writing the address of the page: they are spent at rest, not for every event.
 *
 * Safari lets a page write its address 100 times in 10 s, and throws at the next time.
 */

const REST_MS = 500;
/** A refusal ends with the time over which the browser counts. */
const REFUSED_MS = 10_000;

/**
 * Make `spend` run at most twice a second: at once after a rest, else once at the end of the rest,
 * however often it was asked for.  A refusal by the browser stops nothing; it is tried once more, later.
 * @param {() => void} spend  reads what is newest when it runs
 * @returns {() => void}
 */
export function sparing(spend) {
  /** From when on it may run, ms. */
  let ready = 0;
  let timer = 0;
  /** @param {boolean} retries */
  const run = (retries) => {
    timer = 0;
    ready = performance.now() + REST_MS;
    try {
      spend();
    } catch (error) {
      if (!(error instanceof DOMException)) throw error;
      ready = performance.now() + REFUSED_MS;
      if (retries) timer = setTimeout(run, REFUSED_MS, false);
    }
  };
  return () => {
    if (timer) return;
    const wait = ready - performance.now();
    if (wait > 0) timer = setTimeout(run, wait, true);
    else run(true);
  };
}

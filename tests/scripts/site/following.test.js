import assert from "node:assert/strict";
import { mock, test } from "node:test";

/** A page whose head tells a state. */
class Page extends EventTarget {
  readyState = "complete";
  title = "";

  /** @param {string} state */
  constructor(state) {
    super();
    this.state = state;
  }

  /** @param {string} selector */
  querySelector(selector) {
    return selector === "[data-page-state]" ? { dataset: { pageState: this.state } } : null;
  }

  querySelectorAll() {
    return [];
  }
}

/** Until all that waits for nothing else is done. */
async function settle() {
  for (let turn = 0; turn < 20; turn += 1) await null;
}

test("a page is asked for again after a server that was starting", async () => {
  mock.timers.enable({ apis: ["setTimeout"] });
  const answers = [{ ok: false, status: 503 }, { ok: true, text: async () => "" }];
  const page = new Page("running");
  Object.assign(globalThis, {
    document: page,
    location: { href: "/matches/1/" },
    fetch: async () => answers.shift(),
    DOMParser: class {
      parseFromString() {
        return new Page("finished");
      }
    },
  });
  await import("../../../static/site/following.js");
  page.dispatchEvent(new CustomEvent("player-state", { detail: { state: "finished" } }));
  await settle();
  assert.equal(answers.length, 1);
  mock.timers.tick(2000);
  await settle();
  assert.equal(answers.length, 0);
});

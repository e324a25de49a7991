import assert from "node:assert/strict";
import { test } from "node:test";

import { LINES } from "../../../static/shared/output.js";

/** As much of an element as the script asks for. */
class Box {
  textContent = "";
  hidden = false;
  scrollTop = 0;
  scrollHeight = 0;
  clientHeight = 0;
  dataset = { socket: "/ws/build/", state: "building" };
  /** @param {string} text */
  append(text) { this.textContent += text; }
  /** @param {string} text */
  replaceChildren(text) { this.textContent = text; }
}

test("the output of a build is cut as a whole, however it comes", async () => {
  const log = new Box();
  const build = Object.assign(new Box(), {
    /** @param {string} selector */
    querySelector: (selector) => (selector === "[data-log]" ? log : new Box()),
  });
  const socket = new EventTarget();
  function Socket() { return socket; }
  Object.assign(globalThis, {
    document: Object.assign(new EventTarget(), { querySelector: () => build, querySelectorAll: () => [] }),
    location: { protocol: "http:", host: "site" },
    WebSocket: Socket,
    window: new EventTarget(),
  });
  await import("../../../static/site/buildlog.js");
  /** @param {object} data */
  const tell = (data) => socket.dispatchEvent(new MessageEvent("message", { data: JSON.stringify(data) }));
  tell({ type: "begin" });
  for (let n = 0; n < 10; n += 1) tell({ type: "log", text: "line\n".repeat(LINES / 5) });
  assert.equal(log.textContent.split("\n").length, LINES + 1);
  assert.match(log.textContent, /… \d+ more lines …/);
  tell({ type: "begin" });
  for (const text of ["a", "b\n", "c"]) tell({ type: "log", text });
  assert.equal(log.textContent, "ab\nc");
});

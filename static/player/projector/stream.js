/**
 * One event in a frame of another site, and what that page may say to it by `postMessage`.
 *
 * The page says `{arbiter: 1, do: "resize"}`.  The frame says `{arbiter: 1, says: "ready", event}`,
 * `"size"` (width, height in CSS px) and `"error"` (message).  Only messages of the framing page count.
 */

import { find, onResize } from "../../shared/dom.js";
import { parse, VERSION } from "../messages.js";
import { Boards } from "../wall/boards.js";
import { PROJECTOR } from "./words.js";

/** The height that a frame is asked to have for its width. */
const RATIO = 0.9;
const LEAST_PX = 360;

const root = find(document, "[data-event]");

/** @param {Window} page  that frames this one */
function listen(page) {
  /** @param {Record<string, unknown>} message */
  const say = (message) => page.postMessage({ arbiter: VERSION, ...message }, "*");
  const saySize = () => {
    const width = document.documentElement.clientWidth;
    say({ says: "size", width, height: Math.max(LEAST_PX, Math.ceil(width * RATIO)) });
  };
  window.addEventListener("message", ({ source, data }) => {
    if (source !== page) return;
    const command = parse(data);
    if (command === null) return;
    if (typeof command === "string") say({ says: "error", message: `${command}.` });
    else if (command.do === "resize") saySize();
    else say({ says: "error", message: PROJECTOR.alone });
  });
  let width = 0;
  onResize(document.documentElement, () => {
    if (document.documentElement.clientWidth === width) return;
    width = document.documentElement.clientWidth;
    saySize();
  });
  say({ says: "ready", event: root.dataset.event });
}

new Boards(root, (trouble) => { find(root, '[data-part="status"]').textContent = trouble; }).start();
if (window.parent !== window) listen(window.parent);

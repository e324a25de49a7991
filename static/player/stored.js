/** Frames that are all there, in a list, as a source of frames. */

import { messageOf } from "../shared/dom.js";
import { readEmbedded } from "./embedded.js";
import { SILENT } from "./source.js";
import { NOTICES } from "./words.js";

/** @import { Listener } from "./source.js" */
/** @import { Frame, FrameStore } from "./store.js" */

/** @typedef {{header?: any, frames: Frame[], result?: any}} Content */

/**
 * @param {Content | string} data  the content, `#id` of the element that holds it, or its address
 * @returns {Promise<Content>}
 */
async function load(data) {
  if (typeof data !== "string") return data;
  if (data.startsWith("#")) return readEmbedded(data.slice(1));
  const answer = await fetch(data);
  if (!answer.ok) throw new Error(String(answer.status));
  return answer.json();
}

/**
 * For pages without a site, tests, rules pages and thumbnails of stored
 * positions.
 */
export class StaticSource {
  /**
   * @param {Content | string} data  or where it is, see `load`
   * @param {FrameStore} store
   * @param {Partial<Listener>} listener
   */
  constructor(data, store, listener) {
    /** @type {Content | string} */
    this.data = data;
    this.store = store;
    this.listener = { ...SILENT, ...listener };
    this.state = "connecting";
  }

  async start() {
    if (this.state !== "connecting") return;
    try {
      this.data = await load(this.data);
    } catch (error) {
      this.listener.onError({ code: "missing", message: NOTICES.noFrames(messageOf(error)) });
      return;
    }
    const { header = {}, frames, result = null } = this.data;
    this.state = "finished";
    try {
      for (const frame of frames) this.store.add(frame);
    } catch (error) {
      this.listener.onError({ code: "damaged", message: messageOf(error) });
      return;
    }
    this.listener.onHeader({ type: "header", header, state: "finished", frames: frames.length });
    this.listener.onFrames(0, frames.length - 1);
    this.listener.onEnd({ result, state: "finished" });
  }

  stop() {}

  /** @param {number} n */
  async need(n) {
    return this.store.stateAt(n) !== null;
  }

  /** @param {number} n */
  async needFrame(n) {
    return this.store.frame(n) !== undefined;
  }
}

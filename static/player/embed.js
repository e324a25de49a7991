/**
 * The player in a frame of another site, and what that page may say to it by `postMessage`.
 *
 * The page says `{arbiter: 1, do: "turn", turn: 120, game: 1, ply: 2}`, `{arbiter: 1, do: "play",
 * on: true}` or `{arbiter: 1, do: "resize"}`.  The frame says `{arbiter: 1, says: "ready", match}`,
 * `"place"` (game, turn, ply, playing), `"size"` (width, height: CSS px in which the board fits) and
 * `"error"` (message).  Only messages of the framing page count; everything else is left unread.
 */

import { onResize } from "../shared/dom.js";
import { parse, VERSION } from "./messages.js";
import { players } from "./player.js";
import { placeOf } from "./timeline.js";

/** A board is not asked to be larger, in CSS px. */
const LARGEST_BOARD = 640;

/** @param {import("./player.js").Player} player @param {Window} page  that frames this one */
function listen(player, page) {
  const { playback, store } = player;
  /** @param {Record<string, unknown>} message */
  const say = (message) => page.postMessage({ arbiter: VERSION, ...message }, "*");
  const saySize = () => {
    const stage = player.board.canvas.clientHeight;
    const width = document.documentElement.clientWidth;
    const around = document.body.scrollHeight - stage;
    say({ says: "size", width, height: Math.ceil(Math.min(width, LARGEST_BOARD) + around) });
  };
  window.addEventListener("message", ({ source, data }) => {
    if (source !== page) return;
    const command = parse(data);
    if (command === null) return;
    if (typeof command === "string") say({ says: "error", message: `${command}.` });
    else if (command.do === "turn") playback.goTo(command.place);
    else if (command.do === "resize") saySize();
    else if (command.on !== playback.playing) playback.toggle();
  });
  player.root.addEventListener("player-place", () => {
    const { game, turn, ply } = placeOf(store, playback.head.n);
    say({ says: "place", game: game + 1, turn, ply, playing: playback.playing });
  });
  onResize(document.documentElement, saySize);
  const sayReady = () => say({ says: "ready", match: player.config.match });
  if (player.opened) sayReady();
  player.root.addEventListener("player-open", sayReady);
}

if (typeof window !== "undefined" && window.parent !== window) {
  for (const player of players) listen(player, window.parent);
}

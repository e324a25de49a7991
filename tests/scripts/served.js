/**
 * Modules where the site serves them: static/ and games/<name>/static/ are one tree there, so that
 * `../../player/cells.js` of a game's script is static/player/cells.js.
 */

import { registerHooks } from "node:module";

const GAMES = new URL("../../games/", import.meta.url).href;
const STATIC = new URL("../../static/", import.meta.url).href;

registerHooks({
  resolve(specifier, context, next) {
    const { parentURL } = context;
    if (!parentURL?.startsWith(GAMES) || !specifier.startsWith(".")) return next(specifier, context);
    const { href } = new URL(specifier, parentURL);
    const shared = /\/games\/((?:player|play|shared)\/.*)$/.exec(href);
    return next(shared ? new URL(shared[1], STATIC).href : specifier, context);
  },
});

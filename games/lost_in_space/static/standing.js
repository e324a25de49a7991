/** A person's status in one line: hit points, keys, and what the turn still allows. */

import { warning } from "./able.js";
import { statusWords } from "./tables.js";
import { PLAY } from "./words.js";

/** @import { State } from "./state.js" */
/** @import { Setting } from "./station.js" */

/**
 * @param {{state: State, scene: Setting, seat: number, names: string[]}} about
 * @param {boolean} open  whether there is something to choose
 */
export function standing({ state, scene, seat, names }, open) {
  const { hp, keys, rested = 0, coming = -1, pos, bag } = state.players[seat];
  const status = statusWords(state, seat);
  if (!pos || !bag) return status ? PLAY.have(status) : "";
  const waits = !open && !state.over && state.turn >= 0 && state.turn !== seat;
  return [
    waits && PLAY.inTurn(names[state.turn]),
    status && PLAY.status(status),
    PLAY.hp(hp),
    PLAY.keysHeld(keys),
    coming >= 0 && PLAY.coming(coming),
    rested > state.round ? PLAY.detectIn(rested) : PLAY.detectReady,
    open && (state.major ? PLAY.majorUsed : PLAY.majorFree),
    warning(state, scene, seat),
  ].filter(Boolean).join(" · ");
}

/** The scripts of each game fit the contracts of the player and of the play page; `tsc` checks it, nothing runs this. */

import * as foreignView from "./foreign/static/view.js";
import * as generalsPlay from "./generals/static/play.js";
import * as generalsView from "./generals/static/view.js";
import * as lostPlay from "./lost_in_space/static/play.js";
import * as lostView from "./lost_in_space/static/view.js";
import * as microwarsPlay from "./microwars/static/play.js";
import * as microwarsView from "./microwars/static/view.js";
import * as snakePlay from "./snake/static/play.js";
import * as snakeView from "./snake/static/view.js";
import * as xghjPlay from "./xghj/static/play.js";
import * as xghjView from "./xghj/static/view.js";

/**
 * @template {import("../static/player/contract.js").Game} G
 * @typedef {import("../static/player/contract.js").View<G>} View
 */
/**
 * @template {import("../static/play/contract.js").Game} G
 * @typedef {import("../static/play/contract.js").PlayModule<G>} PlayModule
 */

/**
 * @template {import("../static/player/contract.js").Game} G
 * @template {import("../static/player/contract.js").Game} K
 * @typedef {import("../static/player/contract.js").View<G, K>} HidingView  of a game whose seats know less
 */

export const VIEWS = {
  foreign: /** @satisfies {View<import("./foreign/static/view.js").Game>} */ (foreignView),
  generals: /** @satisfies {View<import("./generals/static/state.js").Game>} */ (generalsView),
  lost_in_space: /** @satisfies {View<import("./lost_in_space/static/state.js").Game>} */ (lostView),
  microwars: /** @satisfies {View<import("./microwars/static/state.js").Game>} */ (microwarsView),
  snake: /** @satisfies {View<import("./snake/static/state.js").Game>} */ (snakeView),
  xghj: /** @satisfies {HidingView<import("./xghj/static/state.js").Game, import("./xghj/static/state.js").KnownGame>} */ (xghjView),
};

export const PLAY = {
  generals: /** @satisfies {PlayModule<import("./generals/static/state.js").Played>} */ (generalsPlay),
  lost_in_space: /** @satisfies {PlayModule<import("./lost_in_space/static/state.js").Game>} */ (lostPlay),
  microwars: /** @satisfies {PlayModule<import("./microwars/static/state.js").Game>} */ (microwarsPlay),
  snake: /** @satisfies {PlayModule<import("./snake/static/state.js").Game>} */ (snakePlay),
  xghj: /** @satisfies {PlayModule<import("./xghj/static/state.js").Played>} */ (xghjPlay),
};

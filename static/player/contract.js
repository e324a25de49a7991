/**
 * The contract between the player and a game's `static/view.js`. There is no code here.
 *
 * A module `view.js` exports what `View` lists.  `static/play/contract.js` is the contract of `play.js`.
 */

/**
 * @typedef {object} Game  the data of a game; each game's `state.js` or `view.js` has a type of its own in this shape
 * @property {any} state  the same as the engine's `view`
 * @property {any} scene  what does not change during a game
 * @property {any} event  an entry of a frame's `events`; its kind is in `e`
 */

/** @typedef {import("./canvas.js").Theme} Theme */
/** @typedef {import("./palette.js").SeatStyle} SeatStyle */
/** @typedef {{zoom: number, left: number, top: number}} Shift  of the picture by the camera, in CSS px */

/**
 * @template {Game} [G=Game]
 * @typedef {object} DrawOptions
 * @property {Shift} [camera]
 * @property {G["scene"]} scene
 * @property {{seats: {name?: string, index: number}[]}} [setup]
 * @property {string[] | null} [names]   by seat of the game, where the page has its own
 * @property {number} width              CSS px
 * @property {number} height
 * @property {SeatStyle[]} palette       by seat of the game
 * @property {number | null} view        the seat in focus, null for all
 * @property {Set<string>} layers        ids of those that are shown
 * @property {Theme} theme
 * @property {G["event"][]} events       of the frame
 */

/**
 * @template {Game} [G=Game]
 * @typedef {object} TextOptions
 * @property {string[]} names            by seat of the game
 * @property {G["state"]} state          after the events
 * @property {G["state"] | null} previous
 * @property {G["scene"]} scene
 * @property {boolean} [all]             plain moves, too
 * @property {number | null} [view]      the seat whose eyes one looks through
 */

/**
 * @template {Game} [G=Game]
 * @typedef {object} TableOptions
 * @property {string[]} names            by seat of the game
 * @property {G["scene"]} scene
 * @property {number | null} view
 */

/**
 * @template {Game} [G=Game]
 * @typedef {{state: G["state"], previous: G["state"] | null, scene: G["scene"]}} Around  the states around events
 */

/** @typedef {{kind: string, shape: string, seat: number}} Mark  seat of the game, -1 for nobody in particular */

/** @typedef {{turn: number, what: string, where: string, kind: string, until?: number}} Coming */

/**
 * A line of the chart; its values by seat, null where they are not known.
 * @template State
 * @typedef {{id: string, title: string, of: (state: State) => (number | null)[]}} Series
 */

/** @typedef {{x: number, y: number, cell: number}} Place  CSS px: the middle of a cell, and its side */

/** @typedef {{columns: string[], groups: import("./leaderboard.js").Group[]}} Ranking */

/**
 * What `view.js` exports.
 * @template {Game} [G=Game]  the data as it is drawn
 * @template {Game} [K=G]     the same as far as a seat knows it, which all texts and numbers are made of
 * @typedef {object} View
 * @property {string} title
 * @property {{turn: string, game: string, ply?: string | null, tables?: string}} words  labels
 * @property {import("./player.js").Layer[]} layers
 * @property {number} [pace]  ms of one frame at single speed
 * @property {boolean} [zoomable]
 * @property {(scene: G["scene"], size: import("./camera.js").Size) => number} [mostZoom]
 * @property {(scene: G["scene"]) => number | string} turns
 * @property {(state: K["state"]) => (number | null)[]} scores  by seat of the game; null where it is not known
 * @property {(state: G["state"], events: G["event"][]) => G["state"]} apply
 * @property {(ctx: CanvasRenderingContext2D, state: G["state"], previous: G["state"] | null, t: number,
 *   options: DrawOptions<G>) => void} draw
 * @property {(ctx: CanvasRenderingContext2D, point: number[], state: G["state"], options: DrawOptions<G>) => Place | null} [locate]
 *   where a point of the game's protocol is on the board that `draw` draws, for drawings of bots
 * @property {number} [pointSize]  numbers of such a point, 2 if left out
 * @property {(event: K["event"], options: TextOptions<K>) => string | null} describe
 * @property {(event: K["event"], options: TextOptions<K>) => {text: string, seat: number}[]} [tell]  in place of
 *   `describe`, in the list of events
 * @property {(event: K["event"], options: TextOptions<K>) => number} [seatOf]  -1 for nobody in particular
 * @property {{kind: string, shape: string, title: string}[]} markKinds
 * @property {(frame: {events?: K["event"][]}, previous: K["state"] | null) => Mark[]} marks
 * @property {(state: K["state"]) => import("./panels.js").Pieces} [panel]
 * @property {(state: K["state"], options: {view: number | null}) => Ranking | null} [leaderboard]
 * @property {(state: K["state"], options: TableOptions<K>) => import("./tables.js").Table[]} [tables]
 * @property {import("./forecast.js").Timeline} [timeline]
 * @property {(scene: G["scene"], turn: number) => Coming[]} [timelineItems]  what happens after a turn
 * @property {Series<K["state"]>[]} [series]
 * @property {() => {text: string, color: string}[]} [roles]  of the seats on the board
 * @property {(state: G["state"], seat: number, scene: G["scene"]) => K["state"]} [seen]  see `knowledge.js`
 * @property {(events: G["event"][], seat: number, around: Around<G>) => K["event"][]} [heard]
 */

export {};

/**
 * The contract between the play page and a game's `static/play.js`. There is no code here.
 *
 * A game's `play.js` exports `controls(host) -> Controls` and, where it needs them,
 *
 * - `stateOf(view, {scene, seat, previous, prompt, choices}) -> state`: the state that the game's
 *   `view.js` draws, made of what a seat sees (`Engine.view(seat)`).  Without it the view is the state.
 *   `previous` is the state before, null at the start; `prompt` and `choices` are the question's, null
 *   where none came;
 * - `eyes(state, seat) -> number | null`: through whose eyes the view draws, null for nobody's.  Without
 *   it those of the person's seat where the game hides something, else nobody's;
 * - `layers`: ids of the view's layers that are on in the beginning, instead of the usual ones;
 * - `where(state, scene) -> string`: the place in the game, such as "round 3 of 128";
 * - `turnOf(state) -> number`: the turn that stands before a line of what happened;
 * - `tell(prompt, {names, scene, state, previous, seat}) -> {text, seat}[]`: what happened since the
 *   last question, where seats are told no events.
 *
 * Everything else of the page is the same for all games: the board, the clock, the seats, what
 * happened in words, the connection, leaving.  A game without a `play.js` has `generic.js`.
 */

/**
 * @typedef {import("../player/contract.js").Game & Asked} Game  the data of a game that people can play
 *
 * @typedef {object} Asked
 * @property {any} view     what a seat sees
 * @property {any} prompt   of a question
 * @property {any} choices  what `Game.choices` says
 * @property {any} action   an answer
 */

/**
 * @template {Game} [G=Game]
 * @typedef {import("../player/contract.js").DrawOptions<G>} DrawOptions
 */

/**
 * @template {Game} [G=Game]
 * @typedef {object} Seen  what surrounds the view that `stateOf` receives
 * @property {G["scene"]} scene
 * @property {number} seat
 * @property {G["state"] | null} previous
 * @property {G["prompt"] | null} prompt
 * @property {G["choices"] | null} choices
 */

/**
 * @template {Game} [G=Game]
 * @typedef {object} TellOptions
 * @property {string[]} names  by seat of the game
 * @property {G["scene"]} scene
 * @property {G["state"]} state
 * @property {G["state"] | null} previous
 * @property {number} seat
 */

/**
 * The scripts of a game.
 * @typedef {object} Modules
 * @property {import("../player/contract.js").View | null} view  null where there is no drawing
 * @property {PlayModule} play
 */

/**
 * What `play.js` exports.
 * @template {Game} [G=Game]
 * @typedef {object} PlayModule
 * @property {(host: Host<G>) => Controls<G>} controls
 * @property {(view: G["view"], seen: Seen<G>) => G["state"]} [stateOf]
 * @property {(state: G["state"], seat: number) => number | null} [eyes]
 * @property {string[]} [layers]
 * @property {(state: G["state"], scene: G["scene"]) => string} [where]
 * @property {(state: G["state"]) => number} [turnOf]
 * @property {(prompt: G["prompt"], options: TellOptions<G>) => {text: string, seat: number}[]} [tell]
 */

/**
 * @typedef {object} Point  on the canvas of the board, in CSS px; `options` of the board has what
 *   the game's own layout needs to make a cell of it
 * @property {number} x
 * @property {number} y
 */

/**
 * @template {Game} [G=Game]
 * @typedef {object} Board
 * @property {HTMLCanvasElement} canvas
 * @property {DrawOptions<G> | null} options  as the view's `draw` was given them last: scene, width, height, camera,
 *   palette (by seat of the game), view (the person's seat), layers, theme; null before the first drawing
 * @property {number} dpr
 * @property {() => void} redraw  draw again, the controls' `draw` with it
 * @property {(point: Point) => void} reveal  move an enlarged board so that the point is in view
 */

/**
 * @template {Game} [G=Game]
 * @typedef {object} Host
 * @property {HTMLElement} root   empty; what the game needs of buttons and fields goes in here
 * @property {Board<G>} board
 * @property {G["scene"]} scene
 * @property {number} seat        the person's seat in this game
 * @property {number} game        number of the game in the match, from 0
 * @property {string[]} names     by seat of the game
 * @property {number[]} seats     seat of the match by seat of the game, for marks and colours
 * @property {(action: G["action"], quiet?: boolean) => Promise<{ok: boolean, reason: string}>} send  answer the
 *   open question; where it is refused it stays open, and the page shows the reason unless `quiet`
 * @property {(text: string) => void} say  show a line below the board, which is read out, too
 * @property {() => number} now   the server's clock, Unix ms
 * @property {G["state"]} state   as it is drawn, newest
 */

/**
 * @template {Game} [G=Game]
 * @typedef {object} Question
 * @property {number} ask      its number in the match
 * @property {number} turn     questions of one turn share their time
 * @property {G["prompt"]} prompt
 * @property {G["choices"]} choices
 * @property {G["view"]} view
 * @property {G["state"]} state  the view, as `stateOf` makes it
 * @property {number} until    Unix ms by the server's clock
 * @property {number} seconds  that there were for the turn
 */

/**
 * @template {Game} [G=Game]
 * @typedef {object} Controls
 * @property {(question: Question<G>) => string | void} ask  a question is open; the words are read out
 *   in place of "Your turn"; an empty string says nothing
 * @property {(news: {turn: number, prompt: G["prompt"], view: G["view"], state: G["state"]}) => void} [note]  sent to the seat,
 * without a question
 * @property {(why: "taken" | "late" | "gone") => void} [closed]  it is closed
 * @property {(events: G["event"][]) => void} [events]  events that the seat receives, as they come; not what came
 *   before the page was opened
 * @property {(outcome: any) => void} [end]  the game is over
 * @property {() => void} [remove]  the page is done with these controls
 * @property {(ctx: CanvasRenderingContext2D, options: DrawOptions<G>) => void} [draw]  over the board
 * @property {(event: KeyboardEvent) => boolean} [key]  whether it was meant for the game
 * @property {(point: Point) => void} [tap]
 * @property {(point: Point) => boolean} [press]  whether a finger that comes down here draws
 *   something; where not, it moves the enlarged board
 * @property {(point: Point) => void} [drag]
 * @property {(point: Point, moved: boolean) => void} [drop]
 * @property {() => void} [cancel]  a second finger came down: forget what was being drawn
 * @property {(point: Point | null) => void} [hover]
 * @property {() => Point | null} [home]  where the person's own things are, for the begin on a small screen;
 *   null before it is known
 * @property {[string, string][]} [keys]  keys and what they do, for the list of keys
 */

export {};

/**
 * The controls of XGHJ for a person: a bid, a place to begin, and in each round bombs on the board,
 * stances towards the others, and the place of the capital.
 */

import { button } from "../../play/dom.js";
import { make } from "../../shared/dom.js";
import { borderOf, fitCells } from "../../player/cells.js";
import { drawBombs, drawHeat } from "./bombs.js";
import { drawCapital, radiusOf } from "./capitals.js";
import { Diplomacy } from "./diplomacy.js";
import { STRIP } from "./opening.js";
import { Bombs, refusal } from "./plan.js";
import { ownersOf } from "./state.js";

export { eyes, stateOf, tell, turnOf, where } from "./seen.js";

const STEPS = { ArrowLeft: [-1, 0], ArrowRight: [1, 0], ArrowUp: [0, -1], ArrowDown: [0, 1] };
const USUAL_SIZE = 6;
const MODES = [["bomb", "Bomb"], ["back", "Take back"], ["capital", "Capital"]];

/** @param {import("../../play/contract.js").Host} host @returns {import("../../play/contract.js").Controls} */
export function controls(host) {
  const { scene, seat, names } = host;
  const bombs = new Bombs(scene, seat);
  /** @type {any} the open question, */
  let open = null;
  /** @type {any} and the same, but null while an answer is on its way */
  let question = null;
  let phase = "";
  let cursor = -1;
  let capital = -1;
  let mode = "bomb";
  let size = USUAL_SIZE;

  // The three forms ---------------------------------------------------------------------------

  const bid = make("input", { type: "number", min: 0, value: 0, className: "play-number", id: "play-bid", inputMode: "numeric" });
  const bidForm = make("form", { className: "play-row", noValidate: true },
    make("label", { htmlFor: "play-bid" }, "Your bid"), bid, button("Bid", () => {}, { kind: "primary" }));
  bidForm.querySelector("button").type = "submit";
  bidForm.addEventListener("submit", (event) => {
    event.preventDefault();
    answer({ bid: bid.value === "" ? null : Number(bid.value) });
  });

  const begin = button("Begin here", () => answer({ spawn: at(cursor) }), { kind: "primary" });
  const spawnForm = make("div", { className: "play-row" }, begin);

  const modes = MODES.map(([id, text]) => button(text, () => { mode = id; show(); }, { data: { mode: id } }));
  const number = make("input", { type: "number", min: 1, value: size, className: "play-number", id: "play-size", inputMode: "numeric" });
  number.addEventListener("input", () => { size = Math.max(1, Math.round(Number(number.value)) || 1); });
  const placed = make("p", { className: "play-note" });
  const clear = button("Clear", () => { bombs.clear(); capital = -1; show(); }, { title: "Take all bombs back (C)" });
  const send = button("Send orders", () => submit(), { kind: "primary", title: "Send the orders (Ctrl+Enter)" });
  const stances = make("div", { className: "play-stances" });
  const diplomacy = new Diplomacy(stances, { names, seat, seats: host.seats, constants: scene.constants, changed: () => show() });
  const roundForm = make("div", { className: "play-controls" },
    make("div", { className: "play-keys", aria: { role: "group", label: "Action of a tap on the board" } }, ...modes),
    make("div", { className: "play-row" }, make("label", { htmlFor: "play-size" }, "Size of a bomb"), number, clear),
    placed, stances, make("div", { className: "play-row" }, send));

  const note = make("p", { className: "play-note" });
  host.root.append(bidForm, spawnForm, roundForm, note);

  // The board ---------------------------------------------------------------------------------

  const at = (place) => [place % scene.cols, Math.floor(place / scene.cols)];
  /** The places of the cells in the drawing. */
  const cellsOf = (options) => fitCells(/** @type {CanvasRenderingContext2D} */ (host.board.canvas.getContext("2d")), scene, options, {
    coordinates: options.layers.has("coordinates"),
    above: options.view === null ? STRIP : 0,
  });

  function placeAt(point) {
    const { cell, left, top } = cellsOf(host.board.options);
    const [x, y] = [Math.floor((point.x - left) / cell), Math.floor((point.y - top) / cell)];
    return x >= 0 && y >= 0 && x < scene.cols && y < scene.rows ? y * scene.cols + x : -1;
  }

  function cellWords(place) {
    const owner = ownersOf(host.state)[place];
    const view = question?.view.owner[place];
    const whose = owner >= 0 ? (owner === seat ? "yours" : names[owner]) : view === "?" && phase === "round" ? "not known" : "nobody's";
    return `(${at(place).join(", ")}): resource ${scene.resource[place]}, attack ${scene.attack[place]}, defence ${scene.defence[place]}, ${whose}`;
  }

  /** Use the chosen tool on a cell. */
  function use(place) {
    cursor = place;
    if (!question) host.say(cellWords(place));
    else if (phase === "spawn") host.say(`${cellWords(place)}. ${refusal(scene, question.prompt.chosen, place) || "You can begin here"}`);
    else if (phase !== "round") host.say(cellWords(place));
    else if (mode === "capital") moveCapital(place);
    else placeBomb(place, mode === "bomb" ? size : -(bombs.sizes.get(place) ?? 0));
    show();
  }

  function moveCapital(place) {
    capital = place === host.state.capital[seat] ? -1 : place;
    host.say(capital < 0 ? "The capital stays where it is" : `The capital will move to (${at(place).join(", ")})`);
  }

  function placeBomb(place, by) {
    if (by > 0 && !bombs.allowed(host.state, place)) {
      host.say(`No bomb can be placed at (${at(place).join(", ")}): bombs are placed on your own land or an ally's.`);
      return;
    }
    if (by > 0 && total() + by * scene.constants.bomb_cost > host.state.saving[seat]) {
      host.say(`You cannot pay for that: you have ${host.state.saving[seat]} resources, and your orders already cost ${total()}.`);
      return;
    }
    bombs.add(place, by);
    const now = bombs.sizes.get(place);
    host.say(now ? `A bomb of size ${now} at (${at(place).join(", ")}); ${bombs.breaks(host.state).size} cells would break undefended` : `No bomb at (${at(place).join(", ")})`);
  }

  const total = () => bombs.cost + diplomacy.cost(host.state);

  // Answers -----------------------------------------------------------------------------------

  async function answer(action) {
    if (!question) return;
    const asked = question;
    question = null;
    show();
    const { ok } = await host.send(action);
    if (!ok && question === null && open === asked) question = asked;
    show();
  }

  function submit() {
    if (phase !== "round") return;
    const orders = { stances: diplomacy.letters, bombs: bombs.orders };
    answer(capital < 0 ? orders : { ...orders, capital: at(capital) });
  }

  function show() {
    const state = host.state;
    const ready = question !== null;
    bidForm.hidden = phase !== "bid";
    spawnForm.hidden = phase !== "spawn";
    roundForm.hidden = phase !== "round";
    bidForm.querySelector("button").disabled = !ready;
    const why = phase === "spawn" && ready && cursor >= 0 ? refusal(scene, question.prompt.chosen, cursor) : "";
    begin.disabled = !ready || cursor < 0 || Boolean(why);
    begin.textContent = cursor < 0 ? "Choose a cell on the board" : `Begin at (${at(cursor).join(", ")})`;
    send.disabled = !ready;
    for (const one of modes) one.setAttribute("aria-pressed", String(one.dataset.mode === mode));
    clear.disabled = !bombs.sizes.size && capital < 0;
    if (phase === "round" && state) {
      const list = bombs.orders.map(([x, y, n]) => `(${x}, ${y}) ${n}`).join(", ") || "none yet";
      const place = capital >= 0 ? ` Capital to (${at(capital).join(", ")}).` : "";
      placed.textContent = `Bombs: ${list}. ${total()} of ${state.saving[seat]} spent.${place}`;
      send.textContent = `Send the orders of round ${state.round}`;
    }
    note.hidden = !why;
    note.textContent = why && `Not here: ${why}.`;
    host.board.redraw();
  }

  function keyed(event) {
    const step = STEPS[event.key];
    if (step) {
      const [x, y] = cursor < 0 ? home() : at(cursor);
      const [u, v] = [Math.min(scene.cols - 1, Math.max(0, x + step[0])), Math.min(scene.rows - 1, Math.max(0, y + step[1]))];
      cursor = v * scene.cols + u;
      host.say(cellWords(cursor));
      show();
    } else if (event.key === "Enter" && (event.ctrlKey || event.metaKey)) submit();
    else if (event.key === "Enter" && cursor >= 0 && phase === "spawn") begin.click();
    else if ((event.key === "Enter" || event.key === " ") && cursor >= 0) use(cursor);
    else if (event.key === "Backspace" && cursor >= 0) placeBomb(cursor, -(bombs.sizes.get(cursor) ?? 0));
    else if (event.key === "c") clear.click();
    else if (["1", "2", "3"].includes(event.key) && phase === "round") modes[Number(event.key) - 1].click();
    else return false;
    show();
    return true;
  }

  function home() {
    const place = host.state?.capital[seat] ?? -1;
    return place >= 0 ? at(place) : [Math.floor(scene.cols / 2), Math.floor(scene.rows / 2)];
  }

  const asks = {
    bid({ prompt }) {
      bid.max = String(prompt.money);
      return `Your turn: bid for the order in which places are chosen. You have ${prompt.money}`;
    },
    spawn({ prompt }) {
      const named = prompt.chosen.map((point) => `(${point.join(", ")})`).join(", ");
      return `Your turn: choose a cell to begin. ${named ? `Named before: ${named}` : "You choose first"}`;
    },
    round({ prompt, choices }) {
      bombs.clear();
      capital = -1;
      diplomacy.show(host.state, choices?.justify ?? null);
      const { saving } = prompt.players[seat];
      size = Math.max(1, Math.min(size, saving));
      number.value = String(size);
      return `Your turn: orders for round ${prompt.round}. You have ${saving} resources`;
    },
  };
  show();

  return {
    keys: [
      ["← ↑ → ↓", "from cell to cell"],
      ["Space", "use the chosen tool on the cell"],
      ["Enter", "the same; begin here"],
      ["1 2 3", "bomb, take back, capital"],
      ["Backspace", "take the cell's bomb back"],
      ["C", "take everything back"],
      ["Ctrl + Enter", "send the orders"],
    ],
    ask(asked) {
      question = open = asked;
      phase = asked.prompt.phase;
      const words = asks[phase](asked);
      show();
      return words;
    },
    closed() {
      question = open = null;
      show();
    },
    end() {
      question = open = null;
      show();
    },
    key: keyed,
    tap(point) {
      const place = placeAt(point);
      if (place >= 0) use(place);
    },
    draw(ctx, options) {
      drawPlan(ctx, options, host, { cells: cellsOf(options), phase, question, bombs, capital, cursor });
    },
  };
}

/** The planned orders, drawn over the present board. */
function drawPlan(ctx, options, { scene, seat, state }, { cells, phase, question, bombs, capital, cursor }) {
  const { palette, layers } = options;
  if (phase === "spawn" && question) drawNamed(ctx, cells, question.prompt.chosen, scene, options);
  if (phase === "round" && bombs.sizes.size) {
    const board = { ctx, cells, scene, view: seat, t: 1, options, bombs: { placed: bombs.placed, free: [] } };
    if (layers.has("heat")) drawHeat(board);
    const breaks = bombs.breaks(state);
    outline(ctx, borderOf(cells, (place) => breaks.has(place), 1.5), palette[seat].color);
    drawBombs(board);
  }
  if (capital >= 0) drawCapital(ctx, ...cells.middle(capital), radiusOf(cells), palette[seat]);
  if (cursor >= 0) drawCursor(ctx, cells, cursor);
}

function outline(ctx, path, color) {
  ctx.lineCap = "square";
  for (const [ink, width, dash] of [["#14171c", 3.5, []], ["#ffffff", 2, []], [color, 2, [4, 4]]]) {
    ctx.strokeStyle = ink;
    ctx.lineWidth = width;
    ctx.setLineDash(dash);
    ctx.stroke(path);
  }
  ctx.setLineDash([]);
}

/** The places that others have named, and the cells too near to them. */
function drawNamed(ctx, cells, chosen, scene, { theme }) {
  ctx.fillStyle = theme.danger;
  for (let place = 0; place < scene.cols * scene.rows; place += 1) {
    if (!refusal(scene, chosen, place)) continue;
    const [column, row] = [place % scene.cols, Math.floor(place / scene.cols)];
    ctx.globalAlpha = chosen.some(([x, y]) => x === column && y === row) ? 0.85 : 0.35;
    ctx.fillRect(cells.x(column), cells.y(row), cells.x(column + 1) - cells.x(column), cells.y(row + 1) - cells.y(row));
  }
  ctx.globalAlpha = 1;
}

function drawCursor(ctx, cells, place) {
  const [column, row] = [place % cells.cols, Math.floor(place / cells.cols)];
  const [x, y, w, h] = [cells.x(column), cells.y(row), cells.x(column + 1) - cells.x(column), cells.y(row + 1) - cells.y(row)];
  for (const [color, width] of [["#14171c", 4], ["#ffffff", 2]]) {
    ctx.strokeStyle = color;
    ctx.lineWidth = width;
    ctx.strokeRect(x, y, w, h);
  }
}

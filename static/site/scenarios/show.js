/** A scenario's page: its board with its points. */

import { Board } from "./board.js";

const { script, board: address, points } = JSON.parse(document.getElementById("scenario-picture").textContent);
const root = /** @type {HTMLElement} */ (document.querySelector("[data-scenario-board]"));
const where = /** @type {HTMLElement} */ (document.querySelector("[data-scenario-where]"));

new Board(root, where, { points: () => points, chosen: () => -1, pressed: null }).show(address, script);

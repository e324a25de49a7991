/** A scenario's page: its board with its points. */

import { find } from "../../shared/dom.js";
import { Board } from "./board.js";

const { script, board: address, points } = JSON.parse(find(document, "#scenario-picture").textContent);
const root = find(document, "[data-scenario-board]");
const where = find(document, "[data-scenario-where]");

new Board(root, where, { points: () => points, chosen: () => -1, pressed: null }).show(address, script);

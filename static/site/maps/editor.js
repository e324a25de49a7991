/**
 * The editor of maps.  Text and picture are two views of one map: what is painted is written into
 * the text, and a text is read by the site, which tells what is wrong with it as one types.  While
 * a text is no map the picture is what the map was before, and cannot be painted.
 * Without this module the form works as a plain one.
 */

import { find, findAll, onResize } from "../../shared/dom.js";
import { Brushes } from "./brushes.js";
import { Findings } from "./findings.js";
import { MapGestures } from "./gestures.js";
import { blankGrid, textOf } from "./grid.js";
import { Keys } from "./keys.js";
import { Layers } from "./layers.js";
import { drawWhole, loadLook, onTheme } from "./look.js";
import { marksOf } from "./marks.js";
import { Painter } from "./painter.js";
import { saveQuietly } from "./saving.js";
import { Service, Unanswered } from "./service.js";
import { Surface } from "./surface.js";
import { MapText } from "./text.js";
import { Tools } from "./tools.js";
import { MAPS, STEPS } from "./words.js";

const PAUSE_MS = 350;
const START = 10;

const form = find(document, "#map-form");
const config = JSON.parse(find(document, "#map-config").textContent);

/** @param {string} name */
const part = (name) => find(form, `[data-${name}]`);

class Editor {
  /** @type {import("./look.js").Look} set by `mount`, before anything else happens */
  look;
  /** @type {Layers} the same */
  layers;
  // These are there where the map is a grid, which can be painted; other maps have a picture alone.
  /** @type {Painter} */
  painter;
  /** @type {Surface} */
  surface;
  /** @type {Tools} */
  tools;
  /** @type {Brushes} */
  brushes;
  /** @type {any} of a map that is no grid */
  board = null;
  /** The picture shows a map that was read. */
  mounted = false;
  /** A map is being read or made, which is no change by hand. */
  reading = false;

  constructor() {
    this.service = new Service(config);
    this.findings = new Findings(part("findings"), config.rulesets, (problem) => this.jump(problem));
    this.text = new MapText(form, { changed: () => this.typed(), said: say }, config.mostBytes);
    this.saving = saveQuietly(form, {
      before: () => this.write(),
      problems: (problems) => {
        if (problems.length) this.findings.showProblems(problems);
      },
    });
    /** Whether the text is the newer one of text and picture. */
    this.fromText = true;
    /** Whether the picture has what the text has not yet. */
    this.unwritten = false;
    this.timer = 0;
    this.canvas = /** @type {HTMLCanvasElement} */ (part("canvas"));
    find(form, '[name="generate"]').addEventListener("click", (/** @type {Event} */ event) => this.#generate(event));
    part("back").addEventListener("click", () => this.#takePicture());
  }

  async mount() {
    try {
      this.look = await loadLook(config.script, this.canvas);
    } catch {
      find(document, "[data-saving]").textContent = MAPS.noPicture;
      return;
    }
    part("stage").hidden = false;
    if (config.grid) this.#mountPainter();
    else this.#mountPicture();
    this.layers = new Layers(part("layers"), this.look.module, (layer) => this.#relook({ ...this.look, layer }));
    this.findings.showProblems(config.problems);
    onTheme(async () => this.#relook(await loadLook(config.script, this.canvas, this.look.layer)));
    await this.read();
  }

  #mountPicture() {
    onResize(this.canvas, () => this.#drawPicture());
  }

  #drawPicture() {
    if (this.board) drawWhole(this.look, this.canvas, this.board);
  }

  #mountPainter() {
    const { module } = this.look;
    const grid = blankGrid(START, START, module.blank);
    part("tools").hidden = part("sizes").hidden = part("keys").hidden = false;
    this.painter = new Painter(module, grid, {
      changed: (cells) => this.#painted(cells),
      replaced: () => this.#replaced(),
      shown: () => this.#shown(),
      said: say,
      picked: () => this.#picked(),
      kept: () => this.tools.show(),
    });
    this.painter.open = false;
    this.surface = new Surface(this.canvas, this.look, grid);
    this.surface.marks = marksOf(this.surface, this.painter, () => this.#places());
    this.tools = new Tools(form, this.painter, this.surface, config.sizes);
    this.brushes = new Brushes(part("brushes"), this.painter, this.look);
    new MapGestures(this.surface, this.painter);
    new Keys(this.canvas, this.surface, this.painter, {
      choose: (tool) => this.tools.choose(tool),
      take: (number) => this.brushes.takeNumber(number),
      tell: () => say(this.#where()),
      layer: () => say(this.layers.next()),
    });
    this.canvas.tabIndex = 0;
  }

  /** @param {import("./look.js").Look} look */
  #relook(look) {
    this.look = look;
    if (!this.surface) {
      this.#drawPicture();
      return;
    }
    this.surface.look = this.brushes.look = look;
    this.surface.redraw();
    this.brushes.show();
  }

  /** Problems that can be marked on the picture: those of the map that it shows. */
  #places() {
    return this.fromText ? [] : /** @type {any} */ (this.findings.problems.filter(({ row, column }) => row && column));
  }

  /** @param {number[]} cells */
  #painted(cells) {
    this.surface.touch(cells);
    this.#shown();
    this.edited();
  }

  #replaced() {
    this.surface.show(this.painter.grid);
    this.tools.showSize();
    this.tools.show();
    this.#shown();
    this.canvas.setAttribute("aria-label", MAPS.board(this.painter.grid.width, this.painter.grid.height));
    if (!this.reading) this.edited();
  }

  #picked() {
    this.brushes?.show();
    this.tools?.show();
  }

  #shown() {
    this.surface?.remark();
    const { width, height } = this.painter.grid;
    part("size").textContent = `${width} × ${height}`;
    part("where").textContent = this.painter.cursor ? this.#where() : "";
  }

  #where() {
    const { cursor, grid, module } = this.painter;
    if (!cursor) return "";
    const words = module.describe(grid.cells[cursor.y * grid.width + cursor.x]);
    return `${MAPS.place(cursor.y + 1, cursor.x + 1)}: ${words}`;
  }

  /** The picture was changed: it is what counts from now on. */
  edited() {
    this.fromText = false;
    this.unwritten = true;
    this.painter.open = true;
    part("back").hidden = true;
    this.saving.touch();
    this.tools.show();
    this.#later(() => {
      this.write();
      this.read();
    });
  }

  /** The text was changed. */
  typed() {
    this.painter?.cancel();
    this.fromText = true;
    this.unwritten = false;
    if (this.painter) this.painter.open = false;
    this.findings.say(MAPS.reading, "wait");
    this.#later(() => this.read());
  }

  /** @param {() => void} act */
  #later(act) {
    clearTimeout(this.timer);
    this.timer = window.setTimeout(() => {
      // Nobody waits for the text in the middle of a stroke.
      if (this.painter?.busy) this.#later(act);
      else act();
    }, PAUSE_MS);
  }

  /** Bring the text up to the picture. */
  write() {
    if (!this.unwritten) return;
    this.unwritten = false;
    this.text.value = textOf(this.painter.grid, this.look.module.separator);
  }

  /** Let the site read the text; where it is the newer one, its map becomes the picture. */
  async read() {
    clearTimeout(this.timer);
    const wanted = this.fromText;
    let found;
    try {
      found = await this.service.check(this.text.value, wanted);
    } catch (error) {
      this.#unanswered(error);
      return;
    }
    // A later question has taken this one's place, or the map is another one by now.
    if (!found || wanted !== this.fromText || this.unwritten) return;
    this.findings.show(found);
    part("back").hidden = !(wanted && found.problems.length && this.painter);
    if (wanted && found.board) this.#adopt(found.board);
    this.surface?.remark();
  }

  /** @param {unknown} error */
  #unanswered(error) {
    if (!(error instanceof Unanswered)) throw error;
    this.findings.say(error.message, "bad");
    if (error.again) this.timer = window.setTimeout(() => this.read(), error.again * 1000);
  }

  /** @param {any} board */
  #adopt(board) {
    if (!this.painter) {
      this.board = board;
      this.#drawPicture();
      return;
    }
    this.painter.open = true;
    const { grid } = this.painter;
    const same = grid.width === board.width && grid.cells.join() === board.cells.join();
    if (this.mounted && same) return;
    this.reading = true;
    if (this.mounted) this.painter.replace(board, STEPS.read);
    else {
      this.painter.grid = board;
      this.#replaced();
    }
    this.reading = false;
    this.mounted = true;
  }

  /** Give up a text that is no map, for the picture. */
  #takePicture() {
    this.findings.showProblems([]);
    this.edited();
    this.write();
  }

  /** @param {import("./service.js").Problem} problem */
  jump({ row, column }) {
    if (!row) return;
    if (this.fromText || !this.painter || !column) {
      this.write();
      this.text.select(row, column, this.look.module.separator ?? " ");
      return;
    }
    const place = { x: column - 1, y: row - 1 };
    this.painter.hover(place);
    this.surface.reveal(place);
    this.canvas.focus();
  }

  /** @param {Event} event */
  async #generate(event) {
    event.preventDefault();
    const inputs = findAll(form, '[name^="g-"]');
    if (!inputs.every((input) => input.reportValidity())) return;
    /** @type {Record<string, number>} */
    const options = {};
    for (const { name, value } of inputs) {
      if (value !== "") options[name.slice(2)] = Number(value);
    }
    const { seed = null, ...rest } = options;
    const note = part("made");
    note.textContent = MAPS.generating;
    try {
      const made = await this.service.generate(rest, seed);
      note.textContent = MAPS.generated(made.seed);
      this.#takeMade(made);
    } catch (error) {
      if (!(error instanceof Unanswered)) throw error;
      note.textContent = error.message;
    }
  }

  /** @param {{text: string, board: any}} given */
  #takeMade({ text, board }) {
    this.reading = true;
    if (this.painter) {
      this.painter.open = true;
      this.painter.replace(board, STEPS.generate);
    } else this.board = board;
    this.reading = false;
    this.text.value = text;
    this.fromText = !this.painter;
    this.unwritten = false;
    this.mounted = true;
    this.saving.touch();
    part("back").hidden = true;
    if (!this.painter) this.#drawPicture();
    this.read();
  }
}

/** To those who listen. @param {string} words */
function say(words) {
  part("said").textContent = words;
}

new Editor().mount().catch((error) => {
  find(document, "[data-saving]").textContent = MAPS.noPicture;
  throw error;
});

/** The editor of a bot's files: one session for each file, a draft in the browser, one form to save. */

import { find } from "../shared/dom.js";
import { draft, dropDraft, keepDraft } from "./drafts.js";

/** @typedef {{path: string, text: string}} File */
/** @type {{draft: string, mode: string, files: File[]}} */
const given = JSON.parse(find(document, "#editor").textContent ?? "");
const ace = /** @type {any} */ (globalThis).ace;

const SAVE_AFTER_MS = 500;
const MANY_NAMES = 2000;
/** Without a theme Ace takes one for light pages, whose rules are stronger than those of `editor.css`. */
const THEME = Object.freeze({ cssClass: "ace-arbiter", cssText: "", isDark: false });
const PATH = /^[^/\\\s][^\\]*$/;

ace.config.set("useStrictCSP", true);

/** @type {Map<string, any>} the editor's sessions by path, in the order of the tabs */
const sessions = new Map();
const original = Object.fromEntries(given.files.map(({ path, text }) => [path, text]));
const tabs = find(document, "[data-tabs]");
const panel = find(document, "[data-code]");
const editor = ace.edit(panel.appendChild(document.createElement("div")));
editor.setTheme(THEME);
let open = "";
let timer = 0;

/** @returns {Record<string, string>}  the text of each file, by path */
export function texts() {
  return Object.fromEntries([...sessions].map(([path, session]) => [path, session.getValue()]));
}

/** @returns {string[]}  of the files */
export function paths() {
  return [...sessions.keys()];
}

/**
 * Mark lines of files, in place of those that are marked, and go to one of them.
 * @param {import("./marks.js").Mark[]} marks
 * @param {import("./marks.js").Mark} [at]
 */
export function mark(marks, at) {
  for (const [path, session] of sessions) {
    session.setAnnotations(marks.filter((each) => each.path === path));
  }
  if (!at) return;
  show(at.path);
  editor.gotoLine(at.row + 1, at.column);
}

function isChanged() {
  return JSON.stringify(sorted(texts())) !== JSON.stringify(sorted(original));
}

/** @param {Record<string, string>} files */
function sorted(files) {
  return Object.entries(files).sort(([a], [b]) => (a < b ? -1 : 1));
}

function changed() {
  clearTimeout(timer);
  timer = setTimeout(keep, SAVE_AFTER_MS);
}

function keep() {
  if (isChanged()) keepDraft(given.draft, texts());
  else dropDraft(given.draft);
}

/** @param {string} path  @param {string} text */
function add(path, text) {
  const session = ace.createEditSession(text, `ace/mode/${modeOf(path)}`);
  session.setOptions({ useWorker: false, tabSize: 4, newLineMode: "unix" });
  session.on("change", changed);
  sessions.set(path, session);
}

/** @param {string} path */
function modeOf(path) {
  return /\.(md|txt|json|toml|mod|args)$/i.test(path) ? "text" : given.mode;
}

function drawTabs() {
  tabs.replaceChildren(...[...sessions.keys()].map(tab));
}

/** @param {string} path */
function tab(path) {
  const button = document.createElement("button");
  button.type = "button";
  button.role = "tab";
  button.textContent = path;
  button.ariaSelected = String(path === open);
  button.tabIndex = path === open ? 0 : -1;
  button.addEventListener("click", () => {
    show(path);
    editor.focus();
  });
  return button;
}

/** @param {string} path */
function show(path) {
  open = path;
  editor.setSession(sessions.get(path));
  editor.textInput.getElement().setAttribute("aria-label", `Code of ${path}`);
  drawTabs();
}

/** @param {KeyboardEvent} event */
function moveTab(event) {
  const step = { ArrowRight: 1, ArrowLeft: -1 }[event.key];
  if (!step) return;
  event.preventDefault();
  const all = paths();
  show(all[(all.indexOf(open) + step + all.length) % all.length]);
  /** @type {HTMLElement} */ (tabs.querySelector("[aria-selected=true]")).focus();
}

/** Offers each name of the bot's files, with the file that has it. */
const NAMES = {
  /**
   * @param {any} _editor  @param {any} _session  @param {any} _at  @param {string} _prefix
   * @param {(error: null, found: object[]) => void} done
   */
  getCompletions(_editor, _session, _at, _prefix, done) {
    const found = new Map();
    for (const [path, text] of Object.entries(texts())) {
      for (const [name] of text.matchAll(/\p{L}[\p{L}\p{N}_]{2,}/gu)) {
        if (!found.has(name) && found.size < MANY_NAMES) found.set(name, path);
      }
    }
    const score = (/** @type {string} */ path) => (path === open ? 2 : 1);
    done(null, [...found].map(([value, meta]) => ({ value, meta, score: score(meta) })));
  },
};

/** @param {Record<string, string>} files */
function load(files) {
  sessions.clear();
  const known = given.files.map((file) => file.path).filter((path) => path in files);
  for (const path of new Set([...known, ...Object.keys(files)])) add(path, files[path]);
  show([...sessions.keys()][0]);
}

function armFiles() {
  /** @type {HTMLFormElement} */
  const form = find(document, "[data-add]");
  const words = find(form, "[data-add-words]");
  form.addEventListener("submit", (event) => {
    event.preventDefault();
    const path = String(new FormData(form).get("path")).trim();
    words.textContent = refusal(path);
    if (words.textContent) return;
    add(path, "");
    show(path);
    form.reset();
    find(document, "[data-more]").removeAttribute("open");
    editor.focus();
    changed();
  });
  find(form, "[data-remove]").addEventListener("click", () => {
    words.textContent = sessions.size > 1 ? "" : "A bot needs at least one file.";
    if (words.textContent) return;
    sessions.delete(open);
    show([...sessions.keys()][0]);
    changed();
  });
}

/** @param {string} path */
function refusal(path) {
  if (sessions.has(path)) return "There is a file of this name already.";
  const parts = path.split("/");
  if (!PATH.test(path) || parts.some((part) => ["", ".", ".."].includes(part))) {
    return "Write a file's name, such as search.py or lib/search.py.";
  }
  return "";
}

function armSaving() {
  const form = document.querySelector("form[data-save]");
  if (!(form instanceof HTMLFormElement)) return;
  form.addEventListener("submit", () => {
    keep();
    /** @type {HTMLInputElement} */
    const field = find(form, "input[name=code]");
    field.value = JSON.stringify("changes" in form.dataset ? edits() : texts());
  });
}

/** @returns {Record<string, string | null>}  what differs from the files that the page had */
export function edits() {
  const now = texts();
  const differing = Object.entries(now).filter(([path, text]) => original[path] !== text);
  const gone = Object.keys(original).filter((path) => !(path in now));
  return Object.fromEntries([...differing, ...gone.map((path) => [path, null])]);
}

function armDraft() {
  const note = find(document, "[data-restored]");
  const kept = draft(given.draft);
  load(kept ?? original);
  note.hidden = !kept || !isChanged();
  find(note, "[data-discard]").addEventListener("click", () => {
    dropDraft(given.draft);
    load(original);
    note.hidden = true;
    editor.focus();
  });
}

editor.setOptions({
  enableBasicAutocompletion: [NAMES],
  enableLiveAutocompletion: [NAMES],
  enableKeyboardAccessibility: true,
  showPrintMargin: false,
  fontSize: 13,
  useSoftTabs: true,
});
tabs.addEventListener("keydown", moveTab);
armFiles();
armDraft();
armSaving();
globalThis.addEventListener("pagehide", keep);

/** Places in files that compilers and tracebacks name. */

/** @typedef {{path: string, row: number, column: number, text: string, type: "error" | "warning"}} Mark */

const PLACES = [
  // gcc, go, rustc and javac: main.cpp:3:5: error: …, Main.java:3: error: …, --> main.rs:3:5
  /(?:^|\s)(?<path>[\w./-]+\.\w+):(?<line>\d+)(?::(?<column>\d+))?(?::(?<text>.*))?$/s,
  // Python: File "/program/main.py", line 3, in choose
  /File "(?<path>[^"]+)", line (?<line>\d+)(?:, (?<text>.*))?$/s,
  // Node.js: at choose (file:///program/strategy.js:3:5)
  /(?<![\w./-])(?<path>[\w./-]+\.[cm]?js):(?<line>\d+):(?<column>\d+)\)?$/,
];
const MOST = 100;

/**
 * The places in these files that a text names; rows and columns count from 0.
 *
 * @param {string} output  of a compiler, or a bot's standard error
 * @param {string[]} paths
 * @returns {Mark[]}
 */
export function marksIn(output, paths) {
  /** @type {Mark[]} */
  const found = [];
  const lines = output.split("\n");
  for (const [number, line] of lines.entries()) {
    const mark = markOf(line, paths);
    if (!mark || found.length >= MOST) continue;
    mark.text ||= explanation(lines, number);
    found.push(mark);
  }
  return found;
}

/** @param {string} line  @param {string[]} paths  @returns {Mark | null} */
function markOf(line, paths) {
  for (const pattern of PLACES) {
    const groups = pattern.exec(line.trimEnd())?.groups;
    const path = groups && paths.find((each) => isPath(groups.path, each));
    if (groups && path) {
      const text = (groups.text ?? "").trim();
      const type = /^warning\b/.test(text) ? "warning" : "error";
      const column = Math.max(0, Number(groups.column ?? 1) - 1);
      return { path, row: Math.max(0, Number(groups.line) - 1), column, text, type };
    }
  }
  return null;
}

/** @param {string} said  @param {string} path */
function isPath(said, path) {
  return said === path || said === `./${path}` || said.endsWith(`/program/${path}`) || said.endsWith(`/module/${path}`);
}

/**
 * rustc says what is wrong on the line before the place, a traceback after all places.
 * @param {string[]} lines  @param {number} number
 */
function explanation(lines, number) {
  if (/^\s*-->/.test(lines[number])) return lines[number - 1] ?? "";
  const after = lines.slice(number + 1).find((line) => /^\w[\w.]*:/.test(line));
  return after ?? lines[number].trim();
}

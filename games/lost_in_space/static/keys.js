/** The keyboard of a person's turn. */

/** Keys around S, and the same on the number pad: directions in the order of `DIRECTIONS`. */
const LETTERS = "wedcxzaq";
const NUMBERS = "89632147";
/** @type {Record<string, number>} */
const ARROWS = { ArrowUp: 0, ArrowRight: 2, ArrowDown: 4, ArrowLeft: 6 };
const OTHERS = "uio";

/**
 * @typedef {["go" | "attack" | "take" | "floor", number] | ["lift", boolean] | ["mode", import("./able.js").Mode] | ["trap", string]
 *   | ["finish"] | ["kit"] | ["use"]} Command  its name and its argument
 */

/** @type {Record<string, Command>} */
const NAMED = {
  PageUp: ["lift", true],
  PageDown: ["lift", false],
  Home: ["floor", 0],
  End: ["floor", 2],
  Escape: ["mode", "move"],
  Enter: ["finish"],
  ".": ["finish"],
  b: ["mode", "blink"],
  f: ["mode", "detect"],
  k: ["kit"],
  m: ["trap", "LandMine"],
  n: ["trap", "Sticky"],
  s: ["use"],
};

/**
 * The command of a key.
 * @param {{key: string, code: string, shiftKey: boolean}} event
 * @returns {Command | null}
 */
export function commandOf({ key, code, shiftKey }) {
  if (/^Numpad[1-9]$/.test(code)) {
    const number = code.slice(-1);
    return number === "5" ? ["use"] : ["go", NUMBERS.indexOf(number)];
  }
  if (/^Digit[1-4]$/.test(code) && !shiftKey) return ["take", Number(code.slice(-1)) - 1];
  if (key in ARROWS) return shiftKey ? null : ["go", ARROWS[key]];
  const letter = key.length === 1 ? key.toLowerCase() : key;
  if (letter.length === 1 && LETTERS.includes(letter)) return ["go", LETTERS.indexOf(letter)];
  if (letter.length === 1 && OTHERS.includes(letter)) return ["attack", OTHERS.indexOf(letter)];
  return Object.hasOwn(NAMED, letter) ? NAMED[letter] : null;
}

/** For the list of keys. @type {[string, string][]} */
export const KEYS = [
  ["Q W E A D Z X C", "go in a direction, seen from the key S; also the number pad"],
  ["← ↑ → ↓", "go left, up, right, down"],
  ["PgUp PgDn", "take the lift up or down; Home and End: to the top, to the lower floor"],
  ["U I O", "attack the first, second, third of the others"],
  ["S", "use what is here: machine, capsule, box; also 5 of the number pad"],
  ["1 2 3 4", "take a mine, a slime, a kit, a blink"],
  ["M N", "place a mine, a slime"],
  ["K", "use a kit"],
  ["B F", "then a direction: blink, detect; Esc: move again"],
  ["Enter", "end the turn; also the full stop"],
];

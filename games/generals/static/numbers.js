/** Numbers of units in little room. */

/** @type {[number, string][]} */
const STEPS = [[1e9, "G"], [1e6, "M"], [1e3, "k"]];

/**
 * A number in few characters: exact where it fits, else `1.2k`, `12k`, `3.4M`.
 * @param {number} value  whole
 * @param {number} [room]  characters; three digits are always given
 */
export function short(value, room = 3) {
  const exact = String(value);
  const size = Math.abs(value);
  if (size < 1000 || exact.length <= room) return exact;
  const [unit, letter] = STEPS.find(([step]) => size >= step) ?? [1, ""];
  const scaled = value / unit;
  const tenths = Math.trunc(scaled * 10) / 10;
  const digits = Math.abs(scaled) < 10 && room > 3 ? String(tenths) : String(Math.trunc(scaled));
  return digits + letter;
}

/**
 * The sixteen marks of the seats: a colour, a pattern and a sign each, the same on every board,
 * table and chart.  `seats.css` mirrors the colours and glyphs as `--seat-N` and `--seat-sign-N`.
 *
 * Neighbours in the list differ in lightness as well as in hue, so that the first few stay apart
 * for every kind of colour vision; each colour keeps a contrast of 2.4 or more against both the
 * white and the near-black page.
 */

/**
 * @typedef {object} SeatStyle
 * @property {string} color     `#rrggbb`
 * @property {string} glyph     the sign as one character, for text
 * @property {string} sign      the sign as SVG path data in a box from -1 to 1, y downwards
 * @property {string} pattern   SVG path data of one tile of 8 × 8, to be stroked
 */

/** @type {ReadonlyArray<SeatStyle>} */
export const SEATS = Object.freeze([
  { color: "#2b7de0", glyph: "●", pattern: "M-2 2L2 -2M-2 10L10 -2M6 10L10 6", sign: "M.85 0A.85 .85 0 1 1 -.85 0A.85 .85 0 1 1 .85 0Z" },
  { color: "#e07b16", glyph: "■", pattern: "M1.9 2h.2M5.9 6h.2", sign: "M-.75 -.75H.75V.75H-.75Z" },
  { color: "#b8459c", glyph: "▲", pattern: "M0 4H8", sign: "M0 -.9L.9 .7H-.9Z" },
  { color: "#d43d3d", glyph: "◆", pattern: "M0 0L8 8M8 0L0 8", sign: "M0 -1L1 0L0 1L-1 0Z" },
  { color: "#a8920c", glyph: "✚", pattern: "M4 0V8", sign: "M-.3 -.9H.3V-.3H.9V.3H.3V.9H-.3V.3H-.9V-.3H-.3Z" },
  { color: "#7a5fe0", glyph: "★", pattern: "M-2 6L2 10M-2 -2L10 10M6 -2L10 2", sign: "M0 -1L.25 -.34L.95 -.31L.4 .13L.59 .81L0 .42L-.59 .81L-.4 .13L-.95 -.31L-.25 -.34Z" },
  { color: "#12967f", glyph: "▼", pattern: "M0 4H8M4 0V8", sign: "M0 .9L.9 -.7H-.9Z" },
  { color: "#3aa0c9", glyph: "⬟", pattern: "M6 4A2 2 0 1 1 2 4A2 2 0 1 1 6 4", sign: "M0 -.95L.9 -.29L.56 .77H-.56L-.9 -.29Z" },
  { color: "#4c9140", glyph: "⬢", pattern: "M0 6L4 2L8 6", sign: "M.87 -.5V.5L0 1L-.87 .5V-.5L0 -1Z" },
  { color: "#a0673c", glyph: "◐", pattern: "M4 2V6M2 4H6", sign: "M0 -.9A.9 .9 0 0 0 0 .9Z M0 -.9A.9 .9 0 0 1 0 .9L0 .7A.7 .7 0 0 0 0 -.7Z" },
  { color: "#e0749f", glyph: "▶", pattern: "M0 4Q2 1 4 4T8 4", sign: "M.9 0L-.7 .9V-.9Z" },
  { color: "#6b7a90", glyph: "◀", pattern: "M0 2H8M0 6H8", sign: "M-.9 0L.7 .9V-.9Z" },
  { color: "#4f5fc4", glyph: "✖", pattern: "M2 0V8M6 0V8", sign: "M-.85 -.5L-.5 -.85L0 -.35L.5 -.85L.85 -.5L.35 0L.85 .5L.5 .85L0 .35L-.5 .85L-.85 .5L-.35 0Z" },
  { color: "#86a11c", glyph: "◈", pattern: "M4 1L7 4L4 7L1 4Z", sign: "M0 -1L1 0L0 1L-1 0Z M0 -.45L-.45 0L0 .45L.45 0Z" },
  { color: "#a83263", glyph: "◉", pattern: "M0 2H4V6H8", sign: "M.9 0A.9 .9 0 1 1 -.9 0A.9 .9 0 1 1 .9 0Z M.45 0A.45 .45 0 1 0 -.45 0A.45 .45 0 1 0 .45 0Z" },
  { color: "#1d8391", glyph: "▣", pattern: "M2 2L6 6M6 2L2 6", sign: "M-.8 -.8H.8V.8H-.8Z M-.4 -.4V.4H.4V-.4Z" },
]);

/**
 * The style of a seat; seats beyond the sixteenth begin again.
 * @param {number} index
 * @returns {SeatStyle}
 */
export function seatStyle(index) {
  return SEATS[((index % SEATS.length) + SEATS.length) % SEATS.length];
}

/** @typedef {{color: string}[]} BoardColors  by seat of the game; empty where the board has the seats' own */

/**
 * The styles of the seats of a game, in the colours of its board.
 * @param {number[]} seats  seat of the match by seat of the game
 * @param {BoardColors} colors
 * @returns {SeatStyle[]}  by seat of the game
 */
export function boardStyles(seats, colors) {
  return seats.map((seat, player) => ({ ...seatStyle(seat), ...(colors[player] && { color: colors[player].color }) }));
}

/**
 * Give all marks of seats below some elements the colours of the board.
 * @param {Iterable<HTMLElement>} elements
 * @param {number[]} seats  seat of the match by seat of the game
 * @param {BoardColors} colors
 */
export function colorSeats(elements, seats, colors) {
  for (const { style } of elements) {
    seats.forEach((seat, player) => {
      // An empty value takes the property away: a slot of the wall shows one game after the other.
      style.setProperty(`--seat-${seat % SEATS.length}`, colors[player]?.color ?? "");
    });
  }
}

/**
 * A small mark of a seat for text: the sign in the seat's colour, hidden from screen readers
 * because the name beside it says the same.
 * @param {number} index
 * @returns {HTMLSpanElement}
 */
export function seatMark(index) {
  const mark = document.createElement("span");
  mark.className = "seat-mark";
  mark.style.color = `var(--seat-${index % SEATS.length})`;
  mark.textContent = seatStyle(index).glyph;
  mark.setAttribute("aria-hidden", "true");
  return mark;
}

/** Grids of tokens: which cells a tool means, and grids that follow from others.  Nothing here
 * knows a page or a canvas. */

/**
 * @typedef {object} Grid
 * @property {number} width
 * @property {number} height
 * @property {string[]} cells  row by row
 */

/** @typedef {{x: number, y: number}} Place */

/**
 * The other places that a place stands for in a grid of some size.
 * @type {Readonly<Record<"none" | "left-right" | "top-bottom" | "rotate" | "four" | "diagonal",
 *   (place: Place, size: {width: number, height: number}) => Place[]>>}
 */
export const SYMMETRIES = Object.freeze({
  none: () => [],
  "left-right": ({ x, y }, { width }) => [{ x: width - 1 - x, y }],
  "top-bottom": ({ x, y }, { height }) => [{ x, y: height - 1 - y }],
  rotate: ({ x, y }, { width, height }) => [{ x: width - 1 - x, y: height - 1 - y }],
  four: ({ x, y }, { width, height }) => [
    { x: width - 1 - x, y },
    { x, y: height - 1 - y },
    { x: width - 1 - x, y: height - 1 - y },
  ],
  diagonal: ({ x, y }, { width, height }) => (width === height ? [{ x: y, y: x }] : []),
});

/** @param {Grid} grid @param {Place} place */
export function isInside({ width, height }, { x, y }) {
  return x >= 0 && y >= 0 && x < width && y < height;
}

/** @param {Grid} grid @param {Place} place */
export const indexOf = ({ width }, { x, y }) => y * width + x;

/** @param {Grid} grid @param {number} index @returns {Place} */
export const placeOf = ({ width }, index) => ({ x: index % width, y: Math.floor(index / width) });

/**
 * The cells of some places and of their mirror images, each once; places outside are left out.
 * @param {Grid} grid
 * @param {Iterable<Place>} places
 * @param {keyof typeof SYMMETRIES} symmetry
 * @returns {number[]}
 */
export function mirrored(grid, places, symmetry) {
  const images = SYMMETRIES[symmetry];
  const found = new Set();
  for (const place of places) {
    if (!isInside(grid, place)) continue;
    found.add(indexOf(grid, place));
    for (const image of images(place, grid)) found.add(indexOf(grid, image));
  }
  return [...found];
}

/**
 * The places on the way from one to another, both included, without a gap (Bresenham's way).
 * @param {Place} from
 * @param {Place} to
 */
export function line(from, to) {
  const [dx, dy] = [Math.abs(to.x - from.x), Math.abs(to.y - from.y)];
  const [sx, sy] = [Math.sign(to.x - from.x), Math.sign(to.y - from.y)];
  const places = [];
  let { x, y } = from;
  let error = dx - dy;
  for (;;) {
    places.push({ x, y });
    if (x === to.x && y === to.y) return places;
    const twice = 2 * error;
    if (twice > -dy) {
      error -= dy;
      x += sx;
    }
    if (twice < dx) {
      error += dx;
      y += sy;
    }
  }
}

/** All places of the rectangle with these corners. @param {Place} a @param {Place} b */
export function rectangle(a, b) {
  const places = [];
  for (let y = Math.min(a.y, b.y); y <= Math.max(a.y, b.y); y += 1) {
    for (let x = Math.min(a.x, b.x); x <= Math.max(a.x, b.x); x += 1) places.push({ x, y });
  }
  return places;
}

/** The places that hang together with one and have its token. @param {Grid} grid @param {Place} start */
export function flood(grid, start) {
  const token = grid.cells[indexOf(grid, start)];
  const known = new Uint8Array(grid.cells.length);
  const places = [start];
  known[indexOf(grid, start)] = 1;
  for (const { x, y } of places) {
    for (const next of [{ x: x + 1, y }, { x: x - 1, y }, { x, y: y + 1 }, { x, y: y - 1 }]) {
      if (!isInside(grid, next)) continue;
      const index = indexOf(grid, next);
      if (known[index] || grid.cells[index] !== token) continue;
      known[index] = 1;
      places.push(next);
    }
  }
  return places;
}

/**
 * The grid in another size.
 * @param {Grid} grid
 * @param {number} width
 * @param {number} height
 * @param {Place} anchor  which part stays where it is: 0 left or top, 0.5 the middle, 1 the other end
 * @param {string} blank  token of new cells
 * @returns {Grid}
 */
export function resized(grid, width, height, anchor, blank) {
  const dx = Math.floor((width - grid.width) * anchor.x);
  const dy = Math.floor((height - grid.height) * anchor.y);
  const cells = new Array(width * height).fill(blank);
  for (let y = Math.max(0, dy); y < Math.min(height, dy + grid.height); y += 1) {
    for (let x = Math.max(0, dx); x < Math.min(width, dx + grid.width); x += 1) {
      cells[y * width + x] = grid.cells[(y - dy) * grid.width + x - dx];
    }
  }
  return { width, height, cells };
}

/** @returns {Grid} @param {number} width @param {number} height @param {string} blank */
export function blankGrid(width, height, blank) {
  return { width, height, cells: new Array(width * height).fill(blank) };
}

/**
 * The grid made symmetrical: each cell becomes what the first of its images is.
 * @returns {Grid}
 * @param {Grid} grid
 * @param {keyof typeof SYMMETRIES} symmetry
 */
export function symmetrical(grid, symmetry) {
  const images = SYMMETRIES[symmetry];
  const cells = grid.cells.map((token, index) => {
    const all = images(placeOf(grid, index), grid).map((place) => indexOf(grid, place));
    return grid.cells[Math.min(index, ...all)];
  });
  return { ...grid, cells };
}

/** The text of a grid. @param {Grid} grid @param {string} separator */
export function textOf({ width, cells }, separator) {
  const rows = [];
  for (let i = 0; i < cells.length; i += width) rows.push(cells.slice(i, i + width).join(separator));
  return `${rows.join("\n")}\n`;
}

/**
 * Where a cell's token is in a text, as [start, end]; the whole line for a row alone, null for what
 * is not there.  Row and column count from 1.
 * @param {string} text
 * @param {number} row
 * @param {number | null} column
 * @param {string} separator
 */
export function rangeOf(text, row, column, separator) {
  let start = 0;
  for (let passed = 1; passed < row; passed += 1) {
    start = text.indexOf("\n", start) + 1;
    if (start === 0) return null;
  }
  const stop = text.indexOf("\n", start);
  const end = stop < 0 ? text.length : stop;
  if (!column) return [start, end];
  const tokens = tokensOf(text.slice(start, end), separator);
  const token = tokens[Math.min(column, tokens.length) - 1];
  return token ? [start + token[0], start + token[1]] : [start, end];
}

/**
 * [start, end] of each token of a line; several blanks part two tokens as one does.
 * @param {string} text
 * @param {string} separator
 */
function tokensOf(text, separator) {
  if (separator === "") return [...text].map((_, i) => [i, i + 1]);
  if (separator.trim() === "") return [...text.matchAll(/\S+/g)].map((m) => [m.index, m.index + m[0].length]);
  const found = [];
  let start = 0;
  for (const token of text.split(separator)) {
    found.push([start, start + token.length]);
    start += token.length + separator.length;
  }
  return found;
}

/**
 * Canvas helpers that every game's `view.js` may import: sizes, the theme, patterns and signs.
 */

/**
 * @typedef {object} Theme
 * @property {boolean} dark
 * @property {string} bg
 * @property {string} surface
 * @property {string} surface2
 * @property {string} text
 * @property {string} muted
 * @property {string} border
 * @property {string} accent
 * @property {string} danger
 * @property {string} ok
 * @property {string} warn
 * @property {string} font   font family of the page
 */

const TOKENS = {
  bg: "--bg",
  surface: "--surface",
  surface2: "--surface-2",
  text: "--text",
  muted: "--text-muted",
  border: "--border",
  accent: "--accent",
  danger: "--danger",
  ok: "--ok",
  warn: "--warn",
};

/**
 * The page's colours as they are now, read from the element's computed style.
 * @param {Element} element  inside `.player` or `[data-board]`, which define every token
 * @returns {Theme}
 */
export function readTheme(element) {
  const style = getComputedStyle(element);
  /** @type {Record<string, any>} */
  const theme = { font: style.fontFamily };
  for (const [name, token] of Object.entries(TOKENS)) {
    theme[name] = style.getPropertyValue(`--player${token.slice(1)}`).trim();
  }
  theme.dark = luminance(resolveColor(theme.surface)) < 0.2;
  return /** @type {Theme} */ (theme);
}

/** @param {OffscreenCanvas} canvas */
const contextOf = (canvas, settings = {}) =>
  /** @type {OffscreenCanvasRenderingContext2D} */ (canvas.getContext("2d", settings));

/**
 * A context of a canvas out of sight for functions that draw on the page's canvases: it has all
 * methods that draw.
 * @param {OffscreenCanvas} canvas
 * @returns {CanvasRenderingContext2D}
 */
export const penOf = (canvas) => /** @type {any} */ (canvas.getContext("2d"));

/** @type {OffscreenCanvasRenderingContext2D | null} */
let scratch = null;
/** @type {Map<string, [number, number, number]>} */
const resolved = new Map();
const MOST_RESOLVED = 4096;

/**
 * Any CSS colour as [r, g, b] from 0 to 255.  Reading it from a canvas takes long, and is done once.
 * @param {string} color
 * @returns {readonly [number, number, number]}
 */
export function resolveColor(color) {
  const known = resolved.get(color);
  if (known) return known;
  scratch ??= contextOf(new OffscreenCanvas(1, 1), { willReadFrequently: true });
  scratch.clearRect(0, 0, 1, 1);
  scratch.fillStyle = "#000";
  scratch.fillStyle = color;
  scratch.fillRect(0, 0, 1, 1);
  const [r, g, b] = scratch.getImageData(0, 0, 1, 1).data;
  if (resolved.size >= MOST_RESOLVED) resolved.clear();
  resolved.set(color, [r, g, b]);
  return [r, g, b];
}

/**
 * Relative luminance of an sRGB colour, 0 to 1 (WCAG 2).
 * @param {readonly [number, number, number]} rgb
 */
export function luminance([r, g, b]) {
  const [x, y, z] = [r, g, b].map((v) => {
    const c = v / 255;
    return c <= 0.04045 ? c / 12.92 : ((c + 0.055) / 1.055) ** 2.4;
  });
  return 0.2126 * x + 0.7152 * y + 0.0722 * z;
}

/** @type {Map<string, string>} */
const inks = new Map();

/** Black or white, whichever reads better on the colour. @param {string} color */
export function inkOn(color) {
  const known = inks.get(color);
  if (known) return known;
  const ink = luminance(resolveColor(color)) > 0.34 ? "#10141a" : "#ffffff";
  inks.set(color, ink);
  return ink;
}

/**
 * A colour on the way to another, without transparency, so that overlapping parts stay one piece.
 * @param {string} color
 * @param {string} other
 * @param {number} part  of the other, 0 to 1
 */
export function blend(color, other, part) {
  const to = resolveColor(other);
  const mixed = resolveColor(color).map((v, i) => Math.round(v + (to[i] - v) * part));
  return `rgb(${mixed.join(" ")})`;
}

/**
 * Make the bitmap of a canvas match its box and the screen's density.
 * @param {HTMLCanvasElement} canvas
 * @returns {{ctx: CanvasRenderingContext2D, width: number, height: number, dpr: number}} in CSS px
 */
export function fitCanvas(canvas) {
  const dpr = Math.max(1, window.devicePixelRatio || 1);
  const width = canvas.clientWidth;
  const height = canvas.clientHeight;
  const w = Math.max(1, Math.round(width * dpr));
  const h = Math.max(1, Math.round(height * dpr));
  if (canvas.width !== w || canvas.height !== h) {
    canvas.width = w;
    canvas.height = h;
  }
  const ctx = /** @type {CanvasRenderingContext2D} */ (canvas.getContext("2d"));
  ctx.setTransform(dpr, 0, 0, dpr, 0, 0);
  return { ctx, width, height, dpr };
}

/** @type {Map<string, Path2D>} */
const paths = new Map();

/** SVG path data as a Path2D, made once. @param {string} data @returns {Path2D} */
export function pathOf(data) {
  const known = paths.get(data);
  if (known) return known;
  const path = new Path2D(data);
  paths.set(data, path);
  return path;
}

/** @type {Map<string, OffscreenCanvas>} */
const tiles = new Map();

/**
 * A fill or stroke style made of a seat's pattern.
 * @param {CanvasRenderingContext2D} ctx
 * @param {{pattern: string}} style
 * @param {string} color  of the lines
 * @param {number} size   CSS px of one tile
 * @returns {CanvasPattern}
 */
export function patternFill(ctx, style, color, size) {
  const dpr = ctx.getTransform().a || 1;
  const pixels = Math.max(4, Math.round(size * dpr));
  const key = `${style.pattern}|${color}|${pixels}`;
  let tile = tiles.get(key);
  if (!tile) {
    tile = new OffscreenCanvas(pixels, pixels);
    const pen = contextOf(tile);
    pen.scale(pixels / 8, pixels / 8);
    pen.strokeStyle = color;
    pen.lineWidth = 1.8;
    pen.lineCap = "round";
    pen.stroke(pathOf(style.pattern));
    // A window that is being resized asks for many sizes; none but the last is needed again.
    if (tiles.size > 64) tiles.clear();
    tiles.set(key, tile);
  }
  const pattern = /** @type {CanvasPattern} */ (ctx.createPattern(tile, "repeat"));
  pattern.setTransform(new DOMMatrix().scale(1 / dpr));
  return pattern;
}

/**
 * A seat's sign around a point.
 * @param {CanvasRenderingContext2D} ctx
 * @param {{sign: string}} style
 * @param {number} x
 * @param {number} y
 * @param {number} radius
 * @param {string} color
 */
export function drawSign(ctx, style, x, y, radius, color) {
  ctx.save();
  ctx.translate(x, y);
  ctx.scale(radius, radius);
  ctx.fillStyle = color;
  ctx.fill(pathOf(style.sign), "evenodd");
  ctx.restore();
}

/**
 * Shapes of the marks of important events, as path data in a box from -1 to 1.
 * @type {Readonly<Record<string, string>>}
 */
export const MARK_SHAPES = Object.freeze({
  cross: "M-.9 -.55L-.55 -.9L0 -.35L.55 -.9L.9 -.55L.35 0L.9 .55L.55 .9L0 .35L-.55 .9L-.9 .55L-.35 0Z",
  square: "M-.75 -.75H.75V.75H-.75Z",
  fork: "M0 .95L-.95 -.6L-.45 -.9L0 -.1L.45 -.9L.95 -.6Z",
  bolt: "M.35 -1L-.7 .15H-.1L-.35 1L.7 -.2H.1Z",
  circle: "M.75 0A.75 .75 0 1 1 -.75 0A.75 .75 0 1 1 .75 0Z",
  flag: "M-.7 -1H.8L.4 -.5L.8 0H-.4V1H-.7Z",
  star: "M0 -1L.25 -.34L.95 -.31L.4 .13L.59 .81L0 .42L-.59 .81L-.4 .13L-.95 -.31L-.25 -.34Z",
  rings: "M.1 -.75A.75 .75 0 0 0 -.9 0A.75 .75 0 0 0 .1 .75A.75 .75 0 0 1 -.25 0A.75 .75 0 0 1 .1 -.75ZM.3 -.75A.75 .75 0 1 1 .3 .75A.75 .75 0 1 1 .3 -.75Z",
  broken: "M-.95 -.8H-.1V.8H-.95ZM.1 -.8H.95V.8H.1Z",
});

/**
 * A shape around a point, with a rim that sets it off from what lies below.
 * @param {CanvasRenderingContext2D} ctx
 * @param {string} data  path data in a box from -1 to 1, as of `MARK_SHAPES`
 * @param {[number, number]} point  CSS px
 * @param {{size: number, color: string, rim?: string, width?: number}} style  size: half of the
 *   box, CSS px; rim: its colour, none where left out; width: of the rim's line, in parts of size
 */
export function drawShape(ctx, data, [x, y], { size, color, rim, width = 0.4 }) {
  ctx.save();
  ctx.translate(x, y);
  ctx.scale(size, size);
  const path = pathOf(data);
  if (rim) {
    ctx.lineWidth = width;
    ctx.strokeStyle = rim;
    ctx.stroke(path);
  }
  ctx.fillStyle = color;
  ctx.fill(path);
  ctx.restore();
}

/**
 * Text in the middle of a point.
 * @param {CanvasRenderingContext2D} ctx
 * @param {string} text
 * @param {number} x
 * @param {number} y
 * @param {{size: number, color: string, font: string, weight?: number}} style
 */
export function label(ctx, text, x, y, style) {
  ctx.font = `${style.weight ?? 600} ${style.size}px ${style.font}`;
  ctx.textAlign = "center";
  ctx.textBaseline = "alphabetic";
  ctx.fillStyle = style.color;
  const box = ctx.measureText(text);
  const lift = (box.actualBoundingBoxAscent - box.actualBoundingBoxDescent) / 2;
  ctx.fillText(text, x, y + lift);
}

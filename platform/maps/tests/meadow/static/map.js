/** Meadows, for the editor's tests. */

export const separator = " ";
export const blank = ".";
export const brushes = [
  { id: "grass", title: "Grass", token: "." },
  { id: "rock", title: "Rock", token: "#" },
  { id: "home", title: "Home", token: "h" },
  { id: "tree", title: "Tree", values: [{ name: "apples", title: "Apples", low: 1, high: 99, default: 5 }] },
];

export const layers = [{ id: "apples", title: "Apples" }];

export function paint(token, brush, values) {
  if (brush === "tree") return `t${values.apples}`;
  return brushes.find(({ id }) => id === brush).token;
}

export function describe(token) {
  if (token.startsWith("t")) return `tree with ${token.slice(1)} apples`;
  return { ".": "grass", "#": "rock", h: "home" }[token] ?? token;
}

const COLORS = { ".": "#7fbf5f", "#": "#555555", h: "#d03030" };

const apples = (token) => (token.startsWith("t") ? Number(token.slice(1)) : 0);

/** The most apples are white, none are black. */
const shade = (token, most) => `hsl(0 0% ${(100 * apples(token)) / most}%)`;

export function draw(ctx, grid, { x, y, size, layer, rect }) {
  const most = Math.max(1, ...grid.cells.map(apples));
  const { x0, y0, x1, y1 } = rect ?? { x0: 0, y0: 0, x1: grid.width, y1: grid.height };
  for (let row = y0; row < y1; row += 1) {
    for (let column = x0; column < x1; column += 1) {
      const token = grid.cells[row * grid.width + column];
      ctx.fillStyle = layer === "apples" ? shade(token, most) : (COLORS[token] ?? "#2050d0");
      ctx.fillRect(x + column * size, y + row * size, size, size);
    }
  }
}

// Plays halves with the JavaScript kit's rules, as trace.cpp does with those of the C++ kit.  The
// argument is the kit's folder.
import { readFileSync } from "node:fs";
import { pathToFileURL } from "node:url";

const { cellAt, column, NOTHING, row, State } = await import(pathToFileURL(`${process.argv[2]}/state.js`).href);
const numbers = readFileSync(0, "utf8").split(/\s+/).filter(Boolean).map(Number);
const lines = [];
let at = 0;
const next = () => numbers[at++];

class Traced extends State {
  roundEnds() {
    const snakes = this.allSnakes().map(({ id, owner, bank, ray, body }) => {
      const cells = body.map((cell) => `:${column(cell)}.${row(cell)}`).join("");
      return `${id},${owner},${bank},${ray}${cells};`;
    });
    const walls = [...this.walls].map((owner) => (owner === NOTHING ? "." : owner)).join("");
    const items = [...this.itemAt].filter((id) => id !== NOTHING).sort((a, b) => a - b);
    lines.push(`${snakes.join("")}|${walls}|${items}|${this.nextId}`);
  }
}

while (at < numbers.length) {
  const rounds = next();
  const items = Array.from({ length: next() }, () => {
    const [x, y, time, type, param] = [next(), next(), next(), next(), next()];
    return { cell: cellAt(x, y), time, type, param };
  });
  const ops = Array.from({ length: next() }, next);
  const state = new Traced(items, rounds);
  for (const op of ops) {
    if (state.refusal(op)) {
      lines.push("illegal");
      break;
    }
    state.apply(op);
  }
  lines.push(`end ${state.over ? 1 : 0} ${state.score(0)} ${state.score(1)}`);
}
console.log(lines.join("\n"));

// Plays halves with the JavaScript kit's rules and prints what they come to, for test_kits.py.
//
// Standard input, for each half: rounds, number of items, (x y time type param) of each, number of
// ops, the ops.  Standard output: the state as a line after each finished round, "illegal" where
// an op is refused, and "end <over> <score 0> <score 1>".
import { readFileSync } from "node:fs";

import { State, cellAt, column, row } from "./state.js";

const lines = [];

function snakeText(snake) {
  const cells = snake.body.map((cell) => `:${column(cell)}.${row(cell)}`).join("");
  return `${snake.id},${snake.owner},${snake.bank},${snake.ray}${cells};`;
}

function stateText(state) {
  const snakes = state.sides.flat().map(snakeText).join("");
  const walls = Array.from(state.walls, (owner) => (owner < 0 ? "." : owner)).join("");
  const items = state.itemAt.filter((id) => id >= 0).sort().join(",");
  return `${snakes}|${walls}|${items}|${state.nextId}`;
}

function play(start, ops) {
  let state = start;
  for (const op of ops) {
    if (!state.legal(op)) {
      lines.push("illegal");
      break;
    }
    state = state.copy();
    state.act(op);
    if (state.sides.flat().length > 0 && state.roundDone) lines.push(stateText(state));
    state.advance();
  }
  lines.push(`end ${Number(state.over)} ${state.score(0)} ${state.score(1)}`);
}

const numbers = readFileSync(0, "utf8").split(" ").map(Number);
let next = 0;

function take(count) {
  next += count;
  return numbers.slice(next - count, next);
}

while (next < numbers.length) {
  const [rounds, count] = take(2);
  const items = Array.from({ length: count }, () => {
    const [x, y, time, type, param] = take(5);
    return { cell: cellAt(x, y), time, type, param };
  });
  const [ops] = take(1);
  play(new State(items, rounds), take(ops));
}
process.stdout.write(lines.map((line) => `${line}\n`).join(""));

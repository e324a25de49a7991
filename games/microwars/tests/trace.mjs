// Follows a game as the JavaScript kit does, and prints what trace.cpp prints.  The argument is the
// kit's folder.
import { pathToFileURL } from "node:url";

const load = (name) => import(pathToFileURL(`${process.argv[2]}/${name}`).href);
const { column, order, place, row } = await load("state.js");
const { Connection } = await load("protocol.js");
const connection = new Connection();
const lines = [];

function readOrders(count) {
  return Array.from({ length: count }, () => {
    const numbers = Array.from({ length: 6 }, () => connection.number());
    return order(...[0, 2, 4].map((i) => place(numbers[i], numbers[i + 1])));
  });
}

const shown = (units) =>
  units
    .map((unit) => {
      const { place: at, kind, hp, mine, number } = unit;
      return `${column(at)},${row(at)},${kind},${hp},${mine ? 1 : 0},${number};`;
    })
    .join("");

const state = connection.readStart();
while (state.turn < state.turns) {
  state.update(connection.readState());
  const parts = [state.won, state.lost, shown(state.units)];
  const [own, all, odd] = [connection.number(), connection.number(), connection.number()];
  const orders = readOrders(all);
  const next = state.copy();
  next.play(orders);
  parts.push(shown(next.units), readOrders(odd).map((each) => (state.refusal(each) ? 0 : 1)).join(""));
  lines.push(parts.join(" "));
  state.sent(orders.slice(0, own));
}
process.stdout.write(`${lines.join("\n")}\n`);

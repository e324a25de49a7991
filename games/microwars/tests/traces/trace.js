// Follows a game as the JavaScript kit does, for test_kits.py.  Reads what a program reads, and
// after each state orders: how many of our own come first, how many of both sides, then these,
// then orders to be judged.  Prints a line for each state: the score, the units, the units after
// the turn, the judgements.
import { send } from "./pipe.js";
import { number, readStart, readState } from "./protocol.js";
import { State, placeAt, position } from "./state.js";

function readOrders(count) {
  return Array.from({ length: count }, () => {
    const [unit, shot, move] = [0, 1, 2].map(() => placeAt(number(), number()));
    return { unit, shot, move };
  });
}

function unitText(unit) {
  return `${[...position(unit.place), unit.kind, unit.hp, Number(unit.mine), unit.number]};`;
}

const { width, height, turns } = readStart();
const state = new State(width, height, turns);
while (state.turn < state.turns) {
  state.update(readState());
  const words = [state.won, state.lost, state.units.map(unitText).join("")];
  const [own, all, odd] = [number(), number(), number()];
  const orders = readOrders(all);
  const next = state.copy();
  next.play(orders);
  words.push(next.units.map(unitText).join(""));
  words.push(readOrders(odd).map((order) => (state.refusal(order) === "" ? 1 : 0)).join(""));
  send(`${words.join(" ")}\n`);
  state.sent(orders.slice(0, own));
}

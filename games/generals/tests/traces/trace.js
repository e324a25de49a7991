// Follows games with the JavaScript kit and prints what it knows, for test_kits.py.
//
// Input and output are those of trace.cpp.
import { readFileSync } from "node:fs";

import { readLine } from "./protocol.js";
import { State } from "./state.js";

const list = (values) => Array.from(values, (value) => `${value},`).join("");

function text(state) {
  const sights = Array.from({ length: state.size }, (_, place) => state.sight(place));
  const seen = sights.map(({ owner, kind, half }) => `${owner}:${kind}:${half}`);
  return [list(state.owners), list(state.kinds), list(state.units), list(seen), state.queue.length].join(" ");
}

function answer(queue, operations) {
  for (const [word] of operations) {
    if (word === "move") queue.push(null);
    else if (word === "clear") queue.length = 0;
    else queue.pop();
  }
}

const printed = [];
let state = null;
for (const line of readFileSync(0, "utf8").trimEnd().split("\n")) {
  if (line.startsWith("[")) {
    answer(state.queue, JSON.parse(line));
    continue;
  }
  const message = readLine(line);
  if (message.type === "start") state = new State(message);
  else state.update(message);
  printed.push(`${text(state)}\n`);
}
process.stdout.write(printed.join(""));

import assert from "node:assert/strict";
import { beforeEach, test } from "node:test";

import { pinchOf, Pointer, wheelOf } from "../../../static/shared/pointer.js";

/** An element at (100, 50) of the window. */
class Surface extends EventTarget {
  getBoundingClientRect() {
    return { left: 100, top: 50 };
  }

  setPointerCapture() {}
}

let surface;
let told;

beforeEach(() => {
  surface = new Surface();
  told = [];
});

function listen(more = {}) {
  const tell = (name) => (...given) => told.push([name, ...given.slice(0, name === "drag" ? 3 : 1)]);
  const names = ["press", "drag", "release", "cancel", "pinch", "hover"];
  return new Pointer(surface, { ...Object.fromEntries(names.map((name) => [name, tell(name)])), ...more });
}

/** @param {string} name @param {number} x @param {number} y @param {{id?: number, pointerType?: string, button?: number}} [more] */
function point(name, x, y, { id = 1, ...more } = {}) {
  const event = Object.assign(new Event(name), { pointerId: id, pointerType: "touch", button: 0, clientX: x + 100, clientY: y + 50, ...more });
  surface.dispatchEvent(event);
}

test("one finger presses, drags and is released, in the element's own px", () => {
  listen();
  point("pointerdown", 5, 6);
  point("pointermove", 7, 9);
  point("pointerup", 7, 9);
  assert.deepEqual(told, [
    ["press", { x: 5, y: 6 }],
    ["drag", { x: 7, y: 9 }, { x: 5, y: 6 }, { x: 5, y: 6 }],
    ["release", { x: 7, y: 9 }],
  ]);
});

test("a second finger cancels the press, two pinch, and the one that stays has no start", () => {
  listen();
  point("pointerdown", 0, 0);
  point("pointerdown", 10, 0, { id: 2 });
  point("pointermove", 20, 0, { id: 2 });
  point("pointerup", 20, 0, { id: 2 });
  point("pointermove", 1, 1);
  point("pointerup", 1, 1);
  assert.deepEqual(told.map(([name]) => name), ["press", "cancel", "pinch", "drag"]);
  assert.deepEqual(told[2][1], { dx: 5, dy: 0, factor: 2, x: 10, y: 0 });
  assert.equal(told[3][3], null);
});

test("a trackpad's pinch in Safari enlarges the element, not the page", () => {
  listen({ keeps: () => true });
  /** @param {string} name @param {number} scale */
  const gesture = (name, scale) => {
    const event = Object.assign(new Event(name, { cancelable: true }), { scale, clientX: 130, clientY: 60 });
    surface.dispatchEvent(event);
    return event.defaultPrevented;
  };
  assert.ok(gesture("gesturestart", 1));
  gesture("gesturechange", 2);
  gesture("gesturechange", 3);
  const at = { dx: 0, dy: 0, x: 30, y: 10 };
  assert.deepEqual(told, [["pinch", { ...at, factor: 2 }], ["pinch", { ...at, factor: 1.5 }]]);
  // Fingers on a screen are pointers, too, and count once.
  point("pointerdown", 0, 0);
  point("pointerdown", 10, 0, { id: 2 });
  gesture("gesturechange", 6);
  assert.equal(told.filter(([name]) => name === "pinch").length, 2);
});

test("a pointer that is lost cancels the press", () => {
  listen();
  point("pointerdown", 0, 0);
  point("pointercancel", 0, 0);
  point("pointerup", 0, 0);
  assert.deepEqual(told.map(([name]) => name), ["press", "cancel"]);
});

test("a mouse presses with its main button only, unless the owner accepts others", () => {
  listen();
  point("pointerdown", 0, 0, { pointerType: "mouse", button: 1 });
  assert.deepEqual(told, []);
  listen({ accepts: () => true });
  point("pointerdown", 0, 0, { pointerType: "mouse", button: 1 });
  assert.deepEqual(told, [["press", { x: 0, y: 0 }]]);
});

test("a mouse that is not pressed hovers", () => {
  listen();
  point("pointermove", 3, 4, { pointerType: "mouse" });
  point("pointerleave", 3, 4);
  assert.deepEqual(told, [["hover", { x: 3, y: 4 }], ["hover", null]]);
});

test("fingers that start at one point do not enlarge without bound", () => {
  assert.equal(pinchOf({ x: 0, y: 0 }, { x: 4, y: 0 }, { x: 0, y: 0 }).factor, 4);
});

test("a line of the wheel is sixteen px, upwards enlarges", () => {
  const { dy, factor } = wheelOf({ deltaX: 0, deltaY: -20, deltaMode: 1 }, { x: 1, y: 2 });
  assert.equal(dy, -320);
  assert.equal(factor, Math.E);
});

import assert from "node:assert/strict";
import { test } from "node:test";

import { readAddress, writeAddress } from "../../../static/player/address.js";
import { leadOf } from "../../../static/player/lead.js";
import { Camera } from "../../../static/player/camera.js";
import { cellsAt, cellsIn, pixelOf, within } from "../../../static/player/cells.js";
import { noticeFor } from "../../../static/player/notices.js";
import { fanned } from "../../../static/player/seekbar.js";

test("cells are as large as the canvas lets them be, in its middle", () => {
  const cells = cellsIn(1, { cols: 10, rows: 5 }, { width: 206, height: 206 });
  assert.equal(cells.cell, 20);
  assert.deepEqual([cells.left, cells.top], [3, 53]);
  assert.deepEqual(cells.middle(11), [33, 83]);
});

test("cells follow the camera, and their edges lie on whole pixels", () => {
  const cells = cellsIn(2, { cols: 10, rows: 10 }, { width: 107, height: 107, camera: { zoom: 2, left: -50, top: -20 } });
  assert.ok(Math.abs(cells.cell - 20.2) < 1e-9);
  for (const column of [0, 3, 10]) assert.equal(cells.x(column) * 2, Math.round(cells.x(column) * 2));
  assert.equal(cellsAt({ cols: 2, rows: 2, cell: 1.5, left: 0, top: 0, dpr: 1 }).y(1), 2);
});

test("what of a rectangle lies on the board", () => {
  const board = { width: 8, height: 6 };
  assert.deepEqual(within(board), { x0: 0, y0: 0, x1: 8, y1: 6 });
  assert.deepEqual(within(board, { x0: -2, y0: 1, x1: 20, y1: 3 }), { x0: 0, y0: 1, x1: 8, y1: 3 });
});

test("a colour as a pixel in the memory of image data", () => {
  assert.equal(pixelOf([1, 2, 3]), 0xff030201);
  assert.equal(pixelOf([255, 255, 255], 0), 0x00ffffff);
});

test("the camera keeps the point under the finger and stays on the picture", () => {
  const camera = new Camera();
  const size = { width: 100, height: 100 };
  camera.limit(4);
  assert.equal(camera.enlarge(2, 25, 25, size), true);
  const { zoom, left, top } = camera.over(size, 1);
  assert.deepEqual([25 * zoom + left, 25 * zoom + top], [25, 25]);
  camera.shift(1e6, 1e6, size);
  assert.deepEqual(camera.over(size, 1), { zoom: 2, left: 0, top: 0 });
  assert.equal(camera.enlarge(9, 0, 0, size), true);
  assert.equal(camera.zoom, 4);
  assert.equal(camera.enlarge(2, 0, 0, size), false);
});

test("the camera moves by whole pixels of the screen", () => {
  const camera = new Camera();
  const size = { width: 101, height: 77 };
  camera.limit(4);
  assert.deepEqual(camera.over(size, 2), { zoom: 1, left: 0, top: 0 });
  camera.enlarge(2.3, 31, 17, size);
  for (let step = 0; step < 5; step += 1) {
    camera.shift(-1.37, 0.61, size);
    const { left, top } = camera.over(size, 1.5);
    for (const pixels of [left * 1.5, top * 1.5]) assert.ok(Math.abs(pixels - Math.round(pixels)) < 1e-9);
  }
});

test("marks of one frame and side make room for each other", () => {
  const mark = (n, seat) => ({ n, seat, shape: "circle" });
  const placed = fanned([mark(5, 0), mark(5, 0), mark(5, 1), mark(9, 0)], [0, 1]);
  assert.deepEqual(placed.map(({ aside }) => aside), [-2, 2, 0, 0]);
  assert.ok(placed[0].size < placed[2].size);
});

test("an address says place, view and layers, and keeps what else it has", () => {
  const address = { place: { game: 1, turn: 12, ply: 3 }, clip: null, view: 0, layers: ["ids", "plain"] };
  const href = writeAddress(address, "https://arbiter.example/matches/7/?tab=log");
  assert.equal(href, "https://arbiter.example/matches/7/?tab=log&game=2&turn=12&ply=3&view=1&layers=ids,plain");
  assert.deepEqual(readAddress(new URL(href).search), address);
  assert.deepEqual(readAddress("?turn=x&view=-1"), { place: null, clip: null, view: null, layers: null });
});

test("a range of turns in an address is a clip", () => {
  const clip = { game: 1, from: 120, to: 160 };
  const href = writeAddress({ place: { game: 1, turn: 130, ply: 2 }, clip, view: null, layers: null }, "https://arbiter.example/matches/7/");
  assert.equal(href, "https://arbiter.example/matches/7/?game=2&turn=120-160");
  assert.deepEqual(readAddress("?game=2&turn=120-160"), { place: null, clip, view: null, layers: null });
  assert.deepEqual(readAddress("?turn=5-5").clip, { game: 0, from: 5, to: 5 });
  for (const wrong of ["?turn=160-120", "?turn=-3", "?turn=1-2-3", "?turn=1-", "?turn=1-9999999999"]) {
    assert.equal(readAddress(wrong).clip, null, wrong);
  }
});

test("the advantage is the lead over the best of the others", () => {
  assert.deepEqual(leadOf([3, 5], [0, 0]), { seat: 1, lead: 2 });
  assert.deepEqual(leadOf([4, 4], [0, 0]), { seat: -1, lead: 0 });
  assert.deepEqual(leadOf([-2, -7, -3], [0, 0, 0]), { seat: 0, lead: 1 });
  assert.deepEqual(leadOf([9, 8, 2, 1], [1, 1, 2, 2]), { seat: 0, lead: 7 });
  assert.equal(leadOf([3, null], [0, 0]), null);
  assert.equal(leadOf([3], [0]), null);
  assert.equal(leadOf([3, 2], [1, 1]), null);
});

test("the notice says why there is nothing to see", () => {
  const now = { state: "queued", position: 3, lost: false, error: null, playable: false };
  assert.match(noticeFor(now)?.text, /number 3 in the queue/);
  assert.equal(noticeFor({ ...now, state: "running", playable: true }), null);
  assert.deepEqual([noticeFor({ ...now, lost: true })?.over, noticeFor({ ...now, lost: true, playable: true })?.over], [true, false]);
  assert.match(noticeFor({ ...now, error: { code: "damaged", message: "Frame 3 is missing." } })?.text, /Frame 3 is missing/);
});

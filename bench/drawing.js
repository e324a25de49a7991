/**
 * How long a view's script takes for each picture of a game, in a page of its own.
 *
 * `run(address, {scene, frames}, options)`; options: `size` in CSS px, `view`, `zoom`, `moving` (the camera
 * moves with every picture) and `steps`, pictures for a frame; `more` layers are shown beside the usual
 * ones.  Answers ms by picture, `script` as the page's own code alone and `full` with the pixels.
 */

const THEME = {
  dark: false, bg: "#f7f8fa", surface: "#ffffff", surface2: "#eef0f4", text: "#1a1f27",
  muted: "#5c6673", border: "#d8dce3", accent: "#2563c9", danger: "#c22f2f", ok: "#25803b",
  warn: "#a86400", font: "sans-serif",
};

export async function run(address, { scene, frames }, { size, view, zoom, moving, steps, more }) {
  const game = await import(address);
  const { seatStyle } = await import("/static/player/palette.js");
  const canvas = Object.assign(document.createElement("canvas"), { width: size[0], height: size[1] });
  document.body.append(canvas);
  const ctx = canvas.getContext("2d");
  const options = {
    scene, view, theme: THEME, width: size[0], height: size[1],
    palette: Array.from({ length: scene.players }, (_, seat) => seatStyle(seat)),
    layers: new Set([...more, ...game.layers.filter((layer) => layer.default).map((layer) => layer.id)]),
  };
  const figures = { script: [], full: [], apply: [] };
  let state = frames[0].key;
  let picture = 0;
  for (const { events } of frames.slice(1)) {
    const began = performance.now();
    const next = game.apply(state, events);
    figures.apply.push(performance.now() - began);
    for (let step = 1; step <= steps; step += 1) {
      picture += 1;
      const shift = moving ? picture % 7 : 0;
      const camera = { zoom, left: (1 - zoom) * size[0] * 0.4 - shift, top: (1 - zoom) * size[1] * 0.4 };
      const start = performance.now();
      game.draw(ctx, next, state, step / steps, { ...options, camera, events });
      const drawn = performance.now();
      ctx.getImageData(0, 0, 1, 1);
      figures.script.push(drawn - start);
      figures.full.push(performance.now() - start);
    }
    state = next;
  }
  canvas.remove();
  return figures;
}

/** Keep a whole match as the player does, after a look at each of its frames. */
export async function keep(address, frames) {
  const { FrameStore } = await import("/static/player/store.js");
  const store = new FrameStore();
  store.view = await import(address);
  for (const frame of frames) store.add(frame);
  for (let n = 0; n < frames.length; n += 1) store.view.scores(store.stateAt(n));
  window.kept = store;
  return store.checkpoints.size;
}

"""A game's scripts in a browser: what they say, and that they follow the engine."""

from __future__ import annotations

import json
from collections.abc import Sequence
from typing import Any

from playwright.sync_api import Page

from tests.player.match import Recording

# Apply frame after frame, and only then compare all states with the engine's own: a state that a
# later step has changed is found too.  Every third step is taken twice, with a step aside between
# where there is one.
_FOLLOW = """async ([address, frames, views, aside]) => {
  const { apply, keyOf = (state) => state } = await import(address);
  const plain = (v) => Array.isArray(v) ? v.map(plain) : v && typeof v === "object"
    ? Object.fromEntries(Object.keys(v).sort().map((key) => [key, plain(v[key])])) : v;
  const states = [];
  for (const [n, frame] of frames.entries()) {
    if (frame.scene) { states.push(frame.key); continue; }
    if (n % 3 === 0) {
      const begun = aside.length ? apply(states[n - 1], aside) : states[n - 1];
      apply(begun, frame.events);
    }
    states.push(apply(states[n - 1], frame.events));
  }
  for (const [n, state] of states.entries()) {
    const [ours, theirs] = [plain(keyOf(state)), plain(views[n])];
    const keys = new Set([...Object.keys(ours), ...Object.keys(theirs)]);
    const wrong = [...keys].find((k) => JSON.stringify(ours[k]) !== JSON.stringify(theirs[k]));
    if (wrong) return { n, wrong, ours: ours[wrong], theirs: theirs[wrong] };
  }
  return { checked: frames.length };
}"""


def assert_follows(
    page: Page, address: str, recording: Recording, aside: Sequence[dict[str, Any]] = ()
) -> None:
    """The module's ``apply`` reaches the engine's own state at every step, and changes none that
    it is given.  ``aside`` are events that it can take at any time."""
    followed = call(page, _FOLLOW, [address, recording.frames, recording.views, list(aside)])
    assert followed == {"checked": len(recording.frames)}


def call(page: Page, function: str, argument: Any) -> Any:
    """The answer of a function of the page.  Playwright takes apart what it passes value by value,
    at both ends, so the argument and the answer go as texts."""
    code = f"async (text) => JSON.stringify(await ({function})(JSON.parse(text))) ?? 'null'"
    return json.loads(page.evaluate(code, json.dumps(argument)))


def asked(page: Page, address: str, body: str, *arguments: Any) -> Any:
    """Run the body of an arrow function with the module as ``view`` and ``args``."""
    code = f"async ([address, args]) => {{ const view = await import(address); {body} }}"
    return call(page, code, [address, arguments])


_THEME = {
    "dark": False, "bg": "#f7f8fa", "surface": "#ffffff", "surface2": "#eef0f4", "text": "#1a1f27",
    "muted": "#5c6673", "border": "#d8dce3", "accent": "#2563c9", "danger": "#c22f2f",
    "ok": "#25803b", "warn": "#a86400", "font": "sans-serif",
}  # fmt: skip

# Draw a map of these tokens as a whole, not at all, and in parts; how much the latter two are off.
_PARTS = """
  const [tokens, { size, layer, clipped }, theme] = args;
  const cells = Array.from({ length: 42 }, (_, i) => tokens[(i * 11) % tokens.length]);
  const grid = { width: 7, height: 6, cells };
  const look = (parts) => {
    const ctx = new OffscreenCanvas(540, 460).getContext("2d");
    ctx.scale(2, 2);
    for (const rect of parts) {
      ctx.save();
      if (rect && clipped) {
        const { x0, y0, x1, y1 } = rect;
        ctx.beginPath();
        ctx.rect(4 + x0 * size, 3 + y0 * size, (x1 - x0) * size, (y1 - y0) * size);
        ctx.clip();
      }
      view.draw(ctx, grid, { x: 4, y: 3, size, theme, layer, rect });
      ctx.restore();
    }
    return ctx.getImageData(0, 0, 540, 460).data;
  };
  const parts = [];
  for (let y0 = 0; y0 < 6; y0 += 2) {
    for (let x0 = 0; x0 < 9; x0 += 3) parts.push({ x0, y0, x1: x0 + 3, y1: y0 + 2 });
  }
  const [whole, nothing, pieces] = [look([undefined]), look([]), look(parts)];
  const off = (one) => one.filter((v, i) => Math.abs(v - whole[i]) > 30).length / whole.length;
  return [off(pieces), off(nothing)];"""


def assert_parts_make_the_map(
    page: Page, address: str, tokens: Sequence[str], *, most: float, **how: Any
) -> None:
    """The parts of a map that a game's ``map.js`` draws make the whole map, but for ``most`` (a
    share of the picture): patterns and smooth edges come out otherwise where a part ends.

    ``how``: ``size`` (CSS pixels a cell), and ``layer``; ``clipped`` where nothing is to come out
    of the part, as in the editor.
    """
    pieces, nothing = asked(page, address, _PARTS, list(tokens), how, _THEME)
    assert pieces <= most
    assert nothing > 0.005

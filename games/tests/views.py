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
_FOLLOW = """async ([address, text, aside]) => {
  const { frames, views } = JSON.parse(text);
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
    text = json.dumps({"frames": recording.frames, "views": recording.views})
    followed = page.evaluate(_FOLLOW, [address, text, list(aside)])
    assert followed == {"checked": len(recording.frames)}


def asked(page: Page, address: str, body: str, *arguments: Any) -> Any:
    """Run the body of an arrow function with the module as ``view`` and ``args``."""
    code = f"async ([address, args]) => {{ const view = await import(address); {body} }}"
    return page.evaluate(code, [address, list(arguments)])

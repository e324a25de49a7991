"""The actions of a person at the page of the game, and the questions to it."""

from __future__ import annotations

import random
from collections.abc import Callable, Iterator
from functools import partial
from typing import Any

from playwright.sync_api import Page, expect

from games.engine import JSON
from games.lost_in_space.state import Item, World
from games.lost_in_space.tests.prepared import button_for, pass_on, prepared
from games.lost_in_space.tests.watched import NAMES, act
from tests.play.questions import next_question
from tests.play.stage import DESKTOP, Stage, part
from tests.play.table import Table, setup_for
from tests.player.page import until

MATERIAL = (3, 2, 1)


def sit(
    stage: Stage, change: Callable[[World], None], size: tuple[int, int] = DESKTOP, **how: Any
) -> tuple[Table, Page]:
    """A table whose world is changed before the first turn, which is the person's."""
    game = prepared(change)
    table = stage.table(game, setup_for(game, NAMES), act=how.pop("act", pass_on), **how)
    page = stage.open(table, size, calm=True)
    next_question(page, None)
    expect(part(page, "turn")).to_have_text("Your turn")
    return table, page


def again(table: Table, page: Page) -> None:
    """Begin the match again on the same page: a page of its own for each case takes long."""
    table.heard.clear()
    table.start()
    (first,) = until(lambda: asks(table))
    expect(page.locator("[data-play]")).to_have_attribute("data-asked", str(first["ask"]))


def at_the_crates(world: World) -> None:
    """Ada has everything, at a material point, beside bix."""
    ada, bix = world.players[:2]
    ada.pos, bix.pos = MATERIAL, (2, 2, 1)
    ada.hp = 60
    ada.bag.update({Item.MINE: 1, Item.SLIME: 1, Item.KIT: 1, Item.BLINK: 1})


def asked(page: Page) -> None:
    """Wait until the next action can be chosen.  The page tells what an action did a moment before
    that, and a key that is pressed between the two does nothing."""
    expect(page.locator('[data-here="end"]')).to_be_enabled()


def asks(table: Table) -> list[Any]:
    return [message for message in table.told if message["type"] == "ask"]


def actions(table: Table) -> list[Any]:
    return [message["action"] for message in table.heard if message["type"] == "action"]


def sent(table: Table) -> Any:
    """The person's first action, once there is one."""
    return until(lambda: actions(table))[0]


def action(*words: JSON) -> JSON:
    return {"type": "action", "action": list(words)}


def own(ask: Any) -> Any:
    """The person's own state in a question."""
    return next(player for player in ask["view"]["players"] if player["bag"] is not None)


def enabled(page: Page) -> set[str]:
    """Names of the controls that can be pressed."""
    return set(
        page.locator('[data-part="controls"] button:enabled').evaluate_all(
            "all => all.map(b => Object.entries(b.dataset).map(([k, v]) => `${k} ${v}`).join())"
        )
    )


def wanted(ask: Any) -> set[str]:
    """The same as the engine's choices have it, while the arrows move."""
    can = ask["choices"]
    pos = own(ask)["pos"]
    moves = {button_for(action("move", to), pos)[1:-1] for to in can["moves"] + can["lifts"]}
    names = {name.replace("data-", "").replace("=", " ").replace('"', "") for name in moves}
    names |= {f"attack {number}" for number, _ in can["attacks"]}
    names |= {f"use {kind}" for kind in can["traps"]} | ({"use Kit"} if can["kit"] else set())
    names |= {f"take {item}" for item in can["materials"]}
    names |= {f"here {name}" for name in ("box", "machine") if can[name]}
    names |= {"here capsule"} if can["start"] or can["stop"] else set()
    names |= {f"mode {mode}" for mode in ("blink", "detect") if can[f"{mode}s"]}
    return names | {"mode move", "here end"}


def others(seed: int = 1) -> Callable[[Any, int], Any]:
    """Players that do a bit of everything."""
    return partial(act, choose=random.Random(seed).randrange)


def questions(page: Page, table: Table) -> Iterator[Any]:
    """Every question that the person is to answer, until the match is over."""
    number: str | None = None
    while (number := next_question(page, number)) is not None:
        ask = next(each for each in reversed(asks(table)) if str(each["ask"]) == number)
        # The page answers those in which nothing can be done.
        if ask["choices"] and any(ask["choices"].values()):
            yield ask


def at_the_lift(world: World) -> None:
    world.players[0].pos = (1, 3, 1)


def at_the_machine(world: World) -> None:
    world.players[0].pos = (6, 0, 1)


def at_the_capsule(world: World) -> None:
    ada = world.players[0]
    ada.pos, ada.keys = (3, 3, 0), {0, 1, 2, 3}


def middle(page: Page, pos: tuple[int, int, int], right: float = 0.0) -> dict[str, float]:
    """Position of a place on the canvas, ``right`` pixels to the right of its middle."""
    box: dict[str, float] = page.evaluate(
        """async ([[x, y, z], right]) => {
          const { layOut } = await import("/static/games/lost_in_space/layout.js");
          const canvas = document.querySelector('[data-part="board"]');
          const [width, height] = [canvas.clientWidth, canvas.clientHeight];
          const { floors } = layOut({ width, height, layers: new Set() }, z);
          const [px, py] = floors.find((floor) => floor.z === z).middle([x, y, z]);
          return { x: px + right, y: py };
        }""",
        [list(pos), right],
    )
    return box

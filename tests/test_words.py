"""Pages, documents, messages and comments say things plainly, each in the usual word."""

from __future__ import annotations

import re
from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.prose import BREAK, Passage, passages

ROOT = Path(__file__).resolve().parents[1]

#: Folders and files that are held to the table below.
HELD = (
    "ARCHITECTURE.md",
    "CHANGELOG.md",
    "CONTRIBUTING.md",
    "Makefile",
    "README.md",
    "bench",
    "cli",
    "conftest.py",
    "docs",
    "examples",
    "games",
    "ladder",
    "platform",
    "sandbox",
    "static",
    "templates",
    "tests",
    "tools",
)
#: Folders inside these that people do not read.
SKIPPED = {"migrations", "__pycache__"}

#: What people had to read twice, and what to write instead. Blanks stand for any white space.
INSTEAD = {
    r"anew": "again",
    r"shall": "must, will or should",
    r"by lot": "at random",
    r"of late": "recently",
    r"(anybody|everybody|nobody) else('s)?": "others, another person",
    r"thereby": "which, so that",
    r"what(so)?ever else": "other, the other …",
    r"by and by": "gradually, in time",
    r"no matter of": "does not depend on",
    r"as far as it goes": "the number, or up to N",
    r"(is|are|was|were|be|been) (told|said|asked)(?=[.;:,]|$)": "say who does it: "
    "the page shows, the owner is notified, the judger asks the seat",
    r"(is|are) said so": "is reported",
    r"(is|are) made up (by|for)": "is re-sent, is repeated",
    r"hangs? on (?=it|them|that)": "depends on",
    r"let(s)? expect": "predicts",
    r"more now": "the count after this",
    r"retired ones too": "include retired bots",
    r"by what the (game|file)s? says?": "as the game defines it, detect automatically",
    r"hero and foe": "candidate and baseline",
    r"95 in 100": "95th percentile",
    r"makes? no sense": "is invalid",
    r"it did nothing wrong": "no failures",
    r"while it was not asked": "outside its turns",
    r"goes on:": "qualifies:",
    r"the (newest|oldest|best|latest|nearest) first(?=[.,]|$)": "newest first",
    r"without a winner, at most": "stop after this many games without a winner",
    r"in the zone": "Time zone",
    r"of a fault of ours|faults of ours|our own faults?": "platform fault",
    r"so (many|much|long|often|few)\b(?! (as|that)\b)": "the number, or up to N",
    r"verbs (on|of|by|that)": "services, functions",
    r"(the|its|their|of|with|these|two) figures": "statistics, numbers",
    r"deeds": "corrections",
    r"tellings|telling people": "notifications",
    r"includes? to": "lets you …, allows to …",
    r"also not": "not even, not … either",
    r"mov(e|es|ed) (no|a|any) ratings?": "changes",
    r"(is|are) sent (every|each|events)": "gets every …",
    r"(is|are) (explained|read|told) by no": "No page … it",
    r"(is|are) on turn": "is thinking",
    r"(so|such) that (who|what|whose|whom)(ever)?": "name the subject: so that the worker …",
    r"(first|next|later|last|another|each|failed) try": "attempt: a try is a "
    "match of code in the editor",
    r"(three|several|lost|interrupted|[0-9]+) tries": "attempts: tries are matches of code in "
    "the editor",
}
#: A sentence that begins so has no subject; questions may.
COLUMN = re.compile(r"<th\b[^>]*\bscope=\"col\"[^>]*>(.*?)</th>", re.DOTALL)
UNSEEN = re.compile(r"<(\w+)[^>]*\bsr-only\b.*?</\1>|{%.*?%}|<[^>]+>", re.DOTALL)
"""Parts of a column's heading that nobody sees."""
NUMBER = re.compile(r"{{[^}]*\|(rating|percent|score|floatformat)\b[^}]*}}")
HEADLESS = re.compile(
    rf"(?:^|{BREAK}|(?<=[.!?])[\"')*_`]*\s)[\s\"'(*_`]*"
    r"((?:Who|What|Whose|Whom|Whoever|Whatever)\s+\w[^.!?\x1e]*)([.!?\x1e]|$)",
)
NAME_THE_SUBJECT = "begin with the subject: The bot that …, Owners whose bots …"

#: Places that may say it as they do: the file, the phrase, and the reason.
ALLOWED: tuple[tuple[str, str, str], ...] = (
    ("games/xghj/catalog.py", "What fails is known", "stored in replays, with the scene"),
    ("games/xghj/catalog.py", "Whoever owns a point", "stored in replays, with the scene"),
    ("games/xghj/engine.py", "everybody else", "stored in replays, with the outcome"),
    ("platform/tries/services.py", "last try", "a match of code in the editor"),
)


def spaced(pattern: str) -> str:
    return r"\b" + pattern.replace(" ", r"[\s*]+") + (r"\b" if pattern[-1].isalnum() else "")


TABLE = [(re.compile(spaced(each), re.IGNORECASE), INSTEAD[each]) for each in INSTEAD]
ANY = re.compile(r"\b(?:" + "|".join(spaced(each)[2:] for each in INSTEAD) + ")")
"""Whether to look for each of them: most passages, here in lower case, have none."""


def found_in(passage: Passage) -> Iterator[tuple[int, str, str]]:
    """Each phrase to reword: its line, itself, and what to write instead."""
    for pattern, advice in TABLE if ANY.search(passage.text.lower()) else ():
        for found in pattern.finditer(passage.text):
            yield passage.line_at(found.start()), found[0], advice
    for found in HEADLESS.finditer(passage.text):
        if found[2] != "?":
            yield passage.line_at(found.start(1)), found[1][:60], NAME_THE_SUBJECT


@pytest.mark.parametrize(
    ("name", "source", "line", "phrase"),
    [
        ("a.py", 'x = 1\n"""Fine.\n\nWhat it costs is a rule."""\n', 4, "What it costs is a rule"),
        ("a.py", "x = 1  # all of it is counted\n# anew\n", 2, "anew"),
        ("a.py", 'x = f"{x} is drawn by " "lot"\n', 1, "by lot"),
        ("a.hpp", "int a; // Fine.\n// Who loses leaves.\n", 2, "Who loses leaves"),
        ("a.js", "// one\nconst a = `${b} is told.`;\n", 2, "is told"),
        ("a.js", "/** Fine. Who loses leaves. */\n", 1, "Who loses leaves"),
        ("a.html", "<p>Fine.</p>\n<p>Whoever <b>has</b> it</p>\n", 2, "Whoever has it"),
        ("a.html", '<p title="nobody else">{% if a %}x{% endif %}</p>', 1, "nobody else"),
        ("a.html", "{# What changes #}", 1, "What changes"),
        ("a.md", "Games\nare played\nanew.\n\n- Who wins stays\n", 3, "anew"),
        ("a.md", "| a | so many |\n", 1, "so many"),
        ("a.py", '"""So much of it as that costs."""', 1, "So much"),
        ("a.py", '"""Verbs on maps."""', 1, "Verbs on"),
        ("a.py", "# Lasts, so that\n# who plays may go", 1, "so that who"),
        ("a.py", '"""Fails after three tries."""', 1, "three tries"),
        ("a.html", "<p>The next try is later.</p>", 1, "next try"),
        ("a.py", "x = 1\ndef test_others_are_told(): ...\n", 2, "are told"),
        ("a.css", "a {} /* What people press */", 1, "What people press"),
        ("a.rs", "let a = 1; // So often again.\n", 1, "So often"),
        ("Makefile", "a:\n\tb\n# Made\n# anew\n", 4, "anew"),
    ],
)
def test_a_phrase_is_found_where_it_stands(tmp_path, name, source, line, phrase):
    (tmp_path / name).write_text(source)
    found = [
        (where, " ".join(words.split()))
        for passage in passages(tmp_path / name)
        for where, words, _advice in found_in(passage)
    ]
    assert (line, phrase) in found


@pytest.mark.parametrize(
    ("name", "source"),
    [
        ("a.py", '"""What does it cost? The rules say so."""\n'),
        ("a.py", 'shall_we = {"whoever": 1}\n'),
        ("a.js", "const anew = 1; // so many that it hurts\n"),
        ("a.html", '<p class="small">Fine.</p><script>// anew</script><h2>What is a room?</h2>'),
        ("a.md", "It is told who wins. Nobody knows what it costs.\n"),
        ("a.md", "The tries of a person. The page tries again.\n"),
    ],
)
def test_questions_names_and_subclauses_are_left(tmp_path, name, source):
    (tmp_path / name).write_text(source)
    assert [hit for each in passages(tmp_path / name) for hit in found_in(each)] == []


def held() -> Iterator[Path]:
    """The files that the table holds, without this one."""
    for name in HELD:
        for start in sorted(ROOT.glob(name)):
            for path in [start] if start.is_file() else sorted(start.rglob("*")):
                inside = set(path.relative_to(ROOT).parts)
                if path.is_file() and not SKIPPED & inside and path != Path(__file__):
                    yield path


def test_columns_are_named_by_words():
    """Numbers alone are no name."""
    offenders = []
    for path in sorted((ROOT / "templates").rglob("*.html")):
        for found in COLUMN.finditer(path.read_text()):
            seen = NUMBER.sub("", UNSEEN.sub("", found[1])).strip()
            if seen not in ("", "#") and not re.search(r"[A-Za-z]", seen):
                offenders.append(f"{path.relative_to(ROOT)}: {' '.join(found[1].split())}")
    assert offenders == []


def test_what_people_read_is_said_plainly():
    offenders = [
        f"{path.relative_to(ROOT)}:{line}: {' '.join(phrase.split())!r}. Instead: {advice}."
        for path in held()
        for passage in passages(path)
        for line, phrase, advice in found_in(passage)
        if not any(
            path == ROOT / where and " ".join(phrase.split()).startswith(words)
            for where, words, _reason in ALLOWED
        )
    ]
    assert not offenders, "\n" + "\n".join(offenders)

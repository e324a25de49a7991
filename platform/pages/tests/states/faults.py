"""Faults that no answer may have: traces of a value that nobody made into text."""

from __future__ import annotations

import csv
import json
import re
from collections.abc import Iterator
from html import unescape

NOT_READ = re.compile(r"<(script|svg|style|pre|code|textarea)\b.*?</\1>|<!--.*?-->", re.DOTALL)
TAG = re.compile(r"<[^>]+>")
EMPTY = re.compile(
    r"<(h[1-6]|title|th|a|button|legend|caption|summary|label)\b([^>]*)>((?:(?!<\1\b).)*?)</\1>",
    re.DOTALL,
)
NAMED = re.compile(
    r'\b(?:aria-label|alt|title)="[^"]+"|aria-hidden="true"|\shidden(?=\s|<|$)|<input|<select'
)
"""Marks of an element that has another name than its text, or needs none."""
ATTRIBUTE = re.compile(r'\s([\w-]+)="([^"]*)"')
MANY = (
    "bots|days|entries|events|games|hours|matches|minutes|pairs|people|places|points|results|"
    "rounds|seats|stages|teams|turns|versions|workers"
)
LONG = re.compile(r"(?<![\w.:])-?\d+\.\d{4,}(?![\w.])")
"""A number with more than 3 decimals."""
FOUR = re.compile(r"\b\d+\.\d{4}\b")
"""A number with 4 decimals."""
TRACES = {
    "the word None": re.compile(r"\bNone\b"),
    "a truth value": re.compile(r"\b(?:True|False)\b"),
    "not a number": re.compile(r"(?<![\w-])(?:nan|-?inf|NaN|undefined)(?![\w-])"),
    "a template": re.compile(r"\{\{|\{%"),
    "an object": re.compile(
        r"<(?:built-in|bound method|function|class '|\w+: |[\w.]+ object)|object at 0x|__proxy__"
    ),
    "a Python value": re.compile(r"\bdatetime\.|\bDecimal\(|\bdict_|\bQuerySet\b|\[<"),
    "empty brackets": re.compile(r"\(\s*\)"),
    "one of many": re.compile(rf"(?<![\d.,/:-])(?<!− )\b1 (?:{MANY})\b"),
    "two commas": re.compile(r",\s*,|;\s*;"),
}


def in_html(source: str) -> Iterator[str]:
    """The faults of a page, each in some words with what is around it."""
    plain = NOT_READ.sub("code", source)
    for tag, attributes, inner in EMPTY.findall(source):
        text = unescape(TAG.sub(" ", inner)).strip()
        if not text and not NAMED.search(attributes + inner):
            yield f"an empty {tag}: <{tag}{attributes}>"
    for name, value in ATTRIBUTE.findall(" ".join(TAG.findall(plain))):
        if re.search(r"(?:^|[/=?&:\s-])None(?:$|[/&\s])|\{\{|\{%|object at 0x", unescape(value)):
            yield f"an attribute {name}={value[:80]!r}"
        if name == "for" and not value:
            yield "a label of nothing: for=''"
    yield from in_text(unescape(TAG.sub(" ", plain)))


def in_csv(text: str) -> Iterator[str]:
    """The faults of a file of a table, whose numbers have up to 4 decimals."""
    for row in csv.reader(text.splitlines()):
        for cell in row:
            yield from in_text(FOUR.sub("", cell))


def in_text(text: str) -> Iterator[str]:
    for name, trace in {**TRACES, "a long number": LONG}.items():
        for found in trace.finditer(text):
            around = text[max(0, found.start() - 40) : found.end() + 30]
            yield f"{name}: {' '.join(around.split())}"


def in_json(text: str) -> Iterator[str]:
    """The faults of the texts of a JSON document, each with where it is.  Its numbers are exact."""
    yield from _in_value(json.loads(text), "")


def _in_value(value: object, where: str) -> Iterator[str]:
    if isinstance(value, dict):
        for key, each in value.items():
            yield from _in_value(each, f"{where}.{key}")
    elif isinstance(value, list):
        for each in value:
            yield from _in_value(each, f"{where}[]")
    elif isinstance(value, str) and value in ("None", "True", "False", "nan"):
        yield f"a Python value: {where} is {value!r}"


READERS = {
    "text/html": in_html,
    "text/csv": in_csv,
    "text/calendar": in_text,
    "application/atom+xml": in_text,
    "application/json": in_json,
}
"""By the type of an answer: what finds its faults."""

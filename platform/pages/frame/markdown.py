"""Markdown of the games' own texts (rules, guides) to HTML, with anchors and contents."""

from __future__ import annotations

import re
from dataclasses import dataclass
from functools import lru_cache
from itertools import pairwise
from pathlib import Path
from typing import TYPE_CHECKING, Any

from django.utils.safestring import SafeString, mark_safe
from markdown_it import MarkdownIt

if TYPE_CHECKING:
    from collections.abc import Sequence

    from markdown_it.token import Token

CONTENTS = (2, 3)
"""Levels of headings that the table of contents lists."""


@dataclass(frozen=True, slots=True)
class Heading:
    level: int
    text: str
    anchor: str


@dataclass(frozen=True, slots=True)
class Text:
    """A rendered text.  ``title`` is its first heading of level 1, which ``html`` leaves out."""

    html: SafeString
    title: str
    contents: tuple[Heading, ...]


def render(source: str, prefix: str = "") -> Text:
    """HTML in the source comes out as text: a game's package need not be trusted that far.

    ``prefix`` goes before every anchor, where several texts share a page.
    """
    parser = _parser()
    tokens = parser.parse(source)
    title, tokens = _take_title(tokens)
    contents = _anchor_headings(tokens, prefix)
    html = parser.renderer.render(tokens, parser.options, {})
    return Text(mark_safe(html), title, tuple(contents))  # noqa: S308  rendered with html off


def sections(source: str) -> list[tuple[Heading, str]]:
    """The headings of the contents, each with the plain text below it up to the next of them.
    Anchors are those of `render`."""
    _, tokens = _take_title(_parser().parse(source))
    contents = {heading.anchor: heading for heading in _anchor_headings(tokens, "")}
    found: list[tuple[Heading, list[str]]] = []
    for before, token in pairwise(tokens):
        if before.type == "heading_open" and str(before.attrGet("id")) in contents:
            found.append((contents[str(before.attrGet("id"))], []))
        elif found and token.type in ("inline", "fence"):
            found[-1][1].append(_plain(token) if token.type == "inline" else token.content)
    return [(heading, " ".join(texts)) for heading, texts in found]


def render_file(path: Path, prefix: str = "") -> Text | None:
    """The rendered file, or None where there is none; rendered again when the file changes."""
    try:
        changed = path.stat().st_mtime_ns
    except OSError:
        return None
    return _cached(path, prefix, changed)


@lru_cache(maxsize=64)
def _cached(path: Path, prefix: str, changed: int) -> Text:
    return render(path.read_text(encoding="utf-8"), prefix)


@lru_cache(maxsize=1)
def _parser() -> MarkdownIt:
    parser = MarkdownIt("commonmark", {"html": False}).enable(["table", "strikethrough"])
    parser.add_render_rule("table_open", _table_open)
    parser.add_render_rule("table_close", _table_close)
    parser.add_render_rule("heading_close", _heading_close)
    return parser


def _table_open(renderer: Any, tokens: Sequence[Token], *rest: Any) -> str:
    return '<div class="table-scroll"><table class="table">\n'


def _table_close(renderer: Any, tokens: Sequence[Token], *rest: Any) -> str:
    return "</table></div>\n"


def _heading_close(renderer: Any, tokens: Sequence[Token], index: int, *rest: Any) -> str:
    token = tokens[index]
    anchor = tokens[index - 2].attrGet("id")
    mark = f' <a class="anchor" href="#{anchor}" aria-label="Link to this section">#</a>'
    return f"{mark if anchor else ''}</{token.tag}>\n"


def _take_title(tokens: list[Token]) -> tuple[str, list[Token]]:
    if len(tokens) >= 3 and tokens[0].type == "heading_open" and tokens[0].tag == "h1":
        return _plain(tokens[1]), tokens[3:]
    return "", tokens


def _anchor_headings(tokens: Sequence[Token], prefix: str) -> list[Heading]:
    """Give every heading an id of its own and return those of the contents."""
    used: set[str] = set()
    contents = []
    for token, inline in pairwise(tokens):
        if token.type != "heading_open":
            continue
        text = _plain(inline)
        words = re.sub(r"[^a-z0-9]+", "-", text.lower()).strip("-")
        anchor = _free(prefix + (words or "section"), used)
        token.attrSet("id", anchor)
        level = int(token.tag[1])
        if level in CONTENTS:
            contents.append(Heading(level, text, anchor))
    return contents


def _plain(inline: Token) -> str:
    return "".join(t.content for t in inline.children or [] if t.type in ("text", "code_inline"))


def _free(wanted: str, used: set[str]) -> str:
    anchor, number = wanted, 1
    while anchor in used:
        number += 1
        anchor = f"{wanted}-{number}"
    used.add(anchor)
    return anchor

"""Markdown of authors and organizers (rules, guides, announcements) to HTML, with anchors.

The parser of Markdown needs quadratic time for some texts, and references multiply their addresses.
So the steps of the parser and the size of its HTML are bounded; a text that goes beyond is shown as
it was written.
"""

from __future__ import annotations

import hashlib
import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import lru_cache
from itertools import pairwise
from pathlib import Path
from typing import Any

import markdown_it
from django.core.cache import cache
from django.utils.html import format_html
from django.utils.safestring import SafeString, mark_safe
from markdown_it import MarkdownIt
from markdown_it.parser_inline import ParserInline
from markdown_it.rules_block import StateBlock
from markdown_it.rules_inline import StateInline
from markdown_it.token import Token

from games.changes import RULES
from games.game import Game
from games.package import MOST_TEXT, Kit

BESIDE_CODE = "rules-"
"""The prefix of rules on the page of the editor."""
CONTENTS = (2, 3)
"""Levels of headings that the table of contents lists."""
MOST_HEADINGS = 300
"""Headings that the table of contents has; later ones have no place in it."""
LONGEST_ANCHOR = 100
"""Characters of an anchor, without its prefix and its number."""
MOST_STEPS = 30_000
"""Rules that the parser may begin: the longest rules of our games need 1,600."""
MOST_HTML = 2_000_000
"""Characters of a text's HTML."""
KEPT_S = 30 * 24 * 3600
"""Seconds that the cache keeps a rendered file."""
PLAIN = (
    "This text is shown as it was written: it has more than {} KB, or its formatting takes too "
    "long. Its author can shorten it."
)


@dataclass(frozen=True, slots=True)
class Heading:
    level: int
    text: str
    anchor: str


@dataclass(frozen=True, slots=True)
class Text:
    """A rendered text.  ``title`` is its first heading of level 1, which ``html`` leaves out.

    ``sections`` has for each heading of the contents the plain text up to the next of them.
    """

    html: SafeString
    title: str
    contents: tuple[Heading, ...]
    sections: tuple[str, ...]


class TooLong(Exception):
    """The text takes more steps, or makes more HTML, than a text may."""


def authored(source: str, prefix: str = "") -> SafeString:
    """The HTML of a text of an author or organizer, whole.  Its page has a title of its own, so
    headings of level 1 become headings of level 2."""
    return render(source, prefix, titled=False).html


def render(source: str, prefix: str = "", *, titled: bool = True) -> Text:
    """HTML in the source comes out as text: a game's package need not be trusted that far.

    ``prefix`` goes before every anchor, where several texts share a page.  A text that is not
    ``titled`` keeps a first heading of level 1, see `authored`.
    """
    try:
        title, tokens = (_take_title if titled else _lowered)(_parsed(source))
        contents = _anchor_headings(tokens, prefix)
        if sum(map(_size, tokens)) > MOST_HTML:
            raise TooLong
    except TooLong:
        notice = PLAIN.format(MOST_TEXT // 1024)
        html = format_html("<p><em>{}</em></p>\n<pre>{}</pre>", notice, source[:MOST_TEXT])
        return Text(html, "", (), ())
    parser = _parser()
    safe = mark_safe(parser.renderer.render(tokens, parser.options, {}))  # noqa: S308  html is off
    return Text(safe, title, tuple(contents), tuple(_sections(tokens, contents)))


def _sections(tokens: Sequence[Token], contents: Sequence[Heading]) -> Iterator[str]:
    """The plain text below each heading of the contents."""
    anchors = {heading.anchor for heading in contents}
    sections: list[list[str]] = []
    for before, token in pairwise(tokens):
        if before.type == "heading_open" and before.attrGet("id") in anchors:
            sections.append([])
        elif sections and token.type in ("inline", "fence"):
            sections[-1].append(_plain(token) if token.type == "inline" else token.content)
    return map(" ".join, sections)


def rules(game: Game, prefix: str = "") -> Text | None:
    """The rules of a game, or None where it has none."""
    return render_file(game.folder / RULES, prefix)


def guide(kit: Kit) -> Text | None:
    """The README of a kit, or None where it has none."""
    return render_file(kit.folder / "README.md", f"{kit.language}-")


def prepare(game: Game) -> None:
    """Render the files of a game that pages show, before anybody asks for these pages."""
    for prefix in ("", BESIDE_CODE):
        rules(game, prefix)
    for kit in game.kits:
        guide(kit)


def render_file(path: Path, prefix: str = "") -> Text | None:
    """The rendered file, or None where there is none; rendered again when the file changes."""
    try:
        changed = path.stat().st_mtime_ns
    except OSError:
        return None
    return _cached(path, prefix, changed)


@lru_cache(maxsize=64)
def _cached(path: Path, prefix: str, changed: int) -> Text:
    with path.open(encoding="utf-8", errors="replace") as file:
        # As much of a longer file as shows that it is too long.
        return kept(file.read(MOST_TEXT + 1), prefix)


def kept(source: str, prefix: str = "") -> Text:
    """As `render`, from the cache where this text was rendered before."""
    digest = hashlib.sha256(f"{_renderer()}\n{prefix}\n{source}".encode(errors="replace"))
    key = f"markdown:{digest.hexdigest()}"
    text: Text | None = cache.get(key)
    if text is None:
        text = render(source, prefix)
        cache.set(key, text, KEPT_S)
    return text


@lru_cache(maxsize=1)
def _renderer() -> str:
    """Differs where this module or the parser differs."""
    own = hashlib.sha256(Path(__file__).read_bytes()).hexdigest()
    return f"{markdown_it.__version__} {own}"


def _parsed(source: str) -> list[Token]:
    """`TooLong` for a text that goes beyond a bound."""
    if len(source) > MOST_TEXT:
        raise TooLong
    return _parser().parse(source, {"steps": MOST_STEPS})


@lru_cache(maxsize=1)
def _parser() -> MarkdownIt:
    parser = MarkdownIt()
    parser.inline = _Inline()
    parser.configure("commonmark", {"html": False}).enable(["table", "strikethrough"])
    interrupted = ["paragraph", "reference", "blockquote", "list"]
    parser.block.ruler.before("table", "steps", _block_step, {"alt": interrupted})
    parser.inline.ruler.before("text", "steps", _inline_step)
    parser.add_render_rule("table_open", _table_open)
    parser.add_render_rule("table_close", _table_close)
    parser.add_render_rule("heading_close", _heading_close)
    return parser


class _Inline(ParserInline):
    """Looking for the end of a link skips every token up to there, for each bracket again."""

    def skipToken(self, state: StateInline) -> None:  # noqa: N802  the parser's name
        _spend(state)
        super().skipToken(state)


def _inline_step(state: StateInline, silent: bool) -> bool:
    """A rule that matches nothing and comes before all others."""
    return _spend(state)


def _block_step(state: StateBlock, start: int, end: int, silent: bool) -> bool:
    """The same for lines."""
    return _spend(state)


def _spend(state: StateInline | StateBlock) -> bool:
    """Count a step; False.  `TooLong` where none is left."""
    state.env["steps"] -= 1
    if state.env["steps"] < 0:
        raise TooLong
    return False


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


def _lowered(tokens: list[Token]) -> tuple[str, list[Token]]:
    for token in tokens:
        if token.tag == "h1":
            token.tag = "h2"
    return "", tokens


def _anchor_headings(tokens: Sequence[Token], prefix: str) -> list[Heading]:
    """Give every heading an id of its own and return those of the contents."""
    used: set[str] = set()
    next_number: dict[str, int] = {}
    contents: list[Heading] = []
    for token, inline in pairwise(tokens):
        if token.type != "heading_open":
            continue
        text = _plain(inline)
        slug = re.sub(r"[^a-z0-9]+", "-", text.lower()).strip("-")[:LONGEST_ANCHOR]
        anchor = _free(prefix + (slug or "section"), used, next_number)
        token.attrSet("id", anchor)
        level = int(token.tag[1])
        if level in CONTENTS and len(contents) < MOST_HEADINGS:
            contents.append(Heading(level, text, anchor))
    return contents


def _plain(inline: Token) -> str:
    return "".join(t.content for t in inline.children or [] if t.type in ("text", "code_inline"))


def _size(token: Token) -> int:
    """About the number of characters of the token's HTML."""
    own = 40 + len(token.content) if token.type != "inline" else 0
    own += sum(len(str(value)) for value in token.attrs.values())
    return own + sum(map(_size, token.children or ()))


def _free(wanted: str, used: set[str], next_number: dict[str, int]) -> str:
    """``wanted``, or with the next number that makes it differ from those that are used.

    A number that was tried is not tried again, so all headings together need linear time.
    """
    anchor = wanted
    while anchor in used:
        number = next_number.get(wanted, 2)
        next_number[wanted] = number + 1
        anchor = f"{wanted}-{number}"
    used.add(anchor)
    return anchor

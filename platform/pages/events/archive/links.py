"""Pages of the site as pages of an archive: their links lead to files of the archive.

`file_of` is the one function that knows which file stands for an address of the site.  Templates
name files without an address by the scheme ``archive:``, such as ``archive:assets/style.css``.
"""

from __future__ import annotations

import html
import posixpath
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from datetime import datetime
from html.parser import HTMLParser
from typing import Any
from urllib.parse import SplitResult, parse_qs, urljoin, urlsplit
from zoneinfo import ZoneInfo

from django.urls import Resolver404, resolve

SCHEME = "archive"
DROPPED_ATTRIBUTES = ("hx-", "data-relative", "data-keep-scroll")
"""Beginnings of the names of attributes that only the site's scripts read."""
Attributes = list[tuple[str, str | None]]
_SCROLLING = {"table-scroll", "series-course"}
"""Classes of boxes that may scroll: the Tab key stops at them, without a script."""


@dataclass(frozen=True)
class Contents:
    """The parts of an archive that links can lead to.  ``entrants`` has the number of each entry
    by the names of owner and bot, ``groups`` the number of groups of each stage by its key."""

    slug: str
    groups: Mapping[str, int] = field(default_factory=dict)
    entrants: Mapping[tuple[str, str], int] = field(default_factory=dict)
    encounters: frozenset[int] = frozenset()
    matches: frozenset[int] = frozenset()
    replays: frozenset[int] = frozenset()
    games: frozenset[str] = frozenset()
    tables: frozenset[str] = frozenset()

    def file_of(self, address: str, page: str) -> str:
        """The file that stands for an address on the site's ``page``; empty where there is none."""
        parts = urlsplit(urljoin(page, address))
        if parts.scheme == SCHEME:
            return parts.path
        if parts.scheme or parts.netloc:
            return ""
        try:
            match = resolve(parts.path)
        except Resolver404:
            return ""
        if match.kwargs.get("slug", self.slug) != self.slug:
            return ""
        finder = _FILES.get(match.url_name or "")
        return finder(self, parts, **match.kwargs) if finder else ""


def stage_file(key: str, group: int = 0) -> str:
    """The page of a stage, or of one of its groups, which count from 0."""
    return f"stages/{key}/group-{group + 1}.html" if group else f"stages/{key}/index.html"


def matches_file(number: int) -> str:
    """A page of the list of matches, which count from 1."""
    return f"matches/page-{number}.html" if number > 1 else "matches/index.html"


def table_file(key: str) -> str:
    """The table of a stage as CSV."""
    return f"data/stages/{key}.csv"


def replay_file(match: int) -> str:
    return f"replays/match-{match}.jsonl.gz"


def _stage(here: Contents, parts: SplitResult, *, key: str, **_: object) -> str:
    asked = parse_qs(parts.query).get("group", ["1"])[0]
    group = int(asked) - 1 if asked.isdigit() else 0
    return stage_file(key, group) if 0 <= group < here.groups.get(key, 0) else ""


def _entrant(here: Contents, parts: SplitResult, *, owner: str, name: str, **_: object) -> str:
    number = here.entrants.get((owner, name))
    return f"entrants/{number}.html" if number else ""


def _listed(part: str, name: str, file: Callable[[Any], str]) -> Callable[..., str]:
    """The file of what the address names by ``name``, if the part of the archive has it."""

    def finder(here: Contents, parts: SplitResult, **named: Any) -> str:
        return file(named[name]) if named[name] in getattr(here, part) else ""

    return finder


def _always(file: str) -> Callable[..., str]:
    return lambda *_, **__: file


_FILES: Mapping[str, Callable[..., str]] = {
    "event": _always("index.html"),
    "event-standings": _always("index.html"),
    "event-entries": _always("entrants/index.html"),
    "event-matches": _always(matches_file(1)),
    "event-talk": _always("announcements.html"),
    "event-questions": _always("announcements.html"),
    "event-csv": _always("data/final.csv"),
    "event-final-csv": _always("data/final.csv"),
    "event-matches-csv": _always("data/matches.csv"),
    "event-results-json": _always("data/results.json"),
    "event-stage": _stage,
    "event-table-csv": _listed("tables", "key", table_file),
    "event-encounter": _listed("encounters", "pk", "encounters/{}.html".format),
    "match": _listed("matches", "number", "matches/{}.html".format),
    "match-replay": _listed("replays", "number", replay_file),
    "bot": _entrant,
    "version": _entrant,
    "game": _listed("games", "game", "games/{}.html".format),
    "game-rules": _listed("games", "game", "games/{}.html".format),
}


def relative(file: str, page: str) -> str:
    """The address of a file on a page, both of the archive."""
    return posixpath.relpath(file, posixpath.dirname(page) or ".")


class _Rewriter(HTMLParser):
    """Copies a page.  Links without a file become plain text, and forms go but those of dialogs."""

    def __init__(self, link: Callable[[str], str], zone: ZoneInfo) -> None:
        super().__init__(convert_charrefs=False)
        self._link, self._zone = link, zone
        self.parts: list[str] = []
        self._skipped = ""
        self._depth = 0
        self._links: list[tuple[str, str]] = []
        self._time = False
        self._regions = 0

    def _put(self, text: str) -> None:
        if not self._skipped and not self._time:
            self.parts.append(text)

    def _skip(self, tag: str) -> None:
        self._skipped, self._depth = tag, 1

    def handle_starttag(self, tag: str, attrs: Attributes) -> None:
        given = dict(attrs)
        if self._skipped:
            self._depth += tag == self._skipped
        elif tag == "form" or (
            tag == "script" and given.get("src") and not self._link(given["src"] or "")
        ):
            self._skip(tag)
        elif tag == "a":
            self._start_link(attrs)
        elif tag == "img":
            self._put(html.escape(given.get("alt") or ""))
        elif tag == "time" and "data-relative" in given:
            self._put(_tag(tag, _kept(attrs)) + self._moment(given.get("datetime") or ""))
            self._time = True
        elif tag != "link" or self._link(given.get("href") or ""):
            self._put(self._same(tag, attrs))

    handle_startendtag = handle_starttag

    def _same(self, tag: str, attrs: Attributes) -> str:
        """The tag as it stands, without what only the site needs."""
        kept = _kept(attrs)
        given = dict(attrs)
        if tag in ("link", "script"):
            kept = [(n, self._link(v or "") if n in ("href", "src") else v) for n, v in kept]
        elif _SCROLLING & set((given.get("class") or "").split()) and "role" not in given:
            self._regions += 1
            name = ("aria-label", f"Table {self._regions}")
            kept = [*kept, ("tabindex", "0"), ("role", "region"), name]
        return self.get_starttag_text() or "" if kept == attrs else _tag(tag, kept)

    def _start_link(self, attrs: Attributes) -> None:
        given = dict(attrs)
        address = given.get("href") or ""
        target = address if address.startswith("#") else self._link(address)
        if target:
            changed = [(n, target if n == "href" else v) for n, v in _kept(attrs)]
            self._put(_tag("a", changed))
            self._links.append(("</a>", ""))
            return
        outside = urlsplit(address)
        suffix = f" ({html.escape(outside.netloc + outside.path)})" if outside.netloc else ""
        shown = [(n, v) for n, v in attrs if n in ("class", "title", "dir")]
        if "button" in (given.get("class") or "").split():
            shown = [(n, v) for n, v in shown if n != "class"] + [("class", "muted")]
        self._put(_tag("span", shown))
        self._links.append(("</span>", suffix))

    def _moment(self, when: str) -> str:
        """A time as it is read in ten years: not relative to now."""
        moment = datetime.fromisoformat(when).astimezone(self._zone)
        return f"{moment:%Y-%m-%d %H:%M} {moment.tzname()}"

    def handle_endtag(self, tag: str) -> None:
        if self._skipped:
            self._depth -= tag == self._skipped
            if not self._depth:
                self._skipped = ""
        elif tag == "a" and self._links:
            self._put("".join(self._links.pop()))
        else:
            self._time = self._time and tag != "time"
            self._put(f"</{tag}>")

    def handle_data(self, data: str) -> None:
        self._put(data)

    def handle_entityref(self, name: str) -> None:
        self._put(f"&{name};")

    def handle_charref(self, name: str) -> None:
        self._put(f"&#{name};")

    def handle_decl(self, decl: str) -> None:
        self._put(f"<!{decl}>")


def _kept(attrs: Attributes) -> Attributes:
    return [(name, value) for name, value in attrs if not name.startswith(DROPPED_ATTRIBUTES)]


def _tag(name: str, attrs: Attributes) -> str:
    shown = (n if v is None else f'{n}="{html.escape(v)}"' for n, v in attrs)
    return f"<{' '.join((name, *shown))}>"


def rewritten(text: str, contents: Contents, address: str, page: str, zone: ZoneInfo) -> str:
    """A page of the site at ``address`` as the ``page`` (a file) of an archive.

    Times are written out in the ``zone``.
    """

    def link(wanted: str) -> str:
        file = contents.file_of(wanted, address)
        mark = urlsplit(wanted).fragment
        return relative(file, page) + (f"#{mark}" if mark else "") if file else ""

    rewriter = _Rewriter(link, zone)
    rewriter.feed(text)
    rewriter.close()
    return "".join(rewriter.parts)

"""A validator of Atom feeds: the rules of RFC 4287 that a document alone can break."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterator
from datetime import datetime
from urllib.parse import urlsplit
from xml.etree import ElementTree
from xml.etree.ElementTree import Element

ATOM = "{http://www.w3.org/2005/Atom}"
_COMMON = {"author": 99, "category": 99, "contributor": 99, "id": 1, "link": 99, "rights": 1}
_COMMON |= {"title": 1, "updated": 1}
ELEMENTS = {
    "feed": {**_COMMON, "generator": 1, "icon": 1, "logo": 1, "subtitle": 1, "entry": 99},
    "entry": {**_COMMON, "content": 1, "published": 1, "source": 1, "summary": 1},
    "author": {"name": 1, "uri": 1, "email": 1},
}
"""Sections 4.1.1, 4.1.2 and 3.2: the children of each, and how often each may come."""
REQUIRED: dict[str, tuple[str, ...]] = {
    "feed": ("id", "title", "updated"),
    "entry": ("id", "title", "updated"),
    "author": ("name",),
}
DATE = re.compile(r"\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(\.\d+)?(Z|[+-]\d\d:\d\d)")
TEXTS = ("title", "subtitle", "summary", "rights")


def problems(document: bytes) -> list[str]:
    """The faults that a feed reader may stumble over; empty for a valid document."""
    feed = ElementTree.fromstring(document)  # noqa: S314  our own
    if feed.tag != f"{ATOM}feed":
        return [f"the document is a {feed.tag}, not a feed"]
    return [f"{_name(where)}: {what}" for where in feed.iter() for what in _wrong(where, feed)]


def _name(element: Element) -> str:
    return element.tag.removeprefix(ATOM)


def _wrong(element: Element, feed: Element) -> Iterator[str]:
    name = _name(element)
    if name in ELEMENTS:
        yield from _wrong_children(element, name)
    if name == "feed":
        yield from _wrong_feed(element)
    elif name == "entry":
        yield from _wrong_entry(element, feed)
    elif name in ("updated", "published"):
        if not DATE.fullmatch(element.text or ""):
            yield f"{element.text} is no date of RFC 3339"
        else:
            datetime.fromisoformat(element.text or "")
    elif name in ("id", "uri"):
        if not urlsplit(element.text or "").scheme:
            yield f"{element.text} is not absolute"
    elif name == "link" and not urlsplit(element.get("href", "")).scheme:
        yield f"{element.get('href')} is not absolute"
    elif name in TEXTS:
        yield from _wrong_text(element)


def _wrong_children(element: Element, name: str) -> Iterator[str]:
    counts = Counter(_name(child) for child in element)
    for child, count in counts.items():
        if count > ELEMENTS[name].get(child, 0):
            yield f"{count} elements {child}"
    for child in REQUIRED[name]:
        if not (element.findtext(f"{ATOM}{child}") or "").strip():
            yield f"no {child}"


def _wrong_feed(feed: Element) -> Iterator[str]:
    entries = feed.findall(f"{ATOM}entry")
    if feed.find(f"{ATOM}author") is None and not all(
        entry.find(f"{ATOM}author") is not None for entry in entries
    ):
        yield "neither it nor each entry has an author"
    links = Counter(link.get("rel", "alternate") for link in feed.findall(f"{ATOM}link"))
    if links["self"] != 1 or links["alternate"] > 1:
        yield f"its links are {dict(links)}"
    ids = Counter(entry.findtext(f"{ATOM}id") for entry in entries)
    if repeated := [each for each, count in ids.items() if count > 1]:
        yield f"entries share an id: {repeated}"


def _wrong_entry(entry: Element, feed: Element) -> Iterator[str]:
    alternate = [
        link for link in entry.findall(f"{ATOM}link") if link.get("rel", "alternate") == "alternate"
    ]
    if len(alternate) != 1 and entry.find(f"{ATOM}content") is None:
        yield "neither content nor one link"
    published, updated = (
        entry.findtext(f"{ATOM}{name}") or "" for name in ("published", "updated")
    )
    if published > updated:
        yield f"it was published at {published}, after its last update at {updated}"
    if (feed.findtext(f"{ATOM}updated") or "") < updated:
        yield f"the feed is older than its entry of {updated}"


def _wrong_text(element: Element) -> Iterator[str]:
    """A text of the type html is a fragment of HTML, in which "<" and "&" are escaped."""
    kind = element.get("type", "text")
    text = element.text or ""
    if kind not in ("text", "html") or len(element):
        yield f"a text of the type {kind} with {len(element)} elements"
    if kind == "html" and re.search(r"&(?!#?\w+;)|<(?![/a-z])", text):
        yield f"{text!r} is no HTML"

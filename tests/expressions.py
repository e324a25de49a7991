"""The regular expressions of the project, and long texts on which a slow one does not end.

An expression is slow where it reads a text again from each of its places: 2 MB take it an hour.
"""

from __future__ import annotations

import ast
import importlib
import re
from collections.abc import Iterable, Iterator
from functools import lru_cache, reduce
from operator import or_
from pathlib import Path
from re import _constants as kinds  # type: ignore[attr-defined]
from re import _parser as parser  # type: ignore[attr-defined]
from typing import Any, NamedTuple

import tree_sitter_javascript
from tree_sitter import Language, Node, Parser, Query, QueryCursor

ROOT = Path(__file__).resolve().parents[1]
ROOMS = ("games", "sandbox", "cli", "ladder", "platform")
LONG = 2_000_000
ENDS = "!\r\x01"
"""The end of a text: JavaScript's dot stops at a return."""
CALLS = frozenset(
    ("compile", "search", "match", "fullmatch", "split", "findall", "finditer", "sub", "subn")
)
ANCHORED = frozenset(("match", "fullmatch"))
_ORDERS = ("a0 ./-_:\"'=,;(){}[]<>\t", "zZ9_-/.: \"'")
_JAVASCRIPT = Language(tree_sitter_javascript.language())


class Expression(NamedTuple):
    """An expression where it stands.  ``anchored``: it is only asked at the start of a text."""

    place: str
    source: str
    flags: str
    anchored: bool = False


class Text(NamedTuple):
    """``before``, then ``body`` again and again up to `LONG` characters, then ``after``."""

    before: str
    body: str
    after: str


def of_scripts() -> list[Expression]:
    """Those of the browser's modules, as literals; ``flags`` are JavaScript's."""
    query = Query(_JAVASCRIPT, "(regex) @regex")
    found = []
    for path in sorted([*ROOT.glob("static/**/*.js"), *ROOT.glob("games/*/static/**/*.js"),
                        *ROOT.glob("platform/*/static/**/*.js")]):  # fmt: skip
        tree = Parser(_JAVASCRIPT).parse(path.read_bytes())
        for node in QueryCursor(query).captures(tree.root_node).get("regex", []):
            source, flags = (_part(node, name) for name in ("pattern", "flags"))
            place = f"{path.relative_to(ROOT)}:{node.start_point[0] + 1}"
            found.append(Expression(place, source, flags))
    return found


def _part(node: Node, name: str) -> str:
    part = node.child_by_field_name(name)
    return (part.text or b"").decode() if part else ""


def of_modules() -> tuple[list[Expression], list[str]]:
    """Those of the server's and the command line's modules, and the places of those that are made
    of values that only a call knows; ``flags`` are a number, or "b" and one for bytes."""
    found, open_ones = [], []
    for path in sorted(path for room in ROOMS for path in (ROOT / room).rglob("*.py")):
        inside = path.relative_to(ROOT).parts
        text = path.read_text()
        if {"tests", "migrations", "programs"} & {*inside} or "re." not in text:
            continue
        tree = ast.parse(text)
        for call in _expressions(tree):
            place = f"{path.relative_to(ROOT)}:{call.lineno}"
            made = _value(path, tree, call)
            if made is None:
                open_ones.append(place.rpartition(":")[0])
            else:
                found.append(_expression(place, made, _ways(tree, call)))
    return found, open_ones


def _expressions(tree: ast.Module) -> Iterator[ast.Call]:
    """The calls of the module `re` that take an expression."""
    for node in ast.walk(tree):
        if isinstance(node, ast.Call) and isinstance(node.func, ast.Attribute):
            of = node.func.value
            if isinstance(of, ast.Name) and of.id == "re" and node.func.attr in CALLS:
                yield node


def _value(path: Path, tree: ast.Module, call: ast.Call) -> re.Pattern[Any] | None:
    """The expression that a call makes; None where its module does not know it either."""
    try:
        source = ast.literal_eval(call.args[0])
    except ValueError:
        names = [*_names(tree, call)]
        return vars(_module(path))[names[0]] if names else None
    given = [*call.args[1:], *(each.value for each in call.keywords)]
    flags = [
        node.attr for each in given for node in ast.walk(each) if isinstance(node, ast.Attribute)
    ]
    return re.compile(source, reduce(or_, (getattr(re, flag, 0) for flag in flags), 0))


def _names(tree: ast.Module, call: ast.Call) -> Iterator[str]:
    """The names that a module gives to the value of a call."""
    for node in tree.body:
        if isinstance(node, ast.Assign) and node.value is call:
            yield from (target.id for target in node.targets if isinstance(target, ast.Name))


@lru_cache
def _module(path: Path) -> Any:
    parts = path.relative_to(ROOT).with_suffix("").parts
    return importlib.import_module(".".join(parts[1:] if parts[0] == "platform" else parts))


def _ways(tree: ast.Module, call: ast.Call) -> set[str]:
    """The methods by which a module asks the expression; empty where others may ask it."""
    assert isinstance(call.func, ast.Attribute)
    if call.func.attr != "compile":
        return {call.func.attr}
    names = {name for name in _names(tree, call) if name.startswith("_")}
    uses = [
        node
        for node in ast.walk(tree)
        if isinstance(node, ast.Name) and node.id in names and isinstance(node.ctx, ast.Load)
    ]
    asked = [
        node.attr
        for node in ast.walk(tree)
        if isinstance(node, ast.Attribute)
        and isinstance(node.value, ast.Name)
        and node.value.id in names
    ]
    return {*asked} if len(uses) == len(asked) else set()


def _expression(place: str, made: re.Pattern[Any], ways: set[str]) -> Expression:
    anchored = bool(ways) and ways <= ANCHORED
    if isinstance(made.pattern, bytes):
        return Expression(place, made.pattern.decode("latin-1"), f"b{int(made.flags)}", anchored)
    return Expression(place, made.pattern, str(int(made.flags & ~re.UNICODE)), anchored)


def texts_for(source: str) -> set[Text]:
    """Long texts on which an expression with this source would go back and forth, if it does."""
    made = {Text("", body, ENDS) for body in ("a", " ", "1")}
    try:
        tree = parser.parse(source.replace("(?<", "(?P<").replace("(?P<!", "(?<!").replace(
            "(?P<=", "(?<=").replace(r"\p{L}", "a-z").replace(r"\p{N}", "0-9"))  # fmt: skip
    except re.error:
        return made
    for order in _ORDERS:
        whole = _sample(tree, order)
        made |= {Text("", whole, end) for end in ("", ENDS) if whole}
        for before, body in _repeats(tree, "", order):
            made |= {Text(before, body, ENDS), Text("", before + body, ENDS)}
    return made


def _repeats(sequence: Iterable[Any], before: str, order: str) -> Iterator[tuple[str, str]]:
    """The parts that may repeat without an end, each with what comes before it."""
    for kind, value in sequence:
        for inner, most in _inside(kind, value):
            body = _sample(inner, order)
            if most == kinds.MAXREPEAT and body:
                yield before, body
            yield from _repeats(inner, before, order)
        before += _sample([(kind, value)], order)


def _inside(kind: Any, value: Any) -> list[tuple[Any, Any]]:
    """The parts of an element, and how often each may come."""
    if kind in (kinds.MAX_REPEAT, kinds.MIN_REPEAT, kinds.POSSESSIVE_REPEAT):
        return [(value[2], value[1])]
    if kind == kinds.SUBPATTERN:
        return [(value[-1], 1)]
    if kind == kinds.ATOMIC_GROUP:
        return [(value, 1)]
    return [(each, 1) for each in value[1]] if kind == kinds.BRANCH else []


def _sample(sequence: Iterable[Any], order: str) -> str:
    """A text that the elements match, with letters of ``order`` where they may be any."""
    made = ""
    for kind, value in sequence:
        if kind == kinds.LITERAL:
            made += chr(value)
        elif kind in (kinds.IN, kinds.ANY, kinds.NOT_LITERAL):
            made += _letter(kind, value, order)
        else:
            inner = _inside(kind, value)[:1]
            least = value[0] if inner and kind != kinds.BRANCH and isinstance(value[0], int) else 1
            least = 1 if kind in (kinds.SUBPATTERN, kinds.ATOMIC_GROUP) else max(least, 1)
            made += "".join(_sample(each, order) for each, _most in inner) * least
    return made


def _letter(kind: Any, value: Any, order: str) -> str:
    if kind == kinds.ANY:
        return order[0]
    if kind == kinds.NOT_LITERAL:
        return next(letter for letter in order if ord(letter) != value)
    found = re.compile(_set(value))
    first: Any = next((v for k, v in value if k in (kinds.LITERAL, kinds.RANGE)), 2)
    other = first[0] if isinstance(first, tuple) else first
    return next((letter for letter in order if found.match(letter)), chr(other))


def _set(items: Iterable[tuple[Any, Any]]) -> str:
    """The source of a set of characters."""
    words = {kinds.CATEGORY_DIGIT: r"\d", kinds.CATEGORY_NOT_DIGIT: r"\D",
             kinds.CATEGORY_SPACE: r"\s", kinds.CATEGORY_NOT_SPACE: r"\S",
             kinds.CATEGORY_WORD: r"\w", kinds.CATEGORY_NOT_WORD: r"\W"}  # fmt: skip
    made = ""
    for kind, value in items:
        if kind == kinds.NEGATE:
            made += "^"
        elif kind == kinds.CATEGORY:
            made += words[value]
        else:
            ends = value if kind == kinds.RANGE else (value, value)
            made += "-".join(rf"\U{end:08x}" for end in ends)
    return f"[{made}]"

"""Everything of the repository that people read, as passages with the lines where they stand."""

from __future__ import annotations

import ast
import re
from collections.abc import Iterable, Iterator
from pathlib import Path
from typing import NamedTuple

#: Marks the end of a passage inside a text that keeps its length.
BREAK = "\x1e"
#: Stands for a value that a sentence contains.
VALUE = "\x1f"

CURLY = {".js", ".mjs", ".css", ".c", ".cpp", ".h", ".hpp", ".go", ".java", ".rs"}
READ = {*CURLY, ".py", ".html", ".txt", ".md"}
HASHED = {"Makefile"}
"""Files with comments after "#", which are no Python."""
TEST = "test_"
"""The names of functions that begin so are sentences."""
INLINE = ("a", "abbr", "b", "code", "em", "i", "kbd", "small", "span", "strong", "time", "var")
_TAG = re.compile(r"<!--.*?-->|</?([a-zA-Z][\w:.-]*)(?:[^>\"']|\"[^\"]*\"|'[^']*')*>", re.DOTALL)
_DJANGO = re.compile(r"{#(.*?)#}|{%(.*?)%}|{{(.*?)}}", re.DOTALL)
_QUOTED = re.compile(r"\"([^\"{}]*)\"|'([^'{}]*)'")
_SCRIPT = re.compile(r"(<(script|style)\b.*?</\2>)", re.DOTALL)
_JS = re.compile(
    r"//(?P<line>[^\n]*)|/\*(?P<block>.*?)\*/"
    r"|'(?P<single>(?:\\.|[^'\\\n])*)'|\"(?P<double>(?:\\.|[^\"\\\n])*)\""
    r"|`(?P<template>(?:\\.|[^`\\])*)`",
    re.DOTALL,
)
_PY = re.compile(
    r'"""(?:\\.|[^\\])*?"""|"(?:\\.|[^"\\\n])*"'
    r"|'''(?:\\.|[^\\])*?'''|'(?:\\.|[^'\\\n])*'|(?P<comment>#[^\n]*)",
    re.DOTALL,
)
"""Strings, which are found so that a "#" inside of them is none of a comment, and comments."""
_MARKDOWN = re.compile(r"^[ \t]*(?:[-*+#>]+|\d+\.)[ \t]+|\n[ \t]*(?=\n)|\|", re.MULTILINE)


class Passage(NamedTuple):
    """A text with the line on which it begins; `BREAK` separates what is not one sentence."""

    line: int
    text: str

    def line_at(self, offset: int) -> int:
        return self.line + self.text.count("\n", 0, offset)


def passages(path: Path) -> Iterator[Passage]:
    """The texts of one file for people, chosen by its name; nothing for other files."""
    source = path.read_text() if path.suffix in READ or path.name in HASHED else ""
    if path.name in HASHED:
        yield from _joined(
            (number, line.lstrip("# "))
            for number, line in enumerate(source.splitlines(), 1)
            if line.startswith("#")
        )
    elif path.suffix == ".py":
        yield from _python(source)
    elif path.suffix in CURLY:
        yield from _curly(source)
    elif path.suffix in {".html", ".txt"}:
        yield from _template(source)
    elif path.suffix == ".md":
        yield Passage(1, _blanked(_MARKDOWN, source, BREAK))


def _blanked(pattern: re.Pattern[str], text: str, mark: str) -> str:
    """The text with each match replaced by the mark and blanks, of the same length and lines."""
    return pattern.sub(lambda found: _blank(found[0], mark), text)


def _blank(part: str, mark: str) -> str:
    return (mark + re.sub(r"[^\n]", " ", part))[: len(part)] if part[:1] != "\n" else "\n" + mark


def _python(source: str) -> Iterator[Passage]:
    nodes = list(ast.walk(ast.parse(source)))
    joined = [node for node in nodes if isinstance(node, ast.JoinedStr)]
    inside = {id(part) for node in joined for part in node.values}
    for text in joined:
        yield Passage(text.lineno, "".join(_piece(part) for part in text.values))
    for node in nodes:
        if not isinstance(node, ast.Constant) or id(node) in inside:
            continue
        if isinstance(node.value, str):
            yield Passage(node.lineno, _paragraphs(node.value))
    for node in nodes:
        if isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef) and node.name.startswith(TEST):
            yield Passage(node.lineno, node.name.removeprefix(TEST).replace("_", " "))
    yield from _comments(source)


def _piece(part: ast.expr) -> str:
    return str(part.value) if isinstance(part, ast.Constant) else VALUE


def _paragraphs(text: str) -> str:
    return re.sub(r"\n([ \t]*)(?=\n|[-*] )", f"\n{BREAK}", text)


def _comments(source: str) -> Iterator[Passage]:
    return _joined(
        (line, found["comment"].lstrip("#: "))
        for line, found in _with_lines(_PY, source)
        if found["comment"]
    )


def _with_lines(pattern: re.Pattern[str], source: str) -> Iterator[tuple[int, re.Match[str]]]:
    """Each match with the line on which it begins."""
    line, before = 1, 0
    for found in pattern.finditer(source):
        line += source.count("\n", before, found.start())
        before = found.start()
        yield line, found


def _joined(comments: Iterable[tuple[int, str]]) -> Iterator[Passage]:
    """Comments of lines that follow each other are one passage."""
    begun, lines = 0, list[str]()
    for line, text in comments:
        if lines and line != begun + len(lines):
            yield Passage(begun, "\n".join(lines))
            lines = []
        if not lines:
            begun = line
        lines.append(text)
    if lines:
        yield Passage(begun, "\n".join(lines))


def _curly(source: str) -> Iterator[Passage]:
    comments = list[tuple[int, str]]()
    for line, found in _with_lines(_JS, source):
        if found["line"] is None:
            text = next(part for part in found.groups() if part is not None)
            text = re.sub(r"\$\{[^}]*\}", VALUE, re.sub(r"(?m)^[ \t]*\*", "", text))
            yield Passage(line, _paragraphs(text.lstrip("*! ")))
        else:
            comments.append((line, found["line"].lstrip()))
    yield from _joined(comments)


def _template(source: str) -> Iterator[Passage]:
    """The text of a page, then each quoted text of its tags (labels, titles, arguments)."""
    for pattern in (_DJANGO, _TAG):
        for tag in pattern.finditer(source):
            for found in _QUOTED.finditer(tag[0]):
                start = tag.start() + found.start()
                yield Passage(source.count("\n", 0, start) + 1, found[1] or found[2] or "")
    text = _blanked(_SCRIPT, source, BREAK)
    text = _DJANGO.sub(_django, text)
    yield Passage(1, _TAG.sub(_tag, text))


def _django(found: re.Match[str]) -> str:
    if found[1] is not None:
        return f"{BREAK} {found[1]}{BREAK} "[: len(found[0])]
    return _blank(found[0], VALUE if found[3] is not None else BREAK)


def _tag(found: re.Match[str]) -> str:
    inline = (found[1] or "").lower() in INLINE
    return re.sub(r"[^\n]", " ", found[0]) if inline else _blank(found[0], BREAK)

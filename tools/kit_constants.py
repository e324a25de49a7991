"""The numbers of a game's rules, written out for the starter kits of further languages.

``python -m tools.kit_constants`` writes the file of each kit again.  Nobody edits these files.
"""

from __future__ import annotations

import textwrap
from collections.abc import Callable, Mapping
from itertools import groupby
from pathlib import Path

from games.game import Constant, Game

_WIDTH = 100
"""Columns of the longest line of a list."""
NOTE = "Written from the engine of the game. Do not edit: the referee has the same numbers."


def file_of(language: str) -> str | None:
    """The name of a kit's file of constants; None where its language has none."""
    found = _LANGUAGES.get(language)
    return found[0] if found else None


def text_of(language: str, constants: Mapping[str, Constant]) -> str:
    """The source with all constants, whose names are in capitals with underscores."""
    begin, line, end = _LANGUAGES[language][1:]
    lines = [line(name, value) for name, value in constants.items()]
    kinds = groupby(lines, key=lambda each: each.split()[0])  # gofmt parts constants and variables
    blocks = "\n\n".join("\n".join(block) for _, block in kinds)
    return "\n".join([begin, blocks, *([end] if end else []), ""])


def files_of(game: Game) -> dict[Path, str]:
    """The path of each file of constants in the kits of a game → its text."""
    return {
        kit.folder / name: text_of(kit.language, game.constants)
        for kit in game.kits
        if (name := file_of(kit.language))
    }


def _quoted(value: int | str) -> str:
    if isinstance(value, int):
        return str(value)
    return '"' + value.replace("\\", "\\\\").replace('"', '\\"') + '"'


def _listed(value: tuple[int, ...] | tuple[str, ...]) -> str:
    return ", ".join(map(_quoted, value))


def _filled(begin: str, value: tuple[int, ...] | tuple[str, ...], end: str) -> str:
    """A list in one line, or, where that is too long, in lines of their own."""
    whole = f"{begin}{_listed(value)}{end}"
    if len(whole) <= _WIDTH:
        return whole
    margin = begin[: len(begin) - len(begin.lstrip())]
    inside = margin + "    "
    lines = textwrap.fill(
        f"{_listed(value)},", _WIDTH, initial_indent=inside, subsequent_indent=inside
    )
    return f"{begin}\n{lines}\n{margin}{end}"


def _java(name: str, value: Constant) -> str:
    if isinstance(value, tuple):
        kind = "String" if isinstance(value[0], str) else "int"
        return _filled(f"    static final {kind}[] {name} = {{", value, "};")
    kind = "String" if isinstance(value, str) else "int"
    return f"    static final {kind} {name} = {_quoted(value)};"


def _javascript(name: str, value: Constant) -> str:
    if isinstance(value, tuple):
        return _filled(f"export const {name} = Object.freeze([", value, "]);")
    return f"export const {name} = {_quoted(value)};"


def _rust(name: str, value: Constant) -> str:
    if isinstance(value, tuple):
        kind = "&str" if isinstance(value[0], str) else "i32"
        return _filled(f"pub const {name}: [{kind}; {len(value)}] = [", value, "];")
    kind = "&str" if isinstance(value, str) else "i32"
    return f"pub const {name}: {kind} = {_quoted(value)};"


def _go(name: str, value: Constant) -> str:
    called = name.title().replace("_", "")
    if isinstance(value, tuple):
        kind = "string" if isinstance(value[0], str) else "int"
        return _filled(f"var {called} = [...]{kind}{{", value, "}").replace("\n    ", "\n\t")
    return f"const {called} = {_quoted(value)}"


_LANGUAGES: dict[str, tuple[str, str, Callable[[str, Constant], str], str]] = {
    "java": ("Constants.java", f"// {NOTE}\nfinal class Constants {{", _java, "}"),
    "javascript": ("constants.js", f"// {NOTE}", _javascript, ""),
    "rust": ("constants.rs", f"// {NOTE}\n#![allow(dead_code)]", _rust, ""),
    "go": ("constants.go", f"// {NOTE}\npackage main\n", _go, ""),
}


def main() -> None:
    from games.registry import GAMES

    for game in GAMES.values():
        for path, text in files_of(game).items():
            path.write_text(text)


if __name__ == "__main__":
    main()

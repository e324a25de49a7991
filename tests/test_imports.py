"""No modules import each other in a circle; imports inside functions and for types count."""

from __future__ import annotations

import ast
from collections.abc import Iterator
from pathlib import Path

import networkx as nx

ROOT = Path(__file__).resolve().parents[1]
ROOMS = ("games", "sandbox", "ladder", "platform", "tools", "bench")
PROGRAMS = {"sdk", "bots"}
"""Folders of games with programs of their own."""


def modules() -> dict[str, Path]:
    """Dotted name → file, of the product without tests and migrations."""
    found = {}
    for room in ROOMS:
        for path in (ROOT / room).rglob("*.py"):
            parts = path.relative_to(ROOT).with_suffix("").parts
            inside = set(parts[:-1])
            if inside & {"tests", "migrations"} or (room == "games" and inside & PROGRAMS):
                continue
            parts = parts[1:] if room == "platform" else parts
            found[".".join(parts[:-1] if parts[-1] == "__init__" else parts)] = path
    return found


def targets(tree: ast.AST, known: dict[str, Path]) -> Iterator[str]:
    """The modules that a module imports anywhere in its text, without the packages around them."""
    for node in ast.walk(tree):
        if isinstance(node, ast.Import):
            yield from (alias.name for alias in node.names if alias.name in known)
        elif isinstance(node, ast.ImportFrom) and node.module:
            assert node.level == 0, "imports are absolute"
            for alias in node.names:
                whole = f"{node.module}.{alias.name}"
                if name := next((n for n in (whole, node.module) if n in known), None):
                    yield name


def circles() -> list[set[str]]:
    known = modules()
    graph = nx.DiGraph()
    for name, path in known.items():
        others = set(targets(ast.parse(path.read_text()), known)) - {name}
        graph.add_edges_from((name, other) for other in others)
    assert graph.number_of_edges() > 1000
    return [group for group in nx.strongly_connected_components(graph) if len(group) > 1]


def test_no_modules_import_each_other_in_a_circle():
    """Parts that two modules share belong into one below both."""
    new = [sorted(group) for group in circles()]
    assert new == []

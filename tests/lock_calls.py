"""The calls of `arbiter.database.locks.lock` in the sources: which rows each locks, and which calls
follow each other in one transaction."""

from __future__ import annotations

import ast
from collections.abc import Iterator
from dataclasses import dataclass, field
from functools import cache
from itertools import chain
from pathlib import Path
from typing import TypeGuard

from django.apps import apps

ROOT = Path(__file__).resolve().parents[1]
ROOMS = {"ladder": ROOT, "platform": ROOT / "platform"}
"""The folder of its modules, and where their names begin."""
ATOMIC = "transaction.atomic"


@dataclass(frozen=True)
class Call:
    """A lock of rows of the model ``locks``, or else a call of the function ``name``."""

    place: str
    locks: str = ""
    waits: bool = True
    name: str = ""


@dataclass
class Function:
    """Its calls: those in each block of a transaction of its own, and the ``bare`` ones."""

    atomic: bool
    bare: list[Call] = field(default_factory=list)
    blocks: list[list[Call]] = field(default_factory=list)


class _Reader(ast.NodeVisitor):
    """Reads the functions of a module."""

    def __init__(self, path: Path, module: str) -> None:
        self.path, self.module = path, module
        self.names: dict[str, str] = {}
        self.functions: dict[str, Function] = {}
        self._own: list[Function] = []
        self._blocks = 0

    def visit_Import(self, node: ast.Import) -> None:
        for each in node.names:
            self.names[each.asname or each.name] = each.name

    def visit_ImportFrom(self, node: ast.ImportFrom) -> None:
        for each in node.names:
            self.names[each.asname or each.name] = f"{node.module}.{each.name}"

    def visit_FunctionDef(self, node: ast.FunctionDef) -> None:
        if self._own:  # a function within one runs when it is called
            return
        atomic = any(ast.unparse(each).startswith(ATOMIC) for each in node.decorator_list)
        self._own.append(self.functions.setdefault(f"{self.module}.{node.name}", Function(atomic)))
        for each in node.body:
            self.visit(each)
        self._own.pop()

    def visit_Lambda(self, node: ast.Lambda) -> None:
        """It runs when it is called."""

    def visit_With(self, node: ast.With) -> None:
        opens = any(ast.unparse(each.context_expr).startswith(ATOMIC) for each in node.items)
        if opens and self._own and not self._blocks:
            self._own[-1].blocks.append([])
        self._blocks += opens
        self.generic_visit(node)
        self._blocks -= opens

    def visit_Call(self, node: ast.Call) -> None:
        self.generic_visit(node)
        if self._own:
            own = self._own[-1]
            calls = own.blocks[-1] if self._blocks else own.bare
            place = f"{self.path.relative_to(ROOT)}:{node.lineno}"
            if is_lock(node):
                waits = all(each.arg != "waits" for each in node.keywords)
                calls.extend(Call(place, each, waits) for each in models_of(node, self.path))
            else:
                calls.append(Call(place, name=self._full(ast.unparse(node.func))))

    def _full(self, name: str) -> str:
        first, _, rest = name.partition(".")
        if first not in self.names:
            return f"{self.module}.{name}"
        return f"{self.names[first]}.{rest}" if rest else self.names[first]


def is_lock(node: ast.AST) -> TypeGuard[ast.Call]:
    return isinstance(node, ast.Call) and ast.unparse(node.func) == "lock"


@cache
def _machines() -> list[str]:
    """The models of the rows that `ladder.advancing.Machine` locks: its second argument."""
    texts = [text for path in sources() if "Machine[" in (text := path.read_text())]
    calls = [node for text in texts for node in ast.walk(ast.parse(text)) if _is_machine(node)]
    return sorted({label for call in calls for label in _managers(call.args[1])})


def _is_machine(node: ast.AST) -> TypeGuard[ast.Call]:
    return isinstance(node, ast.Call) and ast.unparse(node.func).startswith("Machine[")


def _managers(node: ast.AST) -> Iterator[str]:
    """The models whose managers an expression names, as ``Event.objects``."""
    for each in ast.walk(node):
        if isinstance(each, ast.Attribute) and each.attr == "objects":
            yield _labels()[ast.unparse(each.value)]


@cache
def _labels() -> dict[str, str]:
    """By the names of classes; of two with one name the tests would have to know more."""
    return {model.__name__: model._meta.label for model in apps.get_models()}


def models_of(node: ast.Call, path: Path) -> list[str]:
    """The models whose rows a call of `lock` may lock; AssertionError where it does not say."""
    rows = ast.unparse(node.args[0])
    if rows == "self._rows()":
        return _machines()
    found = list(_managers(node.args[0])) or _related(rows)
    assert found, f"{path.relative_to(ROOT)}:{node.lineno}: lock({rows}) names no model"
    return found


def _related(rows: str) -> list[str]:
    """Of ``event.stages`` the model of the stages of an `Event`."""
    owner, _, name = rows.partition(".")
    models = [model for model in apps.get_models() if model.__name__.lower() == owner]
    fields = [field for model in models for field in model._meta.related_objects]
    return [each.related_model._meta.label for each in fields if each.get_accessor_name() == name]


def sources() -> list[Path]:
    paths = [path for room in ROOMS for path in sorted((ROOT / room).rglob("*.py"))]
    return [path for path in paths if not {"tests", "migrations"} & set(path.parts)]


@cache
def functions() -> dict[str, Function]:
    """All functions of ladder and platform by their full names."""
    every: dict[str, Function] = {}
    for path in sources():
        base = ROOMS[path.relative_to(ROOT).parts[0]]
        reader = _Reader(path, ".".join(path.relative_to(base).with_suffix("").parts))
        reader.visit(ast.parse(path.read_text()))
        every |= reader.functions
    return every


def _is_one(name: str, above: frozenset[str] = frozenset()) -> bool:
    """Whether the calls outside of a function's blocks follow each other in one transaction: it is
    atomic, or locks something in that of its caller."""
    own = functions().get(name)
    if own is None or own.atomic or name in above:
        return own is not None and own.atomic
    return any(call.locks or _joins(call.name, above | {name}) for call in own.bare)


def _joins(name: str, above: frozenset[str]) -> bool:
    own = functions().get(name)
    return own is not None and not own.atomic and _is_one(name, above)


def sequences() -> Iterator[list[Call]]:
    """Calls that follow each other in one transaction."""
    for name, own in functions().items():
        yield from own.blocks
        if _is_one(name):
            yield own.bare


def locks_of(call: Call, above: frozenset[str] = frozenset()) -> Iterator[Call]:
    """The locks that a call takes, itself or by the functions that it calls by their names."""
    if call.locks:
        yield call
    elif (own := functions().get(call.name)) is not None and call.name not in above:
        for each in chain(own.bare, *own.blocks):
            yield from locks_of(each, above | {call.name})

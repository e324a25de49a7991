"""Fails every test in which a transaction takes locks in another order than `docs/locks.md`.

SQLite ignores the locks of rows, but Django makes their queries there, too, so the order is noticed
where Django runs a query.  Rows of other models, which ``update_or_create`` locks for itself, are
left out.  A transaction begins with the first block that is not of the test itself, such as those
of the fixtures ``db`` and ``kept_db``: `_from_testcase`.
"""

from __future__ import annotations

import re
import sys
from collections.abc import Generator, Iterable, Iterator, Sequence
from dataclasses import dataclass, field
from functools import cache
from itertools import islice
from pathlib import Path
from typing import TYPE_CHECKING, Any
from weakref import WeakKeyDictionary

import pytest

if TYPE_CHECKING:
    from django.db.backends.base.base import BaseDatabaseWrapper
    from django.db.models.sql.compiler import SQLCompiler

ROOT = Path(__file__).resolve().parents[1]
POLICY = ROOT / "docs" / "locks.md"
_ROW = re.compile(r"^\| `(\w+\.\w+)` \| (yes|–) \|", re.MULTILINE)
_SITE = tuple(f"{ROOT / name}/" for name in ("ladder", "platform", "tests"))
_DELETION = "/django/db/models/deletion.py"
_BY_KEY = (("pk",), ("id",))

faults: list[str] = []
"""Faults of transactions of the running test."""


@cache
def policy() -> dict[str, bool]:
    """The models whose rows are locks, in their order; whether the order is also that of writes."""
    return {label: writes == "yes" for label, writes in _ROW.findall(POLICY.read_text())}


@cache
def _rank(label: str) -> int:
    return list(policy()).index(label)


@dataclass
class Locks:
    """The rows that a transaction holds, and where it took each; ``made``: its own new rows, which
    no other transaction knows."""

    rows: dict[tuple[str, Any], str] = field(default_factory=dict)
    made: set[tuple[str, Any]] = field(default_factory=set)

    def take(self, label: str, keys: Sequence[Any], *, ordered: bool, waits: bool) -> None:
        """Note that the query of a lock has returned the rows with these primary keys."""
        new = [(label, key) for key in keys]
        new = [row for row in new if row not in self.rows and row not in self.made]
        where = _place() if new else ""
        if waits and len(new) > 1 and not ordered:
            faults.append(f"{where} locks rows of {label} without order_by('pk')")
        if waits and new:
            self._compare(*new[0], where)
        self.rows |= dict.fromkeys(new, where)

    def write(self, label: str) -> None:
        """Note that rows are changed, which locks them; which ones is not known."""
        if not any(each == label for each, _ in (*self.rows, *self.made)):
            where = _place()
            self._compare(label, None, where)
            self.rows[label, None] = where

    def _compare(self, label: str, key: Any, where: str) -> None:
        for (held, other), since in self.rows.items():
            lower = held == label and None not in (key, other) and key < other
            if lower or _rank(label) < _rank(held):
                faults.append(f"{where} locks {label} after {held}, which {since} has locked")


_locks: WeakKeyDictionary[BaseDatabaseWrapper, Locks] = WeakKeyDictionary()


def _of(connection: BaseDatabaseWrapper) -> Locks | None:
    """The locks of the transaction; None outside of one."""
    if not is_in_one(connection):
        return None
    if connection not in _locks:
        _locks[connection] = Locks()
    return _locks[connection]


def is_in_one(connection: BaseDatabaseWrapper) -> bool:
    """Whether code of the site is within a transaction, and not the test alone."""
    blocks: Iterable[Any] = connection.atomic_blocks if connection.in_atomic_block else ()
    return any(not block._from_testcase for block in blocks)


def _place() -> str:
    """The line of the site that runs now, and its two callers."""
    places = (
        f"{name.removeprefix(f'{ROOT}/')}:{line}"
        for name, line in _frames()
        if name.startswith(_SITE) and name != __file__
    )
    return " < ".join(islice(places, 3))


def _frames() -> Iterator[tuple[str, int]]:
    """The file and the line of each call, the innermost first."""
    frame = sys._getframe(1)
    while frame.f_back is not None:
        frame = frame.f_back
        yield frame.f_code.co_filename, frame.f_lineno


def _label(compiler: SQLCompiler) -> str:
    assert compiler.query.model is not None, "a query of a model"
    return compiler.query.model._meta.label


def _keys(compiler: SQLCompiler, result: Any) -> list[Any]:
    """The primary keys of the rows that a query has returned; Django runs none that has no rows."""
    if compiler.select is None:
        return []
    assert compiler.query.model is not None, "a query of a model"
    key = compiler.query.model._meta.pk
    at = [n for n, (each, *_) in enumerate(compiler.select) if getattr(each, "target", 0) is key]
    if not at or not isinstance(result, list):
        return [None]
    return [row[at[0]] for chunk in result for row in chunk]


def _note(compiler: SQLCompiler, result: Any) -> None:
    locks, query = _of(compiler.connection), compiler.query
    if locks is None:
        faults.append(f"{_place()} locks {_label(compiler)} outside of a transaction")
        return
    locks.take(
        _label(compiler),
        _keys(compiler, result),
        ordered=tuple(query.order_by) in _BY_KEY,
        waits=not query.select_for_update_skip_locked,
    )


def _note_write(compiler: SQLCompiler) -> None:
    """Rows that lose their reference to a deleted one are left out: Django chooses their order."""
    if any(name.endswith(_DELETION) for name, _ in _frames()):
        return
    if (locks := _of(compiler.connection)) is not None:
        locks.write(_label(compiler))


def _note_new(compiler: Any, fields: Sequence[Any], result: Any) -> None:
    key, label = compiler.query.model._meta.pk, _label(compiler)
    if label in policy() and key in fields and (locks := _of(compiler.connection)) is not None:
        at = list(fields).index(key)
        locks.made |= {(label, row[at]) for row in result}


def watch() -> None:
    """Have Django note locks from now on."""
    from django.db import transaction
    from django.db.models.sql import UpdateQuery, compiler

    of_rows, of_new = compiler.SQLCompiler, compiler.SQLInsertCompiler
    execute, insert, leave = of_rows.execute_sql, of_new.execute_sql, transaction.Atomic.__exit__

    def executed(self: Any, *given: Any, **named: Any) -> Any:
        result = execute(self, *given, **named)
        if self.query.select_for_update and _label(self) in policy():
            _note(self, result)
        elif isinstance(self.query, UpdateQuery) and policy().get(_label(self)):
            _note_write(self)
        return result

    def inserted(self: Any, returning_fields: Any = None) -> Any:
        result = insert(self, returning_fields)
        _note_new(self, returning_fields or (), result)
        return result

    def left(self: Any, *error: Any) -> None:
        try:
            leave(self, *error)
        finally:
            connection = transaction.get_connection(self.using)
            if connection in _locks and not is_in_one(connection):
                del _locks[connection]

    for owner, name, noted in (
        (of_rows, "execute_sql", executed),
        (of_new, "execute_sql", inserted),
        (transaction.Atomic, "__exit__", left),
    ):
        setattr(owner, name, noted)


def pytest_sessionstart() -> None:
    watch()


@pytest.hookimpl(wrapper=True)
def pytest_runtest_call() -> Generator[None, object, object]:
    """A test that fails by itself keeps its own reason."""
    try:
        result = yield
        assert faults == [], "the order of locks in docs/locks.md"
        return result
    finally:
        faults.clear()

"""The compilers of queries: Django's, with another SQL for ``IN`` with many values.

Most of a short query's time is Django's, which makes the same columns again for each query.
"""

from __future__ import annotations

import json
from collections.abc import Iterable
from typing import Any

from django.db.models import Model, TextChoices
from django.db.models.expressions import Col, ColPairs
from django.db.models.fields.tuple_lookups import TupleIn
from django.db.models.lookups import In
from django.db.models.sql import compiler

MANY = 500
"""Values above which a list takes no variables, or one of texts a single one."""
MOST_LITERALS = 2_000
"""Numbers above which a list is a single variable, too: each connection keeps 128 statements, which
took 580 MB with lists of 40,000."""

_columns: dict[tuple[type[Model], str], list[Any]] = {}
"""All columns of a model, by the alias of its table."""
_as_stored: set[int] = set()
"""The ids of those of them whose values need no conversion."""


class _LongLists(compiler.SQLCompiler):
    def get_default_columns(
        self,
        select_mask: Any,
        start_alias: str | None = None,
        opts: Any = None,
        from_parent: Any = None,
    ) -> list[Any]:
        """The columns of a query that names none."""
        opts = opts or self.query.get_meta()
        if opts is None or select_mask or from_parent or opts.parents:
            return super().get_default_columns(select_mask, start_alias, opts, from_parent)
        alias = start_alias or self.query.get_initial_alias()
        key = (opts.model, alias)
        if key not in _columns:
            made = super().get_default_columns(select_mask, alias, opts)
            plain = {id(column) for column in made} - {
                id(column) for _, column in self.get_converters(made).values()
            }
            if _columns.setdefault(key, made) is made:  # they stay, and so do their ids
                _as_stored.update(plain)
        return _columns[key]

    def get_converters(self, expressions: Iterable[Any]) -> dict[int, Any]:
        """The converters of the values of a row, by their places."""
        asked: list[Any] = [None if id(each) in _as_stored else each for each in expressions]
        return super().get_converters(asked)

    def compile(self, node: Any) -> tuple[str, Any]:
        """The SQL of a node and its parameters."""
        if type(node) is Col:  # most nodes, for which Django calls four functions each
            column = self.quote_name_unless_alias(node.target.column or "")
            table = f"{self.quote_name_unless_alias(node.alias)}." if node.alias else ""
            return f"{table}{column}", []
        if isinstance(node, TupleIn) and node.rhs_is_direct_value() and len(node.lhs) == 1:
            (column,) = node.lhs
            node = In(column, [value for (value,) in node.rhs])
        single = isinstance(node, In) and not isinstance(node.lhs, ColPairs)
        listed = single and node.rhs_is_direct_value()
        if listed and (len(node.rhs) > MANY or _are_choices(node.rhs)):
            left, parameters = node.process_lhs(self, self.connection)
            right, values = node.process_rhs(self, self.connection)
            if _are_choices(values):
                # By literals SQLite knows that an index has all rows in such states.
                return f"{left} IN ({', '.join(map(_literal, values))})", parameters
            plain = right == f"({', '.join(['%s'] * len(values))})"
            numbers = plain and all(isinstance(value, int) for value in values)
            if numbers and len(values) <= MOST_LITERALS:
                # By literals SQLite knows how many there are.
                return f"{left} IN ({', '.join(str(int(value)) for value in values)})", parameters
            if numbers or (plain and all(isinstance(value, str) for value in values)):
                every = json.dumps(values, ensure_ascii=False)
                return f"{left} IN (SELECT value FROM json_each(%s))", [*parameters, every]  # noqa: S608
        return super().compile(node)


def _are_choices(values: Any) -> bool:
    return bool(values) and all(isinstance(value, TextChoices) for value in values)


def _literal(value: str) -> str:
    return "'" + str(value).replace("'", "''").replace("%", "%%") + "'"


class SQLCompiler(_LongLists):
    pass


class SQLInsertCompiler(_LongLists, compiler.SQLInsertCompiler):
    pass


class SQLDeleteCompiler(_LongLists, compiler.SQLDeleteCompiler):
    pass


class SQLUpdateCompiler(_LongLists, compiler.SQLUpdateCompiler):
    pass


class SQLAggregateCompiler(_LongLists, compiler.SQLAggregateCompiler):
    pass

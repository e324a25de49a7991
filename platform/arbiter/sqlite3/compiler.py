"""The compilers of queries: Django's, with another SQL for ``IN`` with many values."""

from __future__ import annotations

import json
from typing import Any

from django.db.models.expressions import ColPairs
from django.db.models.fields.tuple_lookups import TupleIn
from django.db.models.lookups import In
from django.db.models.sql import compiler

MANY = 500
"""Values above which a list takes no variables, or one of texts a single one."""
MOST_LITERALS = 2_000
"""Numbers above which a list is a single variable, too: each connection keeps 128 statements, which
took 580 MB with lists of 40,000."""


class _LongLists(compiler.SQLCompiler):
    def compile(self, node: Any) -> tuple[str, Any]:
        """The SQL of a node and its parameters."""
        if isinstance(node, TupleIn) and node.rhs_is_direct_value() and len(node.lhs) == 1:
            (column,) = node.lhs
            node = In(column, [value for (value,) in node.rhs])
        single = isinstance(node, In) and not isinstance(node.lhs, ColPairs)
        if single and node.rhs_is_direct_value() and len(node.rhs) > MANY:
            left, parameters = node.process_lhs(self, self.connection)
            right, values = node.process_rhs(self, self.connection)
            plain = right == f"({', '.join(['%s'] * len(values))})"
            numbers = plain and all(isinstance(value, int) for value in values)
            if numbers and len(values) <= MOST_LITERALS:
                # By literals SQLite knows how many there are.
                return f"{left} IN ({', '.join(str(int(value)) for value in values)})", parameters
            if numbers or (plain and all(isinstance(value, str) for value in values)):
                every = json.dumps(values, ensure_ascii=False)
                return f"{left} IN (SELECT value FROM json_each(%s))", [*parameters, every]  # noqa: S608
        return super().compile(node)


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

"""Django's backend for SQLite, for lists of any length.

SQLite bounds a statement: expressions have a depth of at most 1,000, and it has at most 32,766
variables (250,000 in Debian's build).  Django 5.2 asks for the rows of a forward relation that is
prefetched as ``id = … OR id = …``, which is one level for each row, and for those of a list with
one variable for each value.  Here neither grows, see `arbiter.sqlite3.compiler`.
"""

from django.db.backends.sqlite3 import base, operations


class DatabaseOperations(operations.DatabaseOperations):
    compiler_module = "arbiter.sqlite3.compiler"


class DatabaseWrapper(base.DatabaseWrapper):
    ops_class = DatabaseOperations

"""The proof that a process can use the storage of the site's files."""

from __future__ import annotations

import secrets
from collections.abc import Iterator
from contextlib import contextmanager

from django.core.files.base import ContentFile
from django.core.files.storage import Storage

FOLDER = "probe/"
"""Of files without a meaning: `storage.cleanup` removes those that a killed process left."""


@contextmanager
def written(storage: Storage) -> Iterator[str]:
    """The name of a new file that was read back; it is deleted after the block.

    OSError where the storage cannot do one of these.
    """
    content = secrets.token_bytes(32)
    name = storage.save(f"{FOLDER}{secrets.token_hex(8)}", ContentFile(content))
    try:
        with storage.open(name) as file:
            if file.read() != content:
                raise OSError("a file is not read as it was written")
        yield name
    finally:
        storage.delete(name)
    if storage.exists(name):
        raise OSError("a file is still there after it was deleted")

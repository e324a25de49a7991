"""Archives of files that a test has in memory."""

from __future__ import annotations

import io
import tarfile
import zipfile
from collections.abc import Mapping
from typing import Any


def zipped(files: Mapping[Any, bytes]) -> bytes:
    """A zip, by names or `ZipInfo`; a name that ends with a slash is a folder."""
    data = io.BytesIO()
    with zipfile.ZipFile(data, "w", zipfile.ZIP_DEFLATED) as archive:
        for name, content in files.items():
            archive.writestr(name, content)
    return data.getvalue()


def gbk_zip(files: Mapping[str, bytes]) -> bytes:
    """A zip as Windows in China makes it: names in GBK that do not say so, with backslashes."""
    data = bytearray(
        zipped(
            {
                f"{n:05}".ljust(len(name.encode("gbk")), "-"): content
                for n, (name, content) in enumerate(files.items())
            }
        )
    )
    for number, name in enumerate(files):
        raw = name.encode("gbk")
        place = f"{number:05}".ljust(len(raw), "-").encode()
        data = data.replace(place, raw)
    return bytes(data)


def tarred(files: Mapping[str, bytes]) -> bytes:
    data = io.BytesIO()
    with tarfile.open(fileobj=data, mode="w") as archive:
        for name, content in files.items():
            member = tarfile.TarInfo(name)
            member.size = len(content)
            archive.addfile(member, io.BytesIO(content))
    return data.getvalue()

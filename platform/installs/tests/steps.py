"""Archives of games, as organizers send them."""

from __future__ import annotations

import io
import tarfile
import zipfile
from pathlib import Path
from typing import Any

from django.core.files.uploadedfile import SimpleUploadedFile

PAGE = "/desk/games/"


def zipped(folder: Path) -> bytes:
    """The folder as a zip, in a folder of its name, with the modes of its files."""
    data = io.BytesIO()
    with zipfile.ZipFile(data, "w", zipfile.ZIP_DEFLATED) as archive:
        for path in sorted(folder.rglob("*")):
            archive.write(path, f"{folder.name}/{path.relative_to(folder)}")
    return data.getvalue()


def tarred(folder: Path, packed: str) -> bytes:
    """The folder's contents as a tar that is ``packed`` by "gz" or "xz", or not: ""."""
    data = io.BytesIO()
    mode: Any = f"w:{packed}"
    with tarfile.open(fileobj=data, mode=mode) as archive:
        archive.add(folder, ".")
    return data.getvalue()


def send(client, content: bytes, name: str = "game.zip", **more):
    """Upload an archive at the desk; returns the response."""
    return client.post(PAGE, {"archive": SimpleUploadedFile(name, content)}, **more)

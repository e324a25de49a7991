"""The static files of a site, as sites make them, for tests."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from arbiter.serving import static_files


@pytest.fixture
def hashed(settings):
    """The files that sites of this run share, made if need be; pages name them."""
    storage = {"BACKEND": "arbiter.serving.static_files.HashedFiles"}
    settings.STORAGES = {**settings.STORAGES, "staticfiles": storage}
    settings.SERVESTATIC_USE_FINDERS = False
    settings.MIDDLEWARE = [
        "arbiter.serving.static_files.StaticFilesMiddleware" if name.endswith(".one_scan") else name
        for name in settings.MIDDLEWARE
    ]
    static_files.collect()
    return Path(settings.STATIC_ROOT)


def manifest(root: Path) -> dict[str, str]:
    paths: dict[str, str] = json.loads((root / "staticfiles.json").read_text())["paths"]
    return paths

"""Modules that a page can name at once, as they are written in their sources."""

from __future__ import annotations

import pytest
from django.contrib.staticfiles import finders

from arbiter.serving import modules
from arbiter.serving.modules import with_imports

SOURCES = {
    "a/one.js": 'import { x } from "./two.js";\nimport "../b/three.js";\nconst y = 1;\n',
    "a/two.js": 'export * from "../b/three.js";\n/** @import { T } from "./types.js" */\n',
    "b/three.js": 'import {\n  z,\n} from "../a/two.js";\nawait import("./late.js");\n',
}


@pytest.fixture(autouse=True)
def sources(tmp_path, settings):
    for name, text in SOURCES.items():
        path = tmp_path / name
        path.parent.mkdir(exist_ok=True)
        path.write_text(text)
    settings.STATICFILES_DIRS = [tmp_path]
    finders.get_finder.cache_clear()  # type: ignore[attr-defined]
    modules._imports.cache_clear()
    yield
    finders.get_finder.cache_clear()  # type: ignore[attr-defined]
    modules._imports.cache_clear()


def test_imports_of_imports_are_found_once_in_circles_too():
    assert with_imports("a/one.js") == ["a/one.js", "a/two.js", "b/three.js"]
    assert with_imports("b/three.js", "a/one.js") == ["b/three.js", "a/one.js", "a/two.js"]


def test_a_module_that_is_not_there_is_left_out():
    assert with_imports("a/none.js", "a/two.js") == ["a/two.js", "b/three.js"]

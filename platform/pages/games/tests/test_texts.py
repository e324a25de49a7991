"""Rules and guides from Markdown, and starter kits as zips."""

from __future__ import annotations

import io
import os
import zipfile
from dataclasses import replace

import pytest

from games.package import Kit
from games.registry import GAMES
from pages.frame import markdown
from pages.games import kits

GAME = next(iter(GAMES.values()))


def test_the_first_heading_is_the_title_and_not_part_of_the_text():
    text = markdown.render("# Snake\n\nTwo players.\n\n## Moves\n\n### Left\n\n#### Deeper\n")
    assert text.title == "Snake"
    assert "<h1" not in text.html
    assert [(h.level, h.text, h.anchor) for h in text.contents] == [
        (2, "Moves", "moves"),
        (3, "Left", "left"),
    ]
    assert '<h2 id="moves">Moves <a class="anchor" href="#moves"' in text.html


def test_headings_of_one_name_get_anchors_of_their_own():
    text = markdown.render("## Moves\n\n## Moves\n\n## Moves 2\n\n## …\n")
    anchors = [h.anchor for h in text.contents]
    assert anchors == ["moves", "moves-2", "moves-2-2", "section"]


def test_several_texts_on_a_page_are_kept_apart_by_a_prefix():
    assert markdown.render("## Limits", "cpp-").contents[0].anchor == "cpp-limits"


def test_tables_can_be_scrolled_by_themselves():
    html = markdown.render("| a | b |\n|---|---|\n| 1 | 2 |\n").html
    assert html.startswith('<div class="table-scroll"><table class="table">')
    assert html.rstrip().endswith("</table></div>")


def test_html_in_a_text_comes_out_as_text():
    html = markdown.render("<script>alert(1)</script>\n\n[x](javascript:alert(1))").html
    assert "<script" not in html
    assert 'href="javascript' not in html


def test_a_changed_file_is_rendered_again(tmp_path):
    file = tmp_path / "RULES.md"
    for number, word in enumerate(("one", "two")):
        file.write_text(word)
        os.utime(file, ns=(number, number))
        text = markdown.render_file(file)
        assert text is not None
        assert word in text.html


def test_a_missing_file_is_no_text(tmp_path):
    assert markdown.render_file(tmp_path / "RULES.md") is None


@pytest.fixture
def kit(tmp_path):
    (tmp_path / "lib").mkdir()
    (tmp_path / "__pycache__").mkdir()
    (tmp_path / "main.py").write_text("print(1)\n")
    (tmp_path / "lib" / "b.py").write_text("B = 1\n")
    (tmp_path / "__pycache__" / "main.cpython-311.pyc").write_bytes(b"\0")
    (tmp_path / "run.sh").write_text("#!/bin/sh\n")
    (tmp_path / "run.sh").chmod(0o755)
    return Kit("python", "Python", tmp_path)


def test_a_kit_is_one_folder_without_junk(kit):
    archive = zipfile.ZipFile(io.BytesIO(kits.pack(GAME, kit)))
    folder = f"{GAME.name}-python"
    assert archive.namelist() == [f"{folder}/{n}" for n in ("lib/b.py", "main.py", "run.sh")]
    assert archive.read(f"{folder}/main.py") == b"print(1)\n"
    assert archive.getinfo(f"{folder}/run.sh").external_attr >> 16 == 0o100755


def test_a_kit_has_with_it_what_it_shares_with_others(kit, tmp_path_factory):
    shared = tmp_path_factory.mktemp("shared")
    (shared / "__pycache__").mkdir()
    for name, text in {"reader.py": "R = 1\n", "main.py": "print(3)\n", "old.pyc": "0"}.items():
        (shared / name).write_text(text)
    whole = replace(kit, shares=(shared,))
    archive = zipfile.ZipFile(io.BytesIO(kits.pack(GAME, whole)))
    folder = f"{GAME.name}-python"
    names = [f"{folder}/{n}" for n in ("lib/b.py", "main.py", "reader.py", "run.sh")]
    assert archive.namelist() == names
    assert archive.read(f"{folder}/reader.py") == b"R = 1\n"
    assert archive.read(f"{folder}/main.py") == b"print(1)\n"


def test_the_same_files_make_the_same_kit_whenever_they_were_written(kit):
    before = kits.pack(GAME, kit)
    os.utime(kit.folder / "main.py", (0, 10**9))
    assert kits.pack(GAME, kit) == before
    (kit.folder / "main.py").write_text("print(2)\n")
    assert kits.pack(GAME, kit) != before


@pytest.mark.parametrize("game", GAMES.values(), ids=lambda game: game.name)
def test_every_kit_of_every_game_can_be_uploaded_as_it_is(game):
    from sandbox.archives import read_upload

    for kit in game.kits:
        source = read_upload(f"{kits.name(game, kit)}.zip", io.BytesIO(kits.pack(game, kit)))
        assert source.language == kit.language

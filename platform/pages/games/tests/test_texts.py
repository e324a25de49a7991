"""Rules and guides from Markdown, and starter kits as zips."""

from __future__ import annotations

import io
import os
import zipfile
from dataclasses import replace

import pytest

from games.package import MOST_TEXT, Kit
from games.registry import GAMES
from pages.frame.content import markdown
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


SIZE = 100_000


def filled(piece: str, size: int = SIZE) -> str:
    return (piece * (size // len(piece) + 1))[:size]


PATHOLOGICAL = {
    "equal headings": filled("## a\n"),
    "underlined headings": filled("a\n-\n"),
    "headings with numbers": "".join(f"## a{' 2' * (n % 2)}\n" for n in range(SIZE // 7)),
    "a long heading": f"## {filled('a ')}",
    "brackets and stars": filled("[*"),
    "brackets": filled("["),
    "nested links": "[" * (SIZE // 6) + "a" + "](b)" * (SIZE // 6),
    "stars": "*" * (SIZE // 2) + "a" + "*" * (SIZE // 2),
    "a reference used often": f"[a]: {'x' * 1000}\n\n{filled('[a] ', SIZE - 1100)}",
    "quotes of many lines": f"{'> ' * 500}a\n{filled(chr(10) + 'a', SIZE - 1100)}",
    "a wide table": "|".join("a" * 2000) + "\n" + "|".join("-" * 2000) + filled("\na", SIZE - 9000),
    "many rows": f"a|b\n-|-\n{filled('1|2' + chr(10), SIZE - 20)}",
    "links": filled("<http://a>"),
    "one line": "a" * SIZE,
    "too long": "a" * (MOST_TEXT + 1),
}


@pytest.mark.parametrize("source", PATHOLOGICAL.values(), ids=PATHOLOGICAL)
@pytest.mark.timeout(60)  # quadratic time takes minutes
def test_no_text_takes_more_than_linear_time_or_much_room(source):
    text = markdown.render(source)
    assert len(text.html) < 2 * markdown.MOST_HTML
    assert len(text.contents) == len(text.sections) <= markdown.MOST_HEADINGS
    assert all(len(heading.anchor) < 120 for heading in text.contents)


def test_a_text_that_takes_too_long_is_shown_as_it_was_written():
    text = markdown.render("# Title\n\n" + "[*" * 20_000 + "<b>")
    assert "shown as it was written" in text.html
    assert "[*[*" in text.html
    assert "&lt;b&gt;" in text.html


def test_the_texts_of_our_own_games_are_far_from_the_bound():
    for game in GAMES.values():
        for text in (markdown.rules(game), *map(markdown.guide, game.kits)):
            assert text is None or "shown as it was written" not in text.html


def test_a_request_finds_a_text_that_was_rendered_for_the_search(monkeypatch, redis_client):
    markdown._cached.cache_clear()
    markdown.prepare(GAME)
    markdown._cached.cache_clear()  # as in another process
    monkeypatch.setattr(markdown, "render", None)
    assert markdown.rules(GAME) is not None
    assert markdown.guide(GAME.kits[0]) is not None


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
    from sandbox.uploads.archives import read_upload

    for kit in game.kits:
        source = read_upload(f"{kits.name(game, kit)}.zip", io.BytesIO(kits.pack(game, kit)))
        assert source.language == kit.language


def test_a_text_of_an_author_keeps_its_first_heading():
    html = markdown.authored("# Prizes\n\nA cup.\n\n## Second", "about-")
    assert '<h2 id="about-prizes">Prizes ' in html
    assert '<h2 id="about-second">Second ' in html

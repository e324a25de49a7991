"""The plan of the house holds: its rooms, its import rules, its names."""

from __future__ import annotations

import ast
import json
import platform as standard_platform
import re
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest

from games.registry import GAMES

ROOT = Path(__file__).resolve().parents[1]
APPS = [
    "accounts",
    "audit",
    "controls",
    "storage",
    "news",
    "rulesets",
    "bots",
    "maps",
    "matches",
    "rooms",
    "live",
    "installs",
    "exports",
    "search",
    "following",
    "api",
    "pages",
]
ROOMS = ["games", "sandbox", "ladder", "platform", "tests", "tools", "bench"]


def _sources(*folders: str) -> list[Path]:
    return [path for folder in folders for path in (ROOT / folder).rglob("*.py")]


def test_platform_is_a_folder_and_never_a_package():
    assert not (ROOT / "platform" / "__init__.py").exists()
    assert Path(standard_platform.__file__).parent != ROOT / "platform"


def test_the_standard_library_keeps_its_names():
    names = {path.stem if path.is_file() else path.name for path in (ROOT / "platform").iterdir()}
    names |= {path.name for path in ROOT.iterdir() if path.is_dir()} - {"platform"}
    assert not names & set(sys.stdlib_module_names)


def test_the_import_contracts_are_kept():
    done = subprocess.run(
        [Path(sys.executable).parent / "lint-imports", "--no-cache"],
        cwd=ROOT,
        env={"PATH": "/usr/bin:/bin", "PYTHONPATH": f"{ROOT / 'platform'}:{ROOT}"},
        capture_output=True,
        text=True,
        check=False,
    )
    assert done.returncode == 0, done.stdout + done.stderr


def test_every_tests_folder_is_a_package_so_that_file_names_may_repeat():
    folders = [path for room in ROOMS for path in (ROOT / room).rglob("tests") if path.is_dir()]
    assert len(folders) >= 8
    assert [str(path) for path in folders if not (path / "__init__.py").exists()] == []


def test_nothing_outside_its_folder_names_a_particular_game():
    names = re.compile(rf"\b({'|'.join(GAMES)})\b", re.IGNORECASE)
    allowed = {ROOT / "games" / "registry.py"}
    offenders = []
    for path in _sources("games", "sandbox", "ladder", "platform"):
        inside_a_game = any((ROOT / "games" / name) in path.parents for name in GAMES)
        if inside_a_game or path in allowed or "tests" in path.parts:
            continue
        if names.search(path.read_text()) and names.search(_code_of(path)):
            offenders.append(str(path.relative_to(ROOT)))
    faces = [*(ROOT / "templates").rglob("*.html"), *(ROOT / "static").rglob("*.js")]
    offenders += [str(p.relative_to(ROOT)) for p in faces if names.search(p.read_text())]
    assert offenders == []


def _code_of(path: Path) -> str:
    """The module without its comments and docstrings, which may give examples."""
    tree = ast.parse(path.read_text())
    for node in ast.walk(tree):
        if isinstance(node, ast.Module | ast.ClassDef | ast.FunctionDef | ast.AsyncFunctionDef):
            first = node.body[0] if node.body else None
            if isinstance(first, ast.Expr) and isinstance(first.value, ast.Constant):
                node.body[0] = ast.Pass()
    return ast.unparse(tree)


def test_every_game_has_the_same_file_names():
    for game in GAMES.values():
        for name in ["RULES.md", "static/view.js", "game.py", "tests/__init__.py"]:
            assert (game.folder / name).exists(), f"{game.name} has no {name}"


def test_modules_stay_under_400_lines():
    """Beyond that, a module is more than one concept; the list names the exceptions' reasons."""
    reasons: dict[str, str] = {}
    long = [
        str(path.relative_to(ROOT))
        for path in [*_sources(*ROOMS), *(ROOT / "static").rglob("*.js")]
        if "migrations" not in path.parts and len(path.read_text().splitlines()) > 400
    ]
    assert [path for path in long if path not in reasons] == []


def test_no_query_has_a_condition_for_each_item_of_a_list_that_grows():
    """SQLite takes about 1,000 conditions and 500 parts of a union; lists are `arbiter.sqlite3`'s.

    The list names what bounds each.
    """
    bounds = {
        "platform/accounts/ownership.py": "the columns that are searched",
        "ladder/seasons/current.py": "the games of the site",
        "ladder/ratings/standings.py": "the rulesets with a running season",
    }
    grows = re.compile(r"\breduce\((operator\.)?(or_|and_),|\bnone\.union\(\*")
    found = {
        str(path.relative_to(ROOT))
        for path in _sources("ladder", "platform")
        if "tests" not in path.parts and grows.search(path.read_text())
    }
    assert found == set(bounds)


def test_addresses_of_the_site_come_from_its_setting():
    """A request names any host and port that its sender likes: see `arbiter.links`."""
    believes = re.compile(r"build_absolute_uri|get_host|get_current_site|HTTP_HOST|\.SITE_URL\b")
    texts = [*ROOT.glob("templates/**/*.*"), *_sources("platform", "ladder")]
    found = {
        str(path.relative_to(ROOT))
        for path in texts
        if "tests" not in path.parts and believes.search(path.read_text())
    }
    # These lead nowhere.
    compared = {
        "arbiter/serving/kept",
        "arbiter/serving/redirects",
        "accounts/signing/second_factor",
    }
    assert found == {f"platform/{name}.py" for name in {"arbiter/links", *compared}}


def test_locks_name_their_rows():
    """Without ``of``, PostgreSQL also locks the rows that ``select_related`` joins: an event's
    stages wait for each other.  `arbiter.database.locks.lock` says it for all."""
    found = {
        str(path.relative_to(ROOT)): {keyword.arg for keyword in call.keywords}
        for path in _sources("platform", "ladder")
        if "select_for_update" in (text := path.read_text())
        for call in ast.walk(ast.parse(text))
        if isinstance(call, ast.Call) and ast.unparse(call.func).endswith("select_for_update")
    }
    assert found == {"platform/arbiter/database/locks.py": {"of", "no_key", "skip_locked"}}


def test_leases_follow_the_clock_of_the_database():
    """A machine's clock may be wrong: see `arbiter.database.locks.database_now`.  Nothing that sets
    or compares a column that other machines read has its own time in it."""
    leases = "lease_until retry_at recalculation_until next_at paused_until build_started beat"
    others = "checked seen last resumed_at build_finished finished__gt finished__lt requested"
    column = re.compile(rf"\b({'|'.join(f'{leases} {others}'.split())})(__\w+)?\b")
    whole = (ast.Assign, ast.AnnAssign, ast.Compare, ast.keyword, ast.Dict)
    found = {
        f"{path.relative_to(ROOT)}: {text}"
        for path in _sources("platform", "ladder")
        if "tests" not in path.parts and "timezone.now" in path.read_text()
        for node in ast.walk(ast.parse(path.read_text()))
        if isinstance(node, whole)
        and "timezone.now()" in (text := ast.unparse(node))
        and column.search(text)
    }
    assert found == set()


def test_mails_leave_by_the_outbox_alone():
    """Other ways lose a mail when the server puts it off."""
    sends = re.compile(r"send_mail\(|mail_managers|mail_admins|get_connection|\.send\(\)$", re.M)
    found = {
        str(path.relative_to(ROOT))
        for path in (*ROOT.glob("platform/**/*.py"), *ROOT.glob("ladder/**/*.py"))
        if "tests" not in path.parts and sends.search(path.read_text())
    }
    assert found == {"platform/notices/mail.py", "platform/accounts/signing/adapter.py"}


def test_no_template_line_is_longer_than_140_characters():
    pages = [path for room in ("templates", "platform", "games", "sandbox", "static")
             for path in (ROOT / room).rglob("*.html")]  # fmt: skip
    assert len(pages) > 200
    long = [
        f"{path.relative_to(ROOT)}:{number}"
        for path in pages
        for number, line in enumerate(path.read_text().splitlines(), 1)
        if len(line) > 140
    ]
    assert long == []


def test_functions_stay_within_40_lines():
    """From the word `def` to the last line; beyond that, a function does more than one thing."""
    kinds = ast.FunctionDef | ast.AsyncFunctionDef
    long = [
        f"{path.relative_to(ROOT)}: {node.name}"
        for path in _sources(*ROOMS)
        if "migrations" not in path.parts
        for node in _statements(path)
        if isinstance(node, kinds) and (node.end_lineno or 0) - node.lineno >= 40
    ]
    assert long == []


def _statements(path: Path) -> Iterator[ast.AST]:
    """All statements of a module that may have a function of 40 lines, without what is in them."""
    text = path.read_text()
    left: list[ast.AST] = [ast.parse(text)] if text.count("\n") > 40 else []
    while left:
        node = left.pop()
        yield node
        for name in ("body", "orelse", "handlers", "finalbody", "cases"):
            inner = getattr(node, name, None)
            left += inner if isinstance(inner, list) else []


@pytest.mark.parametrize("lock", ["requirements.txt", "requirements-dev.txt"])
def test_every_locked_package_has_its_version_and_its_hashes(lock):
    text = (ROOT / lock).read_text()
    packages = re.findall(
        r"^([a-z0-9._-]+)==\S+(?: ; .+)? \\\n\s+--hash=sha256:", text, re.MULTILINE
    )
    assert len(packages) > 20
    assert len(packages) == len(re.findall(r"^[a-z0-9]", text, re.MULTILINE))
    assert "://" not in text


def test_every_locked_node_package_has_its_hash_and_no_address():
    lock = json.loads((ROOT / "package-lock.json").read_text())
    wanted = json.loads((ROOT / "package.json").read_text())["devDependencies"]
    packages = {name: entry for name, entry in lock["packages"].items() if name}
    assert len(packages) > 20
    assert all("integrity" in entry and "resolved" not in entry for entry in packages.values())
    assert {name: packages[f"node_modules/{name}"]["version"] for name in wanted} == wanted


def test_the_apps_are_top_level_names():
    for app in APPS:
        assert __import__(app).__name__ == app


def _imports_of_areas() -> list[tuple[Path, str, Path]]:
    """Imports between areas of pages: the importing file, the area imported from, its module."""
    pages = ROOT / "platform" / "pages"
    found = []
    for path in pages.rglob("*.py"):
        area = path.relative_to(pages).parts[0]
        if area.endswith(".py") or "tests" in path.parts or area == "management":
            continue
        for node in ast.walk(ast.parse(path.read_text())):
            package = (node.module or "") if isinstance(node, ast.ImportFrom) else ""
            if not isinstance(node, ast.ImportFrom) or not package.startswith("pages."):
                continue
            for name in [package, *(f"{package}.{each.name}" for each in node.names)]:
                module = (ROOT / "platform").joinpath(*name.split(".")).with_suffix(".py")
                other = name.split(".")[1]
                if module.exists() and module.parent != pages and other != area:
                    found.append((path, other, module))
    return found


def test_an_area_of_pages_imports_nothing_of_another():
    shared = ("frame", "templatetags")
    found = [
        f"{path.relative_to(ROOT)} imports {module.relative_to(ROOT)}"
        for path, other, module in _imports_of_areas()
        if other not in shared and path.parent.name not in shared
    ]
    assert found == []


def test_the_frame_of_pages_imports_no_area():
    frame = ROOT / "platform" / "pages" / "frame"
    found = [
        f"{path.name} imports {module.relative_to(ROOT)}"
        for path, other, module in _imports_of_areas()
        if path.is_relative_to(frame) and other != "templatetags"
    ]
    assert found == []


def test_each_folder_of_templates_belongs_to_an_area_of_pages():
    areas = {path.parent.name for path in (ROOT / "platform" / "pages").glob("*/urls.py")}
    shared = {"allauth", "components", "mfa", "socialaccount"}
    folders = {path.name for path in (ROOT / "templates").iterdir() if path.is_dir()}
    assert folders - areas == shared


def test_the_reading_of_events_knows_no_requests_no_forms_and_no_pages():
    forbidden = re.compile(
        r"^from django(\.http|\.shortcuts|\.template|\.core\.paginator|"
        r" import forms|\.forms|\.utils\.(html|safestring))",
        re.MULTILINE,
    )
    reading = ROOT / "ladder" / "events" / "reading"
    assert [path.name for path in reading.glob("*.py") if forbidden.search(path.read_text())] == []


def test_templates_take_badges_dialogs_tables_fields_and_the_like_from_components():
    by_hand = re.compile(
        r'class="badge|<dialog|<table|<(div|label) class="field"|<details class="confirm"|'
        r'<nav class="pagination"|<div class="empty'
    )
    reasons = {
        "matches/_player_help.html": "the local runner reads it without Django",
        "matches/_player_seats.html": "a script fills the table",
        "maps/editor.html": "a script sets the state of the badge",
    }
    templates = ROOT / "templates"
    found = {
        str(path.relative_to(templates))
        for path in templates.rglob("*.html")
        if path.parent.name != "components" and by_hand.search(path.read_text())
    }
    assert found == reasons.keys()


SHARED_SHEETS = ("base", "controls", "data", "public")
_RULE = re.compile(r"([^{};]+)\{[^{}]*\}")
_ONE_CLASS = re.compile(r"[a-z]*\.[\w-]+")


def _selectors(sheet: Path) -> Iterator[str]:
    text = re.sub(r"/\*.*?\*/", "", sheet.read_text(), flags=re.DOTALL)
    for rule in _RULE.finditer(text):
        yield from (each.strip() for each in re.split(r",(?![^(]*\))", rule[1]))


def test_a_sheet_of_one_area_changes_no_class_of_all_pages():
    """Such a class would look otherwise on pages that another area's sheet reaches, too."""
    folder = ROOT / "static"
    shared = [folder / "site" / f"{name}.css" for name in SHARED_SHEETS]
    ours = {each for sheet in shared for each in _selectors(sheet) if _ONE_CLASS.fullmatch(each)}
    areas = [sheet for sheet in folder.rglob("*.css") if sheet not in shared]
    found = [
        f"{sheet.relative_to(folder)}: {each}"
        for sheet in areas
        for each in _selectors(sheet)
        if (named := set(_ONE_CLASS.findall(each))) and named <= ours
    ]
    assert found == []


def test_tables_show_ratings_and_points_of_seasons_in_one_way():
    """By the tags `strength` and `season_points`."""
    by_hand = re.compile(r"± \{\{|points\|floatformat|± \{% ")
    reasons = {
        "bots/bot.html": "a statistic, whose second part is small as that of all statistics",
        "matches/_player_seats.html": "beside the board, where a seat has the room of a word",
    }
    templates = ROOT / "templates"
    found = {
        str(path.relative_to(templates))
        for path in templates.rglob("*.html")
        if by_hand.search(path.read_text())
    }
    assert found == reasons.keys()

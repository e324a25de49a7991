"""Documents name only what exists: settings, commands, modules, files and addresses."""

from __future__ import annotations

import ast
import importlib.util
import re
import runpy
import subprocess
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from django.core.exceptions import ImproperlyConfigured
from django.core.management import get_commands
from django.urls import Resolver404, resolve
from rest_framework.throttling import AnonRateThrottle

from tests.readmes import FEW, READMES, modules_named, modules_of, packages

ROOT = Path(__file__).resolve().parents[1]
DOCUMENTS = [
    *sorted(ROOT.glob("*.md")),
    *sorted((ROOT / "docs").rglob("*.md")),
    *sorted((ROOT / "examples").glob("*.md")),
    *READMES,
]
GUIDES = [ROOT / "docs" / "new-game.md", ROOT / "docs" / "a-feature-from-end-to-end.md"]
"""They make files themselves, and tests follow them."""
SETTINGS = ROOT / "docs" / "settings.md"
NAMED_PATH = re.compile(r"[\w.-]+(/[\w.-]+)*(/|\.(py|js|html|txt|md|toml))")
READERS = [
    ROOT / "platform" / "arbiter" / "settings.py",
    *sorted((ROOT / "platform" / "arbiter" / "configured").glob("*.py")),
    *(ROOT / "tools" / name for name in ("run.py", "workers.py")),
    *(ROOT / "sandbox" / name for name in ("artifacts.py", "isolation/__init__.py")),
    ROOT / "games" / "foreign" / "__init__.py",
]
INTERNAL = {"ARBITER_PROCESS", "ARBITER_SCOPE", "PATH"}
"""Variables that parts of the site set for each other, and of the system."""
ROW = re.compile(r"^\| ((?:`[A-Z_]+`(?:, )?)+) \| (.+) \| (.+) \|$", re.MULTILINE)


def documented(path: Path) -> dict[str, str]:
    """By variable: its default as the document's tables have it."""
    found: dict[str, str] = {}
    for names, _, default in ROW.findall(path.read_text()):
        names = re.findall(r"\w+", names)
        defaults = default.split(", ") if len(names) == len(default.split(", ")) else []
        found |= dict(zip(names, defaults or [default] * len(names), strict=True))
    return found


def read_by_code() -> dict[str, ast.expr | None]:
    """By variable of the environment: the default in the code."""
    found: dict[str, ast.expr | None] = {}
    for path in READERS:
        for node in ast.walk(ast.parse(path.read_text())):
            match node:
                case ast.Call(func=func, args=[ast.Constant(value=str(name)), *rest]) if re.search(
                    r"(?<![a-z])(env(iron)?|text|days)\b", ast.unparse(func)
                ):
                    default = next((k.value for k in node.keywords if k.arg == "default"), None)
                    found[name] = default or (rest[0] if rest else None)
                case ast.Assign(value=ast.Constant(value=str(name))) if name.startswith("ARBITER_"):
                    found[name] = None
    return {name: default for name, default in found.items() if name.isupper()}


def test_every_setting_is_documented_and_every_documented_one_is_read():
    assert set(documented(SETTINGS)) == set(read_by_code()) - INTERNAL


def test_documented_defaults_are_those_of_the_code():
    said, wrong, compared = documented(SETTINGS), {}, 0
    for name, default in read_by_code().items():
        if isinstance(default, ast.Constant) and name in said and default.value not in ("", None):
            flag = isinstance(default.value, bool)
            value = ("on" if default.value else "off") if flag else default.value
            compared += 1
            if not re.search(rf"(?<![\w.]){re.escape(str(value))}(?!\w)", said[name]):
                wrong[name] = (value, said[name])
    assert wrong == {}
    assert compared > 25


def examples(path: Path) -> Iterator[tuple[str, str, bool]]:
    """Variable, example, whether that is its default; of a document's tables and its commands."""
    for name, default in documented(path).items():
        if whole := re.fullmatch(r"`([^`]+[^/`])`|([\d.]+|on|off)", default):
            yield name, whole[1] or whole[2], True
    for names, meaning, _ in ROW.findall(path.read_text()):
        for name in re.findall(r"\w+", names):
            for example in re.findall(r"`([a-z+]+(?:://…)?)`", meaning):
                yield name, example, False
            for example in re.findall(r"(?:set to |; )(\d+)\b", meaning):
                yield name, example, False
    for name, example in re.findall(r"\b([A-Z_]{4,})='?([^\s`']+)", path.read_text()):
        if name in documented(SETTINGS) and not example.startswith(("/", ".", "$")):
            yield name, example, False


def settings_with(variables: dict[str, str]) -> dict[str, Any]:
    """The settings of an environment that has these variables and no others of the site."""
    with pytest.MonkeyPatch.context() as patch:
        for name in documented(SETTINGS):
            if name not in ("ARBITER_VAR", "SECRET_KEY"):
                patch.delenv(name, raising=False)
        for name, value in variables.items():
            patch.setenv(name, value)
        found: dict[str, Any] = {}
        for path in READERS:
            if ROOT / "platform" / "arbiter" in path.parents:
                found |= {k: v for k, v in runpy.run_path(str(path)).items() if k.isupper()}
    del found["CACHES"]  # it has an object that equals itself alone
    return found


def test_every_example_of_a_setting_is_parsed_and_defaults_are_what_they_say():
    usual, tried = settings_with({}), set()
    for path in (*DOCUMENTS, *(ROOT / "docs" / "deploy").iterdir()):
        for name, example, is_default in examples(path):
            if (name, example) not in tried:
                found = settings_with({name: example})
                for rate in found["REST_FRAMEWORK"]["DEFAULT_THROTTLE_RATES"].values():
                    AnonRateThrottle().parse_rate(rate)
                assert not is_default or found == usual, (name, example)
                tried.add((name, example))
    assert len(tried) > 60


@pytest.mark.parametrize(
    "value", ["ladder=30,sparring=7", "ladder=30;sparring=7", "ladder = 30, sparring=7,"]
)
def test_days_by_kind_of_match_are_separated_by_commas_or_semicolons(value):
    days = {"ladder": 30, "sparring": 7}
    assert settings_with({"ARBITER_REPLAY_COMPACT_DAYS": value})["REPLAY_COMPACT_DAYS"] == days
    assert settings_with({"ARBITER_REPLAY_KEEP_DAYS": value})["REPLAY_KEEP_DAYS"] == days


@pytest.mark.parametrize(
    ("variable", "value"),
    [
        ("ARBITER_REPLAY_COMPACT_DAYS", "ladder=soon"),
        ("ARBITER_REPLAY_KEEP_DAYS", "ladder"),
        ("THROTTLE_ANON", "often"),
        ("ACCOUNT_EMAIL_VERIFICATION", "mandatry"),
    ],
)
def test_a_value_that_cannot_be_read_is_reported_with_its_variable(variable, value):
    with pytest.raises(ImproperlyConfigured, match=variable):
        settings_with({variable: value})


@pytest.mark.parametrize("name", ["docs/deploy/README.md"])
def test_shorter_tables_name_known_settings(name):
    assert set(documented(ROOT / name)) <= set(documented(SETTINGS))


def test_the_readme_is_short_and_one_page_leads_to_all_documents():
    assert len((ROOT / "README.md").read_text().splitlines()) <= 120
    index = (ROOT / "docs" / "README.md").read_text()
    linked = set(re.findall(r"\]\(([^)#]+)\)", index))
    assert linked >= {path.name for path in (ROOT / "docs").glob("*.md")} - {"README.md"}
    assert linked >= {f"../{path.relative_to(ROOT)}" for path in READMES}
    assert [name for name in linked if not (ROOT / "docs" / name).exists()] == []


def test_each_package_of_more_than_ten_modules_has_a_readme():
    large = [folder for folder in packages() if len(modules_of(folder)) > FEW]
    assert len(large) > 30
    assert [str(f.relative_to(ROOT)) for f in large if f / "README.md" not in READMES] == []


@pytest.mark.parametrize("path", READMES, ids=lambda path: str(path.parent.relative_to(ROOT)))
def test_a_readme_has_each_module_of_its_package_once_and_no_other(path):
    """In its tables of modules; the app's registration in `apps.py` needs no words."""
    named, present = modules_named(path.read_text()), modules_of(path.parent)
    assert sorted(set(named) - present) == []
    assert not named or sorted(present - set(named) - {"apps.py"}) == []
    assert len(named) == len(set(named))


def test_the_architecture_has_few_rows_of_changes():
    """Those that cross rooms; all others are in the README of their room."""
    text = (ROOT / "ARCHITECTURE.md").read_text()
    table = text.partition("## Where to change what")[2].partition("\n## ")[0]
    rows = [line for line in table.splitlines() if line.startswith("| ")]
    assert 5 < len(rows) - 1 <= 12


def mentions(path: Path, name: re.Pattern[str]) -> bool:
    """Whether a text has the name; of a module, one of its strings that is no docstring."""
    if path.suffix != ".py":
        return bool(name.search(path.read_text()))
    nodes = list(ast.walk(ast.parse(path.read_text())))
    prose = {id(node.value) for node in nodes if isinstance(node, ast.Expr)}
    strings = (node for node in nodes if isinstance(node, ast.Constant) and id(node) not in prose)
    return any(isinstance(each.value, str) and name.search(each.value) for each in strings)


def test_the_row_of_a_new_language_has_each_file_that_names_an_existing_one():
    """Rust: it has a compiler, a build file, a mode, kits, and constants."""
    table = (ROOT / "ARCHITECTURE.md").read_text().split("| a new language for bots | ")[1]
    row = [
        name
        for words in re.findall(r"`([^`]+)`", table.partition("\n")[0])
        for name in spelled_out(words)
    ]
    rust = re.compile(r"\b([Rr]ustc?|Cargo)\b")
    modules = (
        path
        for room in ("cli", "ladder", "platform", "sandbox", "tools")
        for path in (ROOT / room).rglob("*.py")
    )
    files = {
        *(path for path in modules if "tests" not in path.parts),
        *(ROOT / "static").rglob("*.js"),
        *(ROOT / "games").glob("*.py"),
        *(path for path in (ROOT / "games" / "tests").glob("*.py") if "rust" not in path.name),
        *(path for path in (ROOT / "docs").glob("*.md") if path.name != "decisions.md"),
        ROOT / "games" / "foreign" / "README.md",
        ROOT / "CHANGELOG.md",
    }
    known = {
        str(path.relative_to(ROOT)).removeprefix("platform/")
        for path in files
        if mentions(path, rust)
    }
    assert len(known) > 12
    assert [name for name in sorted(known) if not name.startswith(tuple(row))] == []


def test_constants_that_the_architecture_names_are_in_their_modules():
    pairs = re.findall(
        r"`(_?[A-Z]{4,}(?:_[A-Z]+)*)` (?:in|of) `([\w/.]+\.py)`",
        (ROOT / "ARCHITECTURE.md").read_text(),
    )
    assert len(pairs) >= 6
    for name, module in pairs:
        near = [ROOT / module, ROOT / "platform" / module]
        text = next(path.read_text() for path in near if path.exists())
        assert re.search(rf"^{name}\b.* = ", text, re.M), f"{module} has no {name}"


def test_the_readme_of_notices_has_each_module_that_writes_one():
    path = ROOT / "platform" / "notices" / "README.md"
    topics = path.read_text().partition("## Topics")[2].partition("\n## ")[0]
    listed = {name for each in re.findall(r"`([^`]+)`", topics) for name in spelled_out(each)}
    sends = re.compile(r"from notices\.services import .*\btell\b|notice_written\.send")
    modules = [p for room in ("platform", "ladder") for p in (ROOT / room).rglob("*.py")]
    writers = {p for p in modules if "tests" not in p.parts and sends.search(p.read_text())}
    assert len(writers) > 20
    names = {str(path.relative_to(ROOT)).removeprefix("platform/") for path in writers}
    assert sorted(names - listed) == []


def test_labels_that_documents_name_are_on_pages():
    """Bold words are labels there: **My bots → New bot**."""
    rooms = {"templates": "html", "static": "js", "platform": "py", "ladder": "py"}
    files = (path for room, kind in rooms.items() for path in (ROOT / room).rglob(f"*.{kind}"))
    shown = " ".join(" ".join(path.read_text().split()) for path in files)
    names = ("authors", "organizers", "programs", "embedding", "event-archive", "event-plans")
    texts = [(ROOT / "docs" / f"{name}.md").read_text() for name in (*names, "event-results")]
    bold = re.findall(
        r"\*\*([A-Z][^*]+)\*\*", "\n".join([(ROOT / "README.md").read_text(), *texts])
    )
    labels = {label for each in bold for label in " ".join(each.split()).split(" → ")}
    assert len(labels) > 30
    assert [label for label in sorted(labels) if label not in shown] == []


def words_of_code(path: Path) -> Iterator[str]:
    """Code blocks and inline code of a document."""
    text = path.read_text()
    blocks = re.compile(r"^( *)(```+)\w*\n(.*?)^\1\2$", re.DOTALL | re.MULTILINE)
    yield from (block[2] for block in blocks.findall(text))
    yield from re.findall(r"`([^`\n]+)`", blocks.sub("", text))


def spelled_out(name: str) -> list[str]:
    """`a/{b,c}.py` as `a/b.py` and `a/c.py`."""
    braced = re.fullmatch(r"([^{}]*){([^{}]*)}([^{}]*)", name)
    return [f"{braced[1]}{x}{braced[3]}" for x in braced[2].split(",")] if braced else [name]


@pytest.fixture(scope="module")
def code() -> dict[Path, list[str]]:
    return {path: list(words_of_code(path)) for path in DOCUMENTS}


def named(code: dict[Path, list[str]], pattern: str) -> set[str]:
    found = {
        name for words in code.values() for text in words for name in re.findall(pattern, text)
    }
    assert found, f"no document has {pattern}"
    return found


def test_every_make_target_exists(code):
    targets = {name for names in named(code, r"\bmake((?: [a-z-]+)+)") for name in names.split()}
    rules = re.findall(r"^([a-z -]+):", (ROOT / "Makefile").read_text(), re.MULTILINE)
    assert targets <= {name for names in rules for name in names.split()}


def test_every_management_command_exists(code):
    own = {"worker"}
    """Of `manage.py` itself, before Django is loaded."""
    assert named(code, r"manage\.py ([a-z_]+)") <= set(get_commands()) | own


def test_every_module_that_documents_run_exists(code):
    for name in named(code, r"python3? -m ([a-z_.]+)"):
        assert importlib.util.find_spec(name.rstrip(".")), name


def test_every_path_that_documents_name_exists():
    roots = [ROOT, ROOT / "platform", ROOT / "sandbox", ROOT / "platform" / "arbiter"]
    missing = set()
    for path in DOCUMENTS:
        if path in GUIDES:
            continue
        for name in (name for words in words_of_code(path) for name in spelled_out(words)):
            if NAMED_PATH.fullmatch(name) and not name.startswith("var/"):
                near = [path.parent, *roots, *(ROOT / "ladder").glob("*/"), ROOT / "static"]
                if not any((base / name).exists() for base in near) and "/" in name.rstrip("/"):
                    missing.add(f"{path.relative_to(ROOT)}: {name}")
    assert missing == set()


def test_every_link_leads_somewhere():
    for path in DOCUMENTS:
        for link in re.findall(r"\]\((?!http)([^)#]+)(?:#[^)]*)?\)", path.read_text()):
            assert (path.parent / link).exists(), f"{path.relative_to(ROOT)}: {link}"


def test_every_address_that_documents_name_is_a_page(code):
    for name in named(code, r"(?:^|localhost:8000)(/[a-z]+/(?:[a-z0-9]+/)*)(?:$|[\s`\"])"):
        try:
            resolve(name)
        except Resolver404:
            assert Path(name).exists(), f"{name} is neither a page nor a folder"


def test_shell_blocks_are_shell(code):
    for path in DOCUMENTS:
        for block in re.findall(r"^ *```sh\n(.*?)^ *```$", path.read_text(), re.DOTALL | re.M):
            subprocess.run(["bash", "-n"], input=block, text=True, check=True)

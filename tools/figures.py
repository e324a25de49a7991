"""Figures of the project: sizes, imports and capabilities.  ``make figures`` prints them.

With the word ``capabilities`` it prints the list that ``tests/capabilities.txt`` records.
"""

from __future__ import annotations

import ast
import os
import re
import sys
from collections import Counter
from collections.abc import Iterable, Iterator
from functools import cached_property
from pathlib import Path

ROOT = Path(__file__).resolve().parents[1]
ROOMS = ("games", "sandbox", "cli", "ladder", "platform")
SITE = ("ladder", "platform")
NO_PRODUCT = {"tests", "migrations", "sdk", "conftest.py"}
MOST_LOOSE = 12
"""Modules that a package may have beside its rooms."""
VAGUE = frozenset(("told", "words", "found"))
PLAN = "ladder.core.contest.plan"
KINDS = "ladder/events/kinds/"
SORTS = ("grouped", "is_bracket")
ADMIN = "desk/admin/"
SETTING_ROW = re.compile(r"^\| ((?:`[A-Z_]+`(?:, )?)+) \|", re.MULTILINE)
SCOPES = ast.Module | ast.ClassDef | ast.FunctionDef | ast.AsyncFunctionDef


class Module:
    def __init__(self, path: Path) -> None:
        self.name = str(path.relative_to(ROOT))
        self.room, *self.inner = path.relative_to(ROOT).parts
        self.text = path.read_text()

    @cached_property
    def nodes(self) -> list[ast.AST]:
        return [*ast.walk(ast.parse(self.text))]

    def imports(self) -> set[tuple[str, str]]:
        """The names that the module imports, each after the module that has it."""
        return {
            (node.module or "", each.name)
            for node in self.nodes
            if isinstance(node, ast.ImportFrom)
            for each in node.names
        }


def product() -> list[Module]:
    """The modules of a site and of its commands: no tests, migrations, kits or house bots."""
    modules = (Module(path) for room in ROOMS for path in sorted((ROOT / room).rglob("*.py")))
    return [
        each
        for each in modules
        if not NO_PRODUCT & {*each.inner} and not (each.room == "games" and "bots" in each.inner)
    ]


def crowded(modules: Iterable[Module]) -> dict[str, int]:
    """Packages with more than `MOST_LOOSE` loose modules, largest first."""
    folders = (each.name.rpartition("/") for each in modules)
    counted = Counter(folder for folder, _, name in folders if name != "__init__.py")
    return {folder: count for folder, count in counted.most_common() if count > MOST_LOOSE}


def called(modules: Iterable[Module], name: str) -> int:
    """Calls of a function or method of this name."""
    return sum(
        isinstance(node, ast.Call) and ast.unparse(node.func).rpartition(".")[2] == name
        for module in modules
        if f"{name}(" in module.text
        for node in module.nodes
    )


def crossing(modules: Iterable[Module]) -> tuple[int, int]:
    """Names of the ladder that the platform imports, and the modules that they come from."""
    names = {
        (home, name)
        for module in modules
        if module.room == "platform"
        for home, name in module.imports()
        if home.split(".")[0] == "ladder"
    }
    homes = {f"{home}.{name}" if _is_module(f"{home}.{name}") else home for home, name in names}
    return len(names), len(homes)


def _is_module(name: str) -> bool:
    place = ROOT.joinpath(*name.split("."))
    return place.is_dir() or place.with_suffix(".py").exists()


def asking_for_kinds(modules: Iterable[Module]) -> Counter[str]:
    """By module: the places that name a member of a stage's `Kind`, or ask for one of `SORTS`."""
    counted: Counter[str] = Counter()
    for module in modules:
        knows = (PLAN, "Kind") in module.imports() or _is_module_of_kinds(module)
        for node in module.nodes if not module.name.startswith(KINDS) else ():
            if isinstance(node, ast.Attribute):
                of_kind = knows and ast.unparse(node.value) == "Kind" and node.attr.isupper()
                counted[module.name] += of_kind or node.attr in SORTS
    return +counted


def _is_module_of_kinds(module: Module) -> bool:
    return module.name.removesuffix(".py").replace("/", ".") == PLAN


def vague_names(modules: Iterable[Module]) -> int:
    """Functions, parameters, fields and variables named as `VAGUE` says, once for each scope."""
    scopes = (node for each in modules for node in each.nodes if isinstance(node, SCOPES))
    return sum(len(VAGUE & {*_bound_in(scope)}) for scope in scopes)


def _bound_in(scope: ast.AST) -> Iterator[str]:
    left = [*ast.iter_child_nodes(scope)]
    while left:
        match node := left.pop():
            case ast.FunctionDef(name=name) | ast.AsyncFunctionDef(name=name) | ast.arg(arg=name):
                yield name
            case ast.Name(id=name, ctx=ast.Store()):
                yield name
        left += [] if isinstance(node, SCOPES) else [*ast.iter_child_nodes(node)]


def capabilities() -> list[str]:
    """Pages, routes of the API, commands and settings, sorted.  Django must be set up."""
    sources = (_pages, _routes, _management, _arbiter, _programs, _settings)
    return sorted({name for source in sources for name in source()})


def _pages() -> Iterator[str]:
    """As Django's table of addresses has them.  The list of a table stands for its admin pages."""
    from django.urls import URLPattern, URLResolver, get_resolver

    left: list[tuple[str, URLPattern | URLResolver]]
    left = [("", each) for each in get_resolver().url_patterns]
    while left:
        before, entry = left.pop()
        address = before + str(entry.pattern).removeprefix("^").removesuffix(r"\Z")
        if isinstance(entry, URLResolver):
            left += [(address, each) for each in entry.url_patterns]
        elif address.startswith(ADMIN):
            yield from [f"page /{address}"] if str(entry.name).endswith("_changelist") else []
        elif not address.startswith("api/v1/"):
            yield f"page /{address}"


def _routes() -> Iterator[str]:
    from rest_framework.schemas.generators import EndpointEnumerator

    for path, method, _view in EndpointEnumerator().get_api_endpoints():
        yield f"api {method} {path}"


def _management() -> Iterator[str]:
    from django.core.management import get_commands

    for name, app in get_commands().items():
        if any(ROOT.joinpath(home, *app.split(".")).is_dir() for home in ("", "platform")):
            yield f"manage.py {name}"
    yield "manage.py worker"  # `manage.py` itself starts it, without Django


def _arbiter() -> Iterator[str]:
    import click

    from cli.app import arbiter

    left: list[tuple[str, click.Command | None]] = [("arbiter", arbiter)]
    while left:
        name, command = left.pop()
        if isinstance(command, click.Group):
            context = click.Context(command)
            inner = command.list_commands(context)
            left += [(f"{name} {each}", command.get_command(context, each)) for each in inner]
        else:
            yield name


def _programs() -> Iterator[str]:
    for room in (*ROOMS, "examples"):
        for path in (ROOT / room).rglob("__main__.py"):
            if "tests" not in path.parts:
                yield f"python -m {'.'.join(path.parent.relative_to(ROOT).parts)}"
    yield "python -m sandbox.hostile"  # a module, which starts the kit among the tests


def _settings() -> Iterator[str]:
    for names in SETTING_ROW.findall((ROOT / "docs" / "settings.md").read_text()):
        yield from (f"setting {name}" for name in re.findall(r"\w+", names))


def report() -> Iterator[tuple[str, int]]:
    """Figures that need no Django, each after its label."""
    modules = product()
    site = [each for each in modules if each.room in SITE]
    by_room: Counter[str] = Counter()
    for module in modules:
        by_room[module.room] += len(module.text.splitlines())
    yield "Lines of Python in the product", by_room.total()
    yield from ((f"  in {room}/", by_room[room]) for room in ROOMS)
    for folder, count in crowded(modules).items():
        yield f"Loose modules in {folder}/ (more than {MOST_LOOSE})", count
    yield "Calls of select_for_update", called(site, "select_for_update")
    yield "Calls of arbiter.database.locks.lock", called(site, "lock")
    names, homes = crossing(site)
    yield "Names of ladder/ that platform/ imports", names
    yield "  from modules of ladder/", homes
    asking = asking_for_kinds(site)
    outside = [count for name, count in asking.items() if "ladder/core/" not in name]
    yield "Places outside ladder/core/ that ask for the kind of a stage", sum(outside)
    yield "  in modules", len(outside)
    yield "Places in ladder/core/ that ask for it", asking.total() - sum(outside)
    yield f"Names {', '.join(sorted(VAGUE))} in ladder/ and platform/", vague_names(site)
    for text in ("dict[str, Any]", "type: ignore"):
        yield f"“{text}” in ladder/ and platform/", sum(each.text.count(text) for each in site)


def set_up() -> None:
    """Django for `capabilities`.  It opens no database and writes nothing."""
    import django

    sys.path[:0] = [str(ROOT / "platform"), str(ROOT)]
    os.environ |= {"DJANGO_SETTINGS_MODULE": "arbiter.settings", "SECRET_KEY": "unused"}
    os.environ |= {"DATABASE_URL": "sqlite://:memory:", "ARBITER_VAR": "/nonexistent"}
    django.setup()


def main(words: list[str]) -> None:
    set_up()
    can = capabilities()
    if words == ["capabilities"]:
        print("\n".join(can))
        return
    kinds = Counter(each.split()[0] for each in can)
    counts = [("Capabilities", len(can)), *((f"  {name}", kinds[name]) for name in kinds)]
    for label, value in [*report(), *counts]:
        print(f"{label:<64}{value:>8,}")


if __name__ == "__main__":
    main(sys.argv[1:])

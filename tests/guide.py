"""A guide that is followed to the letter: its files, its changes of files, its commands.

A heading that is nothing but a path stands before the whole content of that file or, in a block of
``diff``, before what changes in it; lines ``@@`` separate changes.  Blocks of ``sh`` are commands;
a block of ``text`` right after one has lines of what they say, with ``…`` for anything.
"""

from __future__ import annotations

import hashlib
import os
import re
import shutil
import subprocess
import sys
from dataclasses import dataclass
from pathlib import Path

from tests.site import ROOT, clean_environment

_BLOCK = re.compile(r"^(?P<fence>`{3,})(?P<kind>\w*)\n(?P<body>.*?)^(?P=fence)$", re.M | re.S)
_PARTS = re.compile(r"^@@\n", re.M)
_HEADING = re.compile(r"^#### `(\S+)`$")
_COMMAND_S = 300
_KEPT = ROOT / ".pytest_cache" / "mypy"
"""mypy's cache, which knows modules by their content: the copies differ in a few of them."""


@dataclass(frozen=True, slots=True)
class File:
    path: str
    content: str


@dataclass(frozen=True, slots=True)
class Change:
    """``before`` stands once in the file."""

    path: str
    before: str
    after: str


@dataclass(frozen=True, slots=True)
class Commands:
    lines: tuple[str, ...]
    seen: tuple[str, ...] = ()


Step = File | Change | Commands


def steps_of(text: str) -> list[Step]:
    """The steps of a guide, in its order.  AssertionError for a block that is none of these."""
    steps: list[Step] = []
    end = 0
    for block in _BLOCK.finditer(text):
        above = text[end : block.start()].strip().splitlines()
        heading = _HEADING.match(above[-1]) if above else None
        kind, body = block["kind"], block["body"]
        if heading and kind == "diff":
            steps += (_change(heading[1], part) for part in _PARTS.split(body))
        elif heading:
            steps.append(File(heading[1], body))
        elif kind == "sh":
            steps.append(Commands(tuple(body.replace("\\\n", "").splitlines())))
        else:
            last = steps.pop() if kind == "text" and not above else None
            assert isinstance(last, Commands), f"a block stands alone: {block[0]}"
            steps.append(Commands(last.lines, tuple(body.splitlines())))
        end = block.end()
    return steps


def _change(path: str, body: str) -> Change:
    def side(other: str) -> str:
        lines = (line for line in body.splitlines(keepends=True) if line[0] != other)
        return "".join(line[1:] for line in lines)

    return Change(path, side("+"), side("-"))


def look_for(seen: tuple[str, ...], said: str) -> None:
    """The lines are part of the output, in their order."""
    at = 0
    for line in seen:
        pattern = ".*".join(map(re.escape, line.split("…")))
        found = re.compile(rf"^{pattern}\s*$", re.MULTILINE).search(said, at)
        assert found, f"“{line}” is not seen in\n{said}"
        at = found.end()


class Project:
    """A copy of this project that one may change, of what git ignores with compiled modules alone.
    Anyone can read it."""

    def __init__(self, root: Path) -> None:
        self.root = root
        ignored = [name.strip("/") for name in (ROOT / ".gitignore").read_text().split()]
        self._ignored = shutil.ignore_patterns(".git", *ignored)
        # Every command would compile all modules again.  Python renames what it has just compiled.
        left = shutil.ignore_patterns(".git", "*.pyc.*", *{*ignored} - {"__pycache__", "*.pyc"})
        shutil.copytree(ROOT, root, ignore=left, dirs_exist_ok=True)
        for path in (root, *root.rglob("*")):
            path.chmod(path.stat().st_mode | (0o755 if path.is_dir() else 0o644))
        (root / ".venv").symlink_to(sys.prefix)

    def files(self) -> dict[str, str]:
        """Digests by path."""
        found = {}
        for folder, folders, names in os.walk(self.root):
            dropped = self._ignored(folder, [*folders, *names])
            folders[:] = [name for name in folders if name not in dropped]
            for name in set(names) - dropped:
                path = Path(folder, name)
                digest = hashlib.sha256(path.read_bytes()).hexdigest()
                found[str(path.relative_to(self.root))] = digest
        return found

    def follow(self, step: Step) -> None:
        """Do it.  AssertionError where it cannot be done, or looks otherwise than it should."""
        match step:
            case File(path, content):
                target = self.root / path
                assert not target.exists(), f"{path} is there already"
                target.parent.mkdir(parents=True, exist_ok=True)
                target.write_text(content)
            case Change(path, before, after):
                text = (self.root / path).read_text()
                assert text.count(before) == 1, f"{path} has not once\n{before}"
                (self.root / path).write_text(text.replace(before, after))
            case Commands(lines, seen):
                look_for(seen, "".join(map(self.run, lines)))

    def run(self, line: str) -> str:
        """The output of a command, which must succeed."""
        env = clean_environment(self.root / "var", MYPY_CACHE_DIR=str(_KEPT))
        env = {name: value for name, value in env.items() if not name.startswith("PYTEST")}
        done = subprocess.run(
            ["sh", "-c", line],
            cwd=self.root,
            env=env,
            stdout=subprocess.PIPE,
            stderr=subprocess.STDOUT,
            text=True,
            timeout=_COMMAND_S,
            check=False,
        )
        assert done.returncode == 0, f"$ {line}\n{done.stdout}"
        return done.stdout

"""Installing foreign games: build the program, try it, put it in its place.

A version lies whole in a folder of its own below ``.versions``; ``<games>/<name>`` is a link that
is moved from one to the next at once.  Processes that run notice within a second, and may have
begun something with the version that they knew, so the one before stays until the next comes.
"""

from __future__ import annotations

import fcntl
import hashlib
import io
import json
import os
import shutil
import stat
import tempfile
import time
from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path

from games import changes
from games.foreign.fields import ManifestError
from games.foreign.game import FOLDER, ForeignGame, limits_text
from games.foreign.installed import (
    FILES,
    INSTALLED,
    PROGRAM,
    RULES,
    check_names,
    check_title,
    load,
    read_table,
)
from games.foreign.manifest import FILE, Manifest
from games.game import Game
from games.package import MOST_TEXT, house_files
from games.texts import visible
from sandbox.artifacts import Artifact, files_below, pack
from sandbox.artifacts import Manifest as ProgramManifest
from sandbox.builds import build
from sandbox.errors import UploadError
from sandbox.foreign.install.trials import trial, try_kits
from sandbox.isolation.base import PROGRAM as IN_SANDBOX
from sandbox.languages import LANGUAGES
from sandbox.languages.base import Language
from sandbox.limits import BUILDS, MIB
from sandbox.uploads.archives import Source, read_upload, to_zip

VERSIONS = ".versions"
NEW = ".new-"
_LEFT_S = 24 * 3600
_JUNK = ("__pycache__", ".git", ".hg", ".svn", "*.pyc")
Say = Callable[[str], object]


@dataclass(frozen=True, slots=True)
class Installed:
    """A game that was put in its place; ``scores`` are those of its trial."""

    game: ForeignGame
    scores: tuple[float, ...]


def install(
    folder: Path,
    games: Path,
    ours: Mapping[str, Game],
    say: Say,
    check: Callable[[ForeignGame], object] = lambda _game: None,
) -> Installed:
    """Install the game in ``folder`` below ``games``, in place of a version that is there.

    ``ours`` are the games of the site that were not installed; ``say`` gets lines of the build's
    log, and ``check`` may raise `ManifestError` before the trial.
    Its starter kits are built and tried, too.
    `ManifestError` or `BuildError` for what its makers must change, `SandboxError` where its
    program does not hold to the protocol or the sandbox fails; nothing is changed then.
    Any number of processes may install games at once: of two versions of one game the one whose
    trial ends later stays.
    """
    _check_kinds(folder)
    manifest = Manifest.read(folder)
    _check_folders(folder, manifest)
    artifact = build_program(folder, manifest, say)
    (games / VERSIONS).mkdir(parents=True, exist_ok=True)
    with tempfile.TemporaryDirectory(prefix=NEW, dir=games) as work:
        whole = Path(work, manifest.name)
        _gather(folder, manifest, artifact, whole)
        game = load(whole)
        check_names(game, _others(games, ours, game.name))
        check_title(game, _others(games, ours, game.name))
        check(game)
        _check_uploads(game)
        say("Playing a match against players that know nothing …\n")
        scores = trial(game)
        try_kits(game, say)
        with alone(games):
            check_names(game, _others(games, ours, game.name))
            put(games, whole, game.name)
            game = load(games / game.name)
    clear(games)
    return Installed(game, scores)


def _others(games: Path, ours: Mapping[str, Game], name: str) -> dict[str, Game]:
    """The games of the site besides the one of that name that is installed."""
    installed = read_table(games, ours).games
    return {**ours, **{other: game for other, game in installed.items() if other != name}}


@contextmanager
def alone(games: Path) -> Iterator[None]:
    """Only one process at a time puts something into its place."""
    folder = os.open(games / VERSIONS, os.O_RDONLY | os.O_DIRECTORY)
    try:
        fcntl.flock(folder, fcntl.LOCK_EX)
        yield
    finally:
        os.close(folder)


def put(games: Path, whole: Path, name: str) -> None:
    place = games / VERSIONS / f"{name}-{tree_digest(whole)}"
    if not place.is_dir():
        whole.rename(place)
    before = current(games, name)
    _point(games / name, place)
    _prune(games, name, {place, before})
    if before != place:
        _leave(before)


def remove(name: str, games: Path) -> bool:
    """Take a game away; whether it was there.

    Its folder stays for a day, for processes that have begun to read it: see `clear`.
    """
    link = games / name
    if not link.is_symlink():
        return False
    place = current(games, name)
    link.unlink()
    _leave(place)
    return True


def _leave(place: Path | None) -> None:
    """Let the day begin after which a version that was in use is cleared away."""
    if place is not None and place.is_dir():
        os.utime(place)


def clear(games: Path) -> None:
    """Delete versions that have not been in use for a day, and the rest of killed installations."""
    if not (games / VERSIONS).is_dir():
        return
    with alone(games):
        used = {current(games, link.name) for link in games.iterdir()}
        places = [place for place in (games / VERSIONS).iterdir() if place not in used]
        for place in (*places, *games.glob(f"{NEW}*")):
            if time.time() - place.lstat().st_mtime > _LEFT_S:
                shutil.rmtree(place, ignore_errors=True)


def build_program(folder: Path, manifest: Manifest, say: Say) -> Artifact:
    """The artifact of the game's own program."""
    with tempfile.TemporaryDirectory(prefix="arbiter-game-") as work:
        source = Path(work, "source")
        _copy_program(folder, manifest, source)
        if not manifest.command:
            language = _language(manifest.language, source)
            return build(source, language, say, program=manifest.program)
        return _packed(source, manifest.command)


def _language(name: str, source: Path) -> Language:
    """The language of that name, in which the files below ``source`` are a program."""
    files = [path.relative_to(source).as_posix() for path in source.rglob("*") if path.is_file()]
    if problem := LANGUAGES[name].entry(files):
        raise ManifestError(f"source: {problem}")
    return LANGUAGES[name]


def _packed(source: Path, command: tuple[str, ...]) -> Artifact:
    files = files_below(source)
    size = sum(len(file.content) for file in files.values())
    if size > BUILDS.artifact or len(files) > BUILDS.files:
        raise ManifestError(
            f"the folder holds more than {BUILDS.artifact // MIB} MB or {BUILDS.files} files: "
            "leave in it only what the program needs"
        )
    first, *rest = command
    if not first.startswith("/"):
        path = os.path.normpath(first)
        if path not in files:
            raise ManifestError(f"command names {first}, but the folder has no such file")
        if not files[path].executable:
            raise ManifestError(f"command names {first}, which is no program: chmod +x {first}")
        first = f"{IN_SANDBOX}/{path}"
    return pack(files, ProgramManifest("", (first, *rest)))


def _copy_program(folder: Path, manifest: Manifest, target: Path) -> None:
    """The program's files, without kits, bots and what belongs to the manifest."""
    root = (folder / manifest.source).resolve()
    others = {(folder / kit.folder).resolve() for kit in manifest.kits}
    others |= {(folder / bot.source).resolve() for bot in manifest.bots}
    others.add((folder / FILE).resolve())
    junk = shutil.ignore_patterns(*_JUNK)

    def skipped(place: str, names: list[str]) -> set[str]:
        inside = Path(place).resolve()
        return {*junk(place, names), *(name for name in names if inside / name in others)}

    shutil.copytree(root, target, ignore=skipped, symlinks=True)


def _check_kinds(folder: Path) -> None:
    """`ManifestError` for a link: it could lead to a file of this machine."""
    for place, folders, names in os.walk(folder):
        for path in (Path(place, name) for name in sorted((*folders, *names))):
            mode, shown = path.lstat().st_mode, visible(str(path.relative_to(folder)))
            if stat.S_ISLNK(mode):
                raise ManifestError(f"{shown} is a link: replace it with the file itself")
            if not (stat.S_ISREG(mode) or stat.S_ISDIR(mode)):
                raise ManifestError(f"{shown} is a special file: remove it")
            if shown != str(path.relative_to(folder)):
                raise ManifestError(f"{shown} has invisible characters in its name: rename it")


def _check_folders(folder: Path, manifest: Manifest) -> None:
    check_languages(manifest)
    wanted = [("source", Path(manifest.source))]
    wanted += [("kits: folder", kit.folder) for kit in manifest.kits]
    for name, path in wanted:
        if not (folder / path).is_dir():
            raise ManifestError(f"{name}: there is no folder {path} in {folder}")
    for kit in manifest.kits:
        if (folder / kit.folder / "README.md").is_dir():
            raise ManifestError(f"kits: {kit.title}: README.md is a folder: make it a file")
    for bot in manifest.bots:
        if not (folder / bot.source).exists():
            raise ManifestError(f"bots: folder: there is no {bot.source} in {folder}")


def check_languages(manifest: Manifest) -> None:
    """`ManifestError` where the game, a kit or a bot names a language that no site has."""
    named = {"language": manifest.language} if manifest.language else {}
    named |= {f"kits: {kit.title}: language": kit.language for kit in manifest.kits}
    named |= {f"bots: {bot.name}: language": bot.language for bot in manifest.bots}
    for field, language in named.items():
        if language not in LANGUAGES:
            known = ", ".join(LANGUAGES)
            raise ManifestError(f"{field} must be one of {known}; it is {language!r}")


def _check_uploads(game: ForeignGame) -> None:
    """House bots are uploaded when the site starts, which nothing may stop."""
    for bot in game.house:
        if problem := LANGUAGES[bot.language].unavailable():
            raise ManifestError(f"bots: {bot.name}: {problem}")
        source = Source(house_files(bot, game.kits), bot.language)
        try:
            read_upload(f"{bot.name}.zip", io.BytesIO(to_zip(source)), language=bot.language)
        except UploadError as error:
            raise ManifestError(f"bots: {bot.name}: {error}") from error


def _check_texts(manifest: Manifest, whole: Path) -> None:
    """Pages show these texts, and render them up to this size."""
    texts = {"rules": whole / RULES}
    for kit in manifest.kits:
        texts[f"kits: {kit.title}"] = whole / FILES / kit.folder / "README.md"
    for name, path in texts.items():
        if path.is_file() and path.stat().st_size > MOST_TEXT:
            raise ManifestError(
                f"{name}: {path.name} is larger than {MOST_TEXT // 1024} KB with what the site "
                "adds to it: shorten it"
            )


def _gather(folder: Path, manifest: Manifest, artifact: Artifact, whole: Path) -> None:
    """Everything that the site needs of the game, in one folder."""
    whole.mkdir()
    (whole / FILE).write_text(json.dumps(manifest.raw, indent=1))
    (whole / PROGRAM).write_bytes(artifact.data)
    (whole / INSTALLED).write_text(json.dumps({"sha256": artifact.sha256}))
    (whole / RULES).write_text(_rules(folder, manifest), encoding="utf-8")
    _add_changes(folder, manifest, whole)
    _copy_files(folder, manifest, whole / FILES)
    _check_texts(manifest, whole)


def _copy_files(folder: Path, manifest: Manifest, files: Path) -> None:
    """Kits and bots, whose paths are the author's, into a folder in which nothing else is."""
    files.mkdir()
    kits = {kit.folder for kit in manifest.kits}
    junk = shutil.ignore_patterns(*_JUNK)
    for path in {*kits, *(bot.source for bot in manifest.bots)}:
        (files / path).parent.mkdir(parents=True, exist_ok=True)
        if (folder / path).is_dir():
            shutil.copytree(folder / path, files / path, ignore=junk, dirs_exist_ok=True)
        else:
            shutil.copy(folder / path, files / path)
    for kit in kits:
        _add_limits(files / kit / "README.md", manifest)


def _add_changes(folder: Path, manifest: Manifest, whole: Path) -> None:
    """The changelog of the rules, where the game has one; it must name the rules as they are."""
    if not (folder / changes.FILE).exists():
        return
    rules = folder / manifest.rules
    try:
        text = rules.read_text(encoding="utf-8") if rules.is_file() else ""
        changes.check(folder, text, manifest.version)
    except (ValueError, OSError) as error:
        raise ManifestError(str(error)) from error
    shutil.copy(folder / changes.FILE, whole / changes.FILE)


def _add_limits(readme: Path, manifest: Manifest) -> None:
    """Let a kit's README end with the limits; one is made where the kit has none."""
    own = readme.read_text("utf-8", "replace") if readme.is_file() else f"# {manifest.title}\n"
    readme.write_text(f"{own.rstrip()}\n\n{limits_text(manifest)}", encoding="utf-8")


def _rules(folder: Path, manifest: Manifest) -> str:
    """The game's own rules and, below them, what holds for the bots of all such games."""
    general = (FOLDER / RULES).read_text(encoding="utf-8")
    general = f"{general.rstrip()}\n\n{limits_text(manifest)}"
    try:
        own = (folder / manifest.rules).read_text(encoding="utf-8")
    except FileNotFoundError:
        return general.replace("# A game with rules of its own", f"# {manifest.title}", 1)
    except (OSError, ValueError) as error:
        raise ManifestError(f"rules: {manifest.rules} cannot be read: {error}") from error
    _, _, protocol = general.partition("\n## ")
    return f"{own.rstrip()}\n\n## {protocol}"


def digest_of(game: ForeignGame) -> str:
    """Tells the installed versions of a game apart, also those that call themselves the same."""
    return game.folder.name.rpartition("-")[2]


def tree_digest(folder: Path) -> str:
    """Of all files in the folder: equal versions share a place."""
    digest = hashlib.sha256()
    for path in sorted(folder.rglob("*")):
        if path.is_file() and not path.is_symlink():
            digest.update(f"{path.relative_to(folder)}\0{path.stat().st_size}\0".encode())
            digest.update(path.read_bytes())
    return digest.hexdigest()[:16]


def current(games: Path, name: str) -> Path | None:
    link = games / name
    return games / VERSIONS / os.readlink(link).rsplit("/", 1)[-1] if link.is_symlink() else None


def _point(link: Path, place: Path) -> None:
    """Make ``link`` lead to ``place`` from one moment to the next."""
    if link.exists() and not link.is_symlink():
        raise ManifestError(f"{link} is in the way: it was not installed; move it away")
    fresh = link.with_name(f".link-{os.getpid()}-{link.name}")
    fresh.unlink(missing_ok=True)
    fresh.symlink_to(Path(VERSIONS, place.name))
    fresh.replace(link)


def _prune(games: Path, name: str, kept: set[Path | None]) -> None:
    for place in (games / VERSIONS).iterdir():
        if place.name.rpartition("-")[0] == name and place not in kept:
            shutil.rmtree(place, ignore_errors=True)

"""``arbiter new``: a starter kit."""

from __future__ import annotations

from pathlib import Path

import click

from cli import local
from cli.errors import CommandError
from cli.terminal import say
from games.package import kit_paths


@click.command(short_help="Write a starter kit.")
@click.argument("game")
@click.argument("language")
@click.argument("folder", required=False, type=Path)
def command(game: str, language: str, folder: Path | None) -> None:
    """Write the starter kit of a GAME in a LANGUAGE to FOLDER, which must be new or empty."""
    found = local.game_named(game)
    kit = found.kit(language)
    if kit is None:
        known = ", ".join(kit.language for kit in found.kits)
        raise CommandError(
            f"{found.title} has no starter kit in “{language}”. Choose one of: {known}."
        )
    target = folder or Path(f"{game}-{language}")
    if target.exists() and (not target.is_dir() or any(target.iterdir())):
        raise CommandError(f"{target} is there already. Name another folder, or remove it.")
    paths = kit_paths(kit)
    for name, source in paths.items():
        path = target / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_bytes(source.read_bytes())
        path.chmod(0o755 if source.stat().st_mode & 0o100 else 0o644)
    say(f"{kit.title} for {found.title}: {len(paths)} files in {target}. Begin with README.md.")
    if found.house:
        say(f"Play: arbiter play {game} {target} house:{found.house[0].name}")

"""The site and the tokens that the command line keeps on this computer."""

from __future__ import annotations

import json
import os
import tempfile
from dataclasses import dataclass, field
from pathlib import Path
from urllib.parse import urlsplit

import click
from platformdirs import user_config_path

from cli.errors import CommandError

SITE = "ARBITER_SITE"
TOKEN = "ARBITER_TOKEN"  # noqa: S105  a name


@dataclass
class Config:
    """``site`` is the address that is used where none is given; ``tokens`` are by address."""

    site: str = ""
    tokens: dict[str, str] = field(default_factory=dict)

    def save(self) -> None:
        """Write it, whole or not at all, readable for this person alone."""
        path = _path()
        path.parent.mkdir(parents=True, exist_ok=True)
        text = json.dumps({"site": self.site, "tokens": self.tokens}, indent=2) + "\n"
        descriptor, name = tempfile.mkstemp(prefix=".config-", dir=path.parent)  # of mode 0600
        try:
            with open(descriptor, "w") as file:
                file.write(text)
            os.replace(name, path)
        except BaseException:
            os.unlink(name)
            raise


def load() -> Config:
    """`CommandError` where the file is damaged."""
    path = _path()
    try:
        data = json.loads(path.read_text())
        return Config(str(data["site"]), {str(k): str(v) for k, v in data["tokens"].items()})
    except FileNotFoundError:
        return Config()
    except (OSError, ValueError, LookupError, TypeError, AttributeError) as error:
        raise CommandError(
            f"The settings in {path} cannot be read: {error}. Delete the file, and log in again."
        ) from error


def _path() -> Path:
    return user_config_path("arbiter", appauthor=False) / "config.json"


def address_of() -> str:
    """The address of the site: that of ``--site``, else of the environment, else the kept one."""
    given = click.get_current_context().find_root().params.get("site")
    site = given or os.environ.get(SITE) or load().site
    if not site:
        raise CommandError(
            "No site is known. Name it, as in: arbiter --site https://arbiter.example login"
        )
    site = site if "://" in site else f"https://{site}"
    parts = urlsplit(site)
    if parts.scheme not in ("http", "https") or not parts.netloc:
        raise CommandError(f"“{site}” is no address of a site. Write https://host, or http://host.")
    return f"{parts.scheme}://{parts.netloc}"

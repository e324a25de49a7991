"""What a new installation starts with: an organizer, every game's house bots and maps, seasons."""

from __future__ import annotations

import os
import secrets
from pathlib import Path

from django.conf import settings

from accounts.models import User
from games.registry import GAMES
from installs.welcome import welcome

ORGANIZER = "organizer"


def password_file() -> Path:
    """Where the generated password stays readable for whoever owns this machine's files."""
    return Path(settings.VAR) / "organizer_password"


def ensure_organizer() -> bool:
    """An organizer with a generated password, unless there is one; whether one was made.

    A password that was changed on the site is no longer in the file.
    """
    organizer = User.objects.filter(username=ORGANIZER).first()
    file = password_file()
    if organizer is not None:
        if file.exists() and not organizer.check_password(file.read_text().strip()):
            file.unlink()
        return False
    password = secrets.token_urlsafe(9)
    descriptor = os.open(file, os.O_WRONLY | os.O_CREAT | os.O_TRUNC, 0o600)
    with open(descriptor, "w") as out:
        out.write(password + "\n")
    User.objects.create_superuser(ORGANIZER, "organizer@localhost", password)
    return True


def install() -> list[str]:
    """An organizer, and what `welcome` does for every game; what is new, in words.  Idempotent."""
    news = ["· an organizer"] if ensure_organizer() else []
    return news + welcome(GAMES.values())

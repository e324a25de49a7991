"""The app of people; its receivers of signals are connected when the site starts."""

from __future__ import annotations

from django.apps import AppConfig


class AccountsConfig(AppConfig):
    name = "accounts"

    def ready(self) -> None:
        from accounts import sessions

        sessions.connect()

"""The app of people; its receivers of signals are connected when the site starts."""

from django.apps import AppConfig


class AccountsConfig(AppConfig):
    name = "accounts"

    def ready(self) -> None:
        from accounts.signing import sessions

        sessions.connect()

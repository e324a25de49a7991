"""The pages app."""

from django.apps import AppConfig


class PagesConfig(AppConfig):
    name = "pages"

    def ready(self) -> None:
        from pages import heartbeat  # noqa: F401  workers leave signs of life

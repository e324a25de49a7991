"""The pages have the search find the help and the rules of the games."""

from __future__ import annotations

from django.apps import AppConfig


class PagesConfig(AppConfig):
    name = "pages"

    def ready(self) -> None:
        from pages.help.sections import sections
        from search.sections import provide

        provide(sections)

"""The pages have the search find the help and the rules of the games, and archives of events
written."""

from __future__ import annotations

from django.apps import AppConfig


class PagesConfig(AppConfig):
    name = "pages"

    def ready(self) -> None:
        from exports import builders
        from pages.events.archive.builder import build
        from pages.help.sections import sections
        from search.sections import provide

        provide(sections)
        builders.provide(build)

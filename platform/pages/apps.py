"""The pages have the search find the help and the rules of the games, archives of events written,
and the ends of periodic tasks noted."""

from django.apps import AppConfig


class PagesConfig(AppConfig):
    name = "pages"

    def ready(self) -> None:
        from exports import builders
        from pages.events.archive.builder import build
        from pages.help.sections import sections
        from pages.status import heartbeat  # noqa: F401  connects its receiver
        from search.sections import provide

        provide(sections)
        builders.provide(build)

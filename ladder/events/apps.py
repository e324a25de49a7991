from django.apps import AppConfig


class EventsConfig(AppConfig):
    name = "ladder.events"

    def ready(self) -> None:
        from ladder.events import handlers, notifications  # noqa: F401  connects their handlers
        from ladder.events.entrants import deletion, waiting  # noqa: F401  the same

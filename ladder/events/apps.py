from django.apps import AppConfig


class EventsConfig(AppConfig):
    name = "ladder.events"

    def ready(self) -> None:
        # Their handlers are connected by importing them.
        from ladder.events import handlers, notifications, upload_freezes, waiting  # noqa: F401
        from ladder.events.entrants import deletion  # noqa: F401

from django.apps import AppConfig


class EventsConfig(AppConfig):
    name = "ladder.events"

    def ready(self) -> None:
        # Their handlers are connected by importing them.
        from ladder.events import (  # noqa: F401
            handlers,
            notifications,
            reserving,
            upload_freezes,
            waiting,
        )
        from ladder.events.circuits import people  # noqa: F401
        from ladder.events.entrants import deletion  # noqa: F401

from django.apps import AppConfig


class EventsConfig(AppConfig):
    name = "ladder.events"

    def ready(self) -> None:
        # Their handlers are connected by importing them.
        from ladder.events import handlers, notifications  # noqa: F401
        from ladder.events.circuits import permissions  # noqa: F401
        from ladder.events.entrants import waiting  # noqa: F401
        from ladder.events.running import (
            reserving,  # noqa: F401
            upload_freezes,  # noqa: F401
        )

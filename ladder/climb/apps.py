from django.apps import AppConfig


class ClimbConfig(AppConfig):
    name = "ladder.climb"

    def ready(self) -> None:
        # They connect the handlers of matches.
        from ladder.climb import services  # noqa: F401

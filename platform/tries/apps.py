from django.apps import AppConfig


class TriesConfig(AppConfig):
    name = "tries"

    def ready(self) -> None:
        from tries import progress  # noqa: F401  connects to the signal of a log-in

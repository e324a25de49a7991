from django.apps import AppConfig


class LadderConfig(AppConfig):
    name = "ladder"

    def ready(self) -> None:
        from ladder import signals  # noqa: F401  connects the handlers of versions and sparring

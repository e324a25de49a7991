from django.apps import AppConfig


class BotsConfig(AppConfig):
    name = "bots"

    def ready(self) -> None:
        from bots import deletion, notifications  # noqa: F401  connect their handlers

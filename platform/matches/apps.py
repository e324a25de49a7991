from django.apps import AppConfig


class MatchesConfig(AppConfig):
    name = "matches"

    def ready(self) -> None:
        from matches import notifications, programs, proving  # noqa: F401  connect their handlers

from django.apps import AppConfig


class MatchesConfig(AppConfig):
    name = "matches"

    def ready(self) -> None:
        from matches import programs, proving, telling  # noqa: F401  connect their handlers

from django.apps import AppConfig


class MatchesConfig(AppConfig):
    name = "matches"

    def ready(self) -> None:
        # They connect their handlers and the rule of who may see them.
        from matches import forks, notifications, programs, proving  # noqa: F401

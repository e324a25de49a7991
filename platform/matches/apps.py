from django.apps import AppConfig


class MatchesConfig(AppConfig):
    name = "matches"

    def ready(self) -> None:
        from matches import proving  # noqa: F401  connects the handlers of first matches

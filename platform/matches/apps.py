from django.apps import AppConfig
from django.utils.module_loading import import_string


class MatchesConfig(AppConfig):
    name = "matches"

    def ready(self) -> None:
        # They connect their handlers and the rule of who may see them.
        from arbiter.configured.after_matches import AFTER_MATCHES
        from matches import signals
        from matches.derived import forks  # noqa: F401
        from matches.playing import programs, proving  # noqa: F401

        for signal, functions in AFTER_MATCHES.items():
            for function in functions:
                getattr(signals, signal).connect(import_string(function))

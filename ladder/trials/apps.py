from django.apps import AppConfig


class TrialsConfig(AppConfig):
    name = "ladder.trials"

    def ready(self) -> None:
        # They connect the handler of matches, and say who may look at them.
        from ladder.trials import sight, signals  # noqa: F401

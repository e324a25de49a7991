from django.apps import AppConfig


class RegressionsConfig(AppConfig):
    name = "ladder.regressions"

    def ready(self) -> None:
        from ladder.regressions import services  # noqa: F401  connects the rule of who may see matches

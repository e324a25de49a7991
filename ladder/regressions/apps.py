from django.apps import AppConfig


class RegressionsConfig(AppConfig):
    name = "ladder.regressions"

    def ready(self) -> None:
        # They connect the handlers of versions and matches, and the rule of who may see them.
        from ladder.regressions import services, viewer  # noqa: F401

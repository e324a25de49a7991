from django.apps import AppConfig


class ComparisonsConfig(AppConfig):
    name = "ladder.comparisons"

    def ready(self) -> None:
        # They connect the handler of matches, and say who may look at them.
        from ladder.comparisons import signals, viewer  # noqa: F401

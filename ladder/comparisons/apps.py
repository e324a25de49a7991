from django.apps import AppConfig


class ComparisonsConfig(AppConfig):
    name = "ladder.comparisons"

    def ready(self) -> None:
        # They connect the handler of matches, and the rule of who may see them.
        from ladder.comparisons import signals, viewer  # noqa: F401

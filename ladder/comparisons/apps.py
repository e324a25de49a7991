from django.apps import AppConfig


class ComparisonsConfig(AppConfig):
    name = "ladder.comparisons"

    def ready(self) -> None:
        from ladder.comparisons import services  # noqa: F401  connects the rule of who may see matches

from django.apps import AppConfig


class NoticesConfig(AppConfig):
    name = "notices"

    def ready(self) -> None:
        from notices import deletion  # noqa: F401  connects its handler

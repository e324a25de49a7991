from django.apps import AppConfig


class MapsConfig(AppConfig):
    name = "maps"

    def ready(self) -> None:
        from maps import deletion  # noqa: F401  connects its handler

from django.apps import AppConfig


class InstallsConfig(AppConfig):
    name = "installs"

    def ready(self) -> None:
        from installs import broadcast, handlers  # noqa: F401  they connect themselves

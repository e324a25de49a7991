from django.apps import AppConfig


class InstallsConfig(AppConfig):
    name = "installs"

    def ready(self) -> None:
        from installs import broadcast  # noqa: F401  connects itself

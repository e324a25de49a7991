from django.apps import AppConfig


class RoomsConfig(AppConfig):
    name = "rooms"

    def ready(self) -> None:
        from rooms import handlers  # noqa: F401  connects what the end of an account does to rooms

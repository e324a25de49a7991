from django.apps import AppConfig


class FollowingConfig(AppConfig):
    name = "following"

    def ready(self) -> None:
        from following import handlers  # noqa: F401  connects the handlers of bots and climbs

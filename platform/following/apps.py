from django.apps import AppConfig


class FollowingConfig(AppConfig):
    name = "following"

    def ready(self) -> None:
        from following import deletion, handlers  # noqa: F401  connect their handlers

from django.apps import AppConfig


class ClimbConfig(AppConfig):
    name = "ladder.climb"

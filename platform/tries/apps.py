from django.apps import AppConfig


class TriesConfig(AppConfig):
    name = "tries"

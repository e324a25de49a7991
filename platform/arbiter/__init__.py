"""The Django project: settings, addresses, the ASGI application and Celery."""

from arbiter.celery import app as celery_app

__all__ = ["celery_app"]

"""The Django project: settings, addresses, the ASGI application and Celery."""

from arbiter.configured.private import set_umask

set_umask()  # before anything else: every process of the site imports this package first

from arbiter.celery import app as celery_app  # noqa: E402  it may create files

__all__ = ["celery_app"]

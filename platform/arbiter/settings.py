"""All settings, from the environment, loud when wrong.

``make run`` needs none of these variables.  ``DATABASE_URL``, ``REDIS_URL`` and ``STORAGE_URL``
move the same code to PostgreSQL, a shared Redis and a bucket of an S3 store.
"""

from __future__ import annotations

import os
import re
import warnings
from ipaddress import ip_address
from pathlib import Path
from typing import Any
from urllib.parse import urlsplit

import environ
from django.core.exceptions import ImproperlyConfigured
from redis.backoff import NoBackoff
from redis.retry import Retry

from arbiter.configured.private import close_folder
from arbiter.configured.rooms import *  # noqa: F403
from arbiter.configured.second_factor import *  # noqa: F403
from arbiter.configured.sign_in import *  # noqa: F403
from arbiter.configured.storage import *  # noqa: F403
from arbiter.configured.timetable import BEAT_SCHEDULE
from games.foreign import STATIC_FOLDER
from games.registry import OURS

ROOT = Path(__file__).resolve().parents[2]
env = environ.Env()

VAR = Path(env("ARBITER_VAR", default=str(ROOT / "var")))
"""Everything that the platform writes on this machine: database, media, sockets, logs."""
try:
    close_folder(VAR)
except OSError as error:
    warnings.warn(
        f"other users of this machine may read {VAR}: its mode cannot be changed to 0700 "
        f"({error.strerror}). Give the folder to the user that runs the site.",
        stacklevel=1,
    )

DEBUG = env.bool("ARBITER_DEBUG", default=False)
_RATE = r"\d+/(s|m|h|d)[a-z]*"


def _text(variable: str, default: str, pattern: str) -> str:
    value = str(env(variable, default=default))
    if not re.fullmatch(pattern, value):
        raise ImproperlyConfigured(
            f"{variable} cannot be “{value}”. docs/settings.md has its values, such as “{default}”."
        )
    return value


def _secret_key() -> str:
    if key := env("SECRET_KEY", default=""):
        return str(key)
    try:
        return (VAR / "secret_key").read_text().strip()
    except OSError as error:
        raise ImproperlyConfigured(
            f"no secret key: set SECRET_KEY, or let `make run` create {VAR / 'secret_key'}"
        ) from error


SECRET_KEY = _secret_key()
ALLOWED_HOSTS = env.list("ALLOWED_HOSTS", default=["localhost", "127.0.0.1", "[::1]"])
CSRF_TRUSTED_ORIGINS = env.list("CSRF_TRUSTED_ORIGINS", default=[])
SITE_URL = env("SITE_URL", default="http://localhost:8000")
LISTENS_ON = env("ARBITER_HOST", default="127.0.0.1")


def _is_loopback(host: str) -> bool:
    try:
        return ip_address(host).is_loopback
    except ValueError:
        return host == "localhost"


RATED_WATCHED = env.bool(
    "ARBITER_RATED_WATCHED",
    default=_is_loopback(LISTENS_ON) and _is_loopback(urlsplit(SITE_URL).hostname or ""),
)
"""Whether matches that count are played where the kernel does not hold all walls of the sandbox."""

MIDDLEWARE = [
    "arbiter.serving.static_files.StaticFilesMiddleware",
    "django.middleware.security.SecurityMiddleware",
    "pages.frame.access.middleware.PolicyMiddleware",
    "arbiter.serving.compressing.CompressingMiddleware",
    "arbiter.serving.caching.CacheMiddleware",
    "storage.reserve.ReserveMiddleware",
    "django.contrib.sessions.middleware.SessionMiddleware",
    "django.middleware.common.CommonMiddleware",
    "django.middleware.csrf.CsrfViewMiddleware",
    "django.contrib.auth.middleware.AuthenticationMiddleware",
    "django.contrib.messages.middleware.MessageMiddleware",
    "django.middleware.clickjacking.XFrameOptionsMiddleware",
    "django_htmx.middleware.HtmxMiddleware",
    "allauth.account.middleware.AccountMiddleware",
    "accounts.middleware.SessionListMiddleware",
    "accounts.middleware.SecondFactorMiddleware",
    "accounts.signing.sign_in.SignInMiddleware",
    "accounts.middleware.TimeZoneMiddleware",
    "arbiter.database.busy.PatientChanges",
    "pages.frame.access.forwarding.ForwardingMiddleware",
]
ROOT_URLCONF = "arbiter.urls"
ASGI_APPLICATION = "arbiter.asgi.application"
TEMPLATE_LOADERS = [
    "django_cotton.cotton_loader.Loader",
    "django.template.loaders.filesystem.Loader",
    "django.template.loaders.app_directories.Loader",
]
COTTON_DIR = "components"
TEMPLATES = [
    {
        "BACKEND": "arbiter.configured.templates.Templates",
        "NAME": "django",
        "DIRS": [ROOT / "templates"],
        "OPTIONS": {
            "builtins": ["django_cotton.templatetags.cotton"],
            # In development, templates are read again for each page.
            "loaders": TEMPLATE_LOADERS
            if DEBUG
            else [("django.template.loaders.cached.Loader", TEMPLATE_LOADERS)],
            "context_processors": [
                "django.template.context_processors.request",
                "django.contrib.auth.context_processors.auth",
                "django.contrib.messages.context_processors.messages",
                "pages.frame.context.site",
                "pages.notices.context.bell",
            ],
        },
    },
]

# Storage of data -----------------------------------------------------------------------------

WEB = os.environ.get("ARBITER_PROCESS") == "web"
"""Whether this process answers requests: people wait for it, so it waits for others shortly."""
DATABASE_SECONDS = env.float("ARBITER_DATABASE_SECONDS", default=1.8 if WEB else 30.0)
"""How long a write waits for another one; then the site says that it is busy."""
REDIS_SECONDS = 0.8 if WEB else 5.0
REDIS_TIMEOUTS: dict[str, Any] = {
    "socket_timeout": REDIS_SECONDS,
    "socket_connect_timeout": REDIS_SECONDS,
}
"""Seconds that Redis has to answer; what blocks on purpose has its own."""

DATABASES = {"default": env.db("DATABASE_URL", default=f"sqlite:///{VAR}/arbiter.sqlite3")}
if DATABASES["default"]["ENGINE"].endswith("sqlite3"):
    DATABASES["default"]["ENGINE"] = "arbiter.sqlite3"
    DATABASES["default"]["OPTIONS"] = {
        # Writers queue at BEGIN instead of failing at their first write.
        "transaction_mode": "IMMEDIATE",
        "timeout": DATABASE_SECONDS,
        "init_command": "PRAGMA journal_mode=WAL; PRAGMA synchronous=NORMAL;",
    }
    # A file, so that a worker in another process sees what a test wrote.
    DATABASES["default"]["TEST"] = {"NAME": VAR / "test.sqlite3"}
    if WEB:  # `arbiter.serving.threads` keeps the threads that have opened them
        DATABASES["default"]["CONN_MAX_AGE"] = None
else:
    DATABASES["default"].setdefault("CONN_MAX_AGE", 60)
    # The system would wait two minutes for a server that a firewall hides.
    DATABASES["default"].setdefault("OPTIONS", {}).setdefault("connect_timeout", 10)
DEFAULT_AUTO_FIELD = "django.db.models.BigAutoField"

REDIS_URL = env("REDIS_URL", default=f"unix://{VAR}/redis.sock")
MEDIA_ROOT = Path(env("MEDIA_ROOT", default=str(VAR / "media")))
STORAGES = {
    "default": STORE,  # noqa: F405
    "staticfiles": {
        "BACKEND": "django.contrib.staticfiles.storage.StaticFilesStorage"
        if DEBUG
        else "arbiter.serving.static_files.HashedFiles"
    },
}
CACHES = {
    "default": {
        "BACKEND": "arbiter.cache.PatientCache",
        "LOCATION": REDIS_URL,
        "KEY_PREFIX": "arbiter",
        "OPTIONS": {**REDIS_TIMEOUTS, "retry": Retry(NoBackoff(), 0)},
    }
}

STATIC_URL = "/static/"
STATIC_ROOT = Path(env("STATIC_ROOT", default=str(VAR / "static")))
STATICFILES_DIRS = [
    ROOT / "static",
    *((f"games/{game.static_name}", game.static_folder) for game in OURS.values()),
    # Games that are installed while the site runs have one view in common.
    (f"games/{STATIC_FOLDER.parent.name}", STATIC_FOLDER),
]
STATICFILES_FINDERS = [
    "arbiter.serving.static_files.SiteFinder",
    "django.contrib.staticfiles.finders.AppDirectoriesFinder",
    "arbiter.serving.static_files.EditorFinder",
]
SERVESTATIC_USE_FINDERS = DEBUG
SERVESTATIC_KEEP_ONLY_HASHED_FILES = True
SERVESTATIC_AUTOREFRESH = DEBUG
SERVESTATIC_MAX_AGE = 60
SERVESTATIC_ALLOW_ALL_ORIGINS = False

# Limits of what people send --------------------------------------------------------------------

DATA_UPLOAD_MAX_MEMORY_SIZE = 10 * 1024 * 1024
DATA_UPLOAD_MAX_NUMBER_FIELDS = 20_000  # the order of seeds has one for each entry
FILE_UPLOAD_MAX_MEMORY_SIZE = 1024 * 1024
FILE_UPLOAD_PERMISSIONS = 0o600  # by default everybody can read stored files

# Connections -----------------------------------------------------------------------------------

PROXIES = env.int("ARBITER_PROXIES", default=0)
"""How many proxies of the operator stand before the site: see `arbiter.serving.addresses`."""
CONNECTIONS_PER_ADDRESS = env.int("ARBITER_CONNECTIONS_PER_ADDRESS", default=1000)
"""Open connections of one address; many people may share one, for example in a classroom."""
SOCKETS_PER_PERSON = env.int("ARBITER_SOCKETS_PER_PERSON", default=20)
"""Open WebSockets of one account.  Each page of a match, a build or a seat has one."""

# Accounts --------------------------------------------------------------------------------------

AUTH_USER_MODEL = "accounts.User"
AUTHENTICATION_BACKENDS = ["allauth.account.auth_backends.AuthenticationBackend"]
AUTH_PASSWORD_VALIDATORS = [
    {"NAME": f"django.contrib.auth.password_validation.{name}"}
    for name in (
        "UserAttributeSimilarityValidator",
        "MinimumLengthValidator",
        "CommonPasswordValidator",
        "NumericPasswordValidator",
    )
]
ACCOUNT_LOGIN_METHODS = {"username", "email"}
ACCOUNT_SIGNUP_FIELDS = ["username*", "email*", "password1*", "password2*"]
MAIL_CONFIGURED = bool(env("EMAIL_URL", default=""))
"""Whether people can receive mail, and so confirm their addresses."""
ACCOUNT_EMAIL_VERIFICATION = _text(
    "ACCOUNT_EMAIL_VERIFICATION",
    "optional" if MAIL_CONFIGURED else "none",
    "mandatory|optional|none",
)
# Sign-up answers the same whether or not the address has an account.
ACCOUNT_PREVENT_ENUMERATION = "strict"
ACCOUNT_EMAIL_UNKNOWN_ACCOUNTS = False
ACCOUNT_REAUTHENTICATION_REQUIRED = True
ACCOUNT_REAUTHENTICATION_TIMEOUT = 900
# Many people of a classroom share one address, so the bounds per address are wide.  The narrow
# bound counts wrong passwords of one address for one account (see `AccountAdapter`).
ACCOUNT_RATE_LIMITS = {
    "login": "300/m/ip",
    "login_failed": "60/m/ip,5/5m/key",
    "signup": "100/m/ip",
    "new_account": f"10/m/ip,{env.int('ARBITER_ACCOUNTS_PER_ADDRESS', default=40)}/h/ip",
}
SIGN_UP = _text("ARBITER_SIGN_UP", "open", "open|approval|invitation|closed")
"""How people sign up: open, approval, invitation or closed; organizers can choose another way."""
ACCOUNT_ADAPTER = "accounts.signing.adapter.AccountAdapter"
ACCOUNT_FORMS = {
    "login": "accounts.forms.LoginForm",
    "signup": "accounts.forms.SignupForm",
    "add_email": "accounts.forms.AddEmailForm",
    "change_password": "accounts.forms.ChangePasswordForm",
    "set_password": "accounts.forms.SetPasswordForm",
    "reset_password": "accounts.forms.ResetPasswordForm",
    "reset_password_from_key": "accounts.forms.ResetPasswordKeyForm",
}
ACCOUNT_LOGOUT_ON_PASSWORD_CHANGE = False
ACCOUNT_CHANGE_EMAIL = True
LOGIN_URL = "account_login"
LOGIN_REDIRECT_URL = "/bots/"
LOGOUT_REDIRECT_URL = "/"
EMAIL_CONFIG = env.email("EMAIL_URL", default="consolemail://")
vars().update(EMAIL_CONFIG)
DEFAULT_FROM_EMAIL = env("DEFAULT_FROM_EMAIL", default="Arbiter <arbiter@localhost>")
EMAIL_TIMEOUT = env.int("EMAIL_TIMEOUT", default=10)
WEBHOOK_PRIVATE = env.bool("ARBITER_WEBHOOK_PRIVATE", default=False)
"""Whether webhooks may go to private addresses and by plain HTTP: for tests and closed networks."""

# REST ------------------------------------------------------------------------------------------

REST_FRAMEWORK = {
    "DEFAULT_AUTHENTICATION_CLASSES": [
        "api.authentication.TokenAuthentication",
        "rest_framework.authentication.SessionAuthentication",
    ],
    "DEFAULT_PERMISSION_CLASSES": ["rest_framework.permissions.IsAuthenticatedOrReadOnly"],
    "DEFAULT_FILTER_BACKENDS": ["django_filters.rest_framework.DjangoFilterBackend"],
    "DEFAULT_PAGINATION_CLASS": "api.pagination.CursorPagination",
    "DEFAULT_RENDERER_CLASSES": ["rest_framework.renderers.JSONRenderer"],
    "DEFAULT_SCHEMA_CLASS": "drf_spectacular.openapi.AutoSchema",
    "DEFAULT_THROTTLE_CLASSES": [
        "rest_framework.throttling.AnonRateThrottle",
        "rest_framework.throttling.UserRateThrottle",
        "rest_framework.throttling.ScopedRateThrottle",
    ],
    "DEFAULT_THROTTLE_RATES": {
        "anon": _text("THROTTLE_ANON", "120/min", _RATE),
        "user": _text("THROTTLE_USER", "600/min", _RATE),
        "upload": _text("THROTTLE_UPLOAD", "60/hour", _RATE),
        "device": _text("THROTTLE_DEVICE", "30/hour", _RATE),
        "match": _text("THROTTLE_MATCH", "120/hour", _RATE),
        "map": _text("THROTTLE_MAP", "120/hour", _RATE),
        "map-check": _text("THROTTLE_MAP_CHECK", "150/min", _RATE),
        "search": _text("THROTTLE_SEARCH", "60/min", _RATE),
    },
    # `arbiter.serving.addresses` has put the client's own address into REMOTE_ADDR.
    "NUM_PROXIES": 0,
    "EXCEPTION_HANDLER": "api.problems.handle",
}
REST_KNOX = {
    "TOKEN_TTL": None,
    "TOKEN_MODEL": "accounts.ApiToken",
    "TOKEN_PREFIX": "arb_",
    "AUTH_HEADER_PREFIX": "Token",
}
KNOX_TOKEN_MODEL = "accounts.ApiToken"  # noqa: S105  a model, not a secret
SPECTACULAR_SETTINGS = {
    "TITLE": "Arbiter",
    "DESCRIPTION": (ROOT / "platform/api/introduction.md").read_text(encoding="utf-8"),
    "VERSION": "1",
    "SERVE_INCLUDE_SCHEMA": False,
    "ENUM_NAME_OVERRIDES": {
        "EventStateEnum": "ladder.events.models.Event.State",
        "ReportKindEnum": "accounts.models.Report.Kind",
    },
}

# Work ------------------------------------------------------------------------------------------

CELERY_BROKER_URL = REDIS_URL.replace("unix://", "redis+socket://", 1)
if WEB:  # workers block on the broker for as long as nothing is to do
    CELERY_BROKER_TRANSPORT_OPTIONS = REDIS_TIMEOUTS
    CELERY_TASK_PUBLISH_RETRY = False
CELERY_TASK_IGNORE_RESULT = True
CELERY_TASK_DEFAULT_QUEUE = "default"
CELERY_TASK_ROUTES = {
    "matches.tasks.play": {"queue": "matches"},
    "bots.tasks.*": {"queue": "builds"},
    "matches.tasks.verify": {"queue": "builds"},
    "installs.tasks.*": {"queue": "builds"},
    "exports.tasks.make": {"queue": "builds"},
    "tries.tasks.*": {"queue": "builds"},
}
CELERY_WORKER_PREFETCH_MULTIPLIER = 1
CELERY_BROKER_CONNECTION_RETRY_ON_STARTUP = True
# A Redis that is away comes back; until then a worker waits and plays on what it has begun.
CELERY_BROKER_CONNECTION_MAX_RETRIES = None
CELERY_WORKER_HIJACK_ROOT_LOGGER = False
CELERY_TIMEZONE = "UTC"
CELERY_BEAT_SCHEDULE = BEAT_SCHEDULE
CELERY_BEAT_SCHEDULER = "arbiter.working.beat.Scheduler"
CELERY_BEAT_SCHEDULE_FILENAME = str(VAR / "celerybeat-schedule")

TRIES_WITHOUT_ACCOUNT = env.bool("ARBITER_TRIES", default=True)
TRIES_MB = env.int("ARBITER_TRIES_MB", default=500)
"""The files of all tries without an account; beyond it the oldest of them are removed."""

PUBLIC_SECONDS = env.float("ARBITER_PUBLIC_SECONDS", default=3)
"""Pages that are the same for everybody are made again after this time; 0: for each request."""
LEASE_SECONDS = env.int("ARBITER_LEASE_SECONDS", default=20)
"""A worker that has not renewed its claim on a match within this time has lost it. The sweep finds
a dead worker of its own machine sooner.
"""
MATCH_FAULTS = env.int("ARBITER_MATCH_FAULTS", default=3)
"""Platform faults after which a match fails."""
MATCH_LOSSES = env.int("ARBITER_MATCH_LOSSES", default=20)
"""Interrupted attempts after which a match fails."""
MATCH_WALL_SECONDS = env.int("ARBITER_MATCH_WALL_SECONDS", default=14400)
LADDER_QUEUE_DEPTH = env.int("ARBITER_LADDER_QUEUE_DEPTH", default=4)
"""How many ladder matches of one season may wait at a time."""

# The rest --------------------------------------------------------------------------------------

LANGUAGE_CODE = "en"
TIME_ZONE = "UTC"
USE_TZ = True
X_FRAME_OPTIONS = "DENY"
SECURE_CONTENT_TYPE_NOSNIFF = True
SESSION_COOKIE_SECURE = CSRF_COOKIE_SECURE = env.bool("ARBITER_HTTPS", default=False)
if SESSION_COOKIE_SECURE:
    SECURE_PROXY_SSL_HEADER = ("HTTP_X_FORWARDED_PROTO", "https")
    # Browsers come by HTTPS alone from then on (RFC 6797), for a year after each visit.
    SECURE_HSTS_SECONDS = 365 * 86400
LOGGING = {
    "version": 1,
    "disable_existing_loggers": False,
    "filters": {"busy": {"()": "arbiter.database.busy.OneLine"}},
    "formatters": {"line": {"()": "arbiter.texts.LogFormatter"}},
    "handlers": {
        "console": {"class": "logging.StreamHandler", "formatter": "line", "filters": ["busy"]}
    },
    "root": {"handlers": ["console"], "level": os.environ.get("LOG_LEVEL", "INFO")},
}

#!/usr/bin/env python
"""Django's command line, with ``platform/`` on the path (a folder, never a package).

What is missing before the first ``make run`` is said in a line; ``--traceback`` shows all.
"""

import os
import sys
from pathlib import Path

ROOT = Path(__file__).resolve().parent


def main() -> None:
    sys.path[:0] = [str(ROOT / "platform"), str(ROOT)]
    os.environ.setdefault("DJANGO_SETTINGS_MODULE", "arbiter.settings")
    if sys.argv[1:2] == ["restore"]:
        # It signs nothing, and brings the site's own key.
        os.environ.setdefault("SECRET_KEY", "unused")
    if sys.argv[1:2] == ["worker"]:
        # It sets the environment of all workers before Django and Celery are loaded.
        from tools import bootstrap, workers

        bootstrap.exit_by(lambda: workers.main(sys.argv[2:]))
    try:
        from django.core.exceptions import ImproperlyConfigured
        from django.core.management import execute_from_command_line
        from django.db import OperationalError, ProgrammingError
    except ModuleNotFoundError as error:
        words = " ".join(sys.argv[1:])
        sys.exit(
            f"arbiter: this Python has no {error.name}; `make run` installs everything in .venv: "
            f"start it once, then try `.venv/bin/python manage.py {words}`"
        )
    try:
        execute_from_command_line(sys.argv)
    except (ImproperlyConfigured, OperationalError, ProgrammingError) as error:
        if "--traceback" in sys.argv:
            raise
        if isinstance(error, ImproperlyConfigured):
            sys.exit(f"arbiter: {error}")
        sys.exit(
            f"arbiter: the database cannot be used ({error}); `make run` makes it: start it once"
        )


if __name__ == "__main__":
    main()

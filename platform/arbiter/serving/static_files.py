"""Static files under names that have a digest of their content, compressed once.

Browsers keep such a file for good, as another content has another name.  `collect` makes them, when
the site starts; while it is developed (``ARBITER_DEBUG``), files are served as they are.
"""

from __future__ import annotations

import fcntl
import hashlib
import logging
import shutil
from collections.abc import Iterable, Iterator
from importlib.metadata import version
from importlib.util import find_spec
from pathlib import Path
from typing import Any
from wsgiref.headers import Headers

import brotli
from django.conf import settings
from django.contrib.staticfiles.finders import BaseFinder, FileSystemFinder, get_finders
from django.core.exceptions import SuspiciousFileOperation
from django.core.files.storage import FileSystemStorage
from django.core.management import call_command
from servestatic.compress import Compressor
from servestatic.middleware import ServeStaticMiddleware
from servestatic.responders import StaticFile
from servestatic.storage import CompressedManifestStaticFilesStorage

logger = logging.getLogger(__name__)

KINDS = frozenset((".css", ".js", ".png", ".svg"))
"""Of files that pages of the site and of games ask for.  Others have no address."""
EDITOR = (
    *("ace.js", "ext-language_tools.js", "ext-searchbox.js"),
    *(f"mode-{name}.js" for name in ("c_cpp", "golang", "java", "javascript", "python", "rust")),
    "css/ace.css",
    *(f"css/main-{number}.{kind}" for number, kind in (
        *((number, "png") for number in (1, 2, 3, 4, *range(13, 25), 26)),
        *((number, "svg") for number in (*range(5, 13), 25)),
    )),
)  # fmt: skip
"""Files of the code editor that the workshop's pages ask for: a twentieth of its package."""

UNUSED = ("rest_framework",)
"""Folders of installed apps whose files no page asks for."""
LARGE = 100_000
"""Bytes of a file that no page of readers asks for: compressed less, which is ten times as fast."""


class _Compressor(Compressor):
    @staticmethod
    def compress_brotli(data: bytes) -> bytes:
        packed: bytes = brotli.compress(data, quality=9 if len(data) > LARGE else 11)
        return packed


MODULES = (
    (
        r"""(?m)^(?P<matched>(?P<words>(?:import|export)\b[^"';()]*)"(?P<url>\.[^"]+)";)""",
        '%(words)s"%(url)s";',
    ),
    (r"""(?P<matched>\bawait import\("(?P<url>\.[^"]+)"\))""", 'await import("%(url)s")'),
    (
        r"""(?P<matched>\bnew URL\("(?P<url>\.[^"]+)", import\.meta\.url\))""",
        'new URL("%(url)s", import.meta.url)',
    ),
)
"""How modules name other files.  Django's own patterns also find types in comments, which import
each other in circles."""


class HashedFiles(CompressedManifestStaticFilesStorage):
    """Also rewrites what modules import, and leaves their comments out: a third of their bytes."""

    max_post_process_passes = 20
    """More than the longest chain of imports."""
    patterns = (*CompressedManifestStaticFilesStorage.patterns, ("*.js", MODULES))

    def post_process(
        self, paths: dict[str, tuple[FileSystemStorage, str]], dry_run: bool = False, **options: Any
    ) -> Iterator[tuple[str, str, bool] | tuple[str, None, RuntimeError]]:
        """A broken file is left out, or stays as it is: it must not keep the site from starting."""
        whole = {name: place for name, place in paths.items() if _is_whole(name, *place)}
        for name, hashed, done in super().post_process(whole, dry_run, **options):
            if isinstance(done, Exception) or hashed is None:
                logger.error("the static file %s is broken: %s", name, done)
            else:
                yield name, hashed, done

    def hashed_name(self, name: str, *args: Any, **more: Any) -> str:
        try:
            hashed: str = super().hashed_name(name, *args, **more)
        except (ValueError, SuspiciousFileOperation) as error:
            logger.error("a static file names a file that is not there: %s", error)
            return name
        return hashed

    def compress_files(self, paths: set[str]) -> Iterator[tuple[str, str]]:
        for path in (Path(self.path(name)) for name in paths if name.endswith(".js")):
            path.write_bytes(without_comments(path.read_bytes()))
        yield from super().compress_files(paths)

    def create_compressor(self, **options: Any) -> Compressor:
        return _Compressor(**options)


def _is_whole(name: str, storage: FileSystemStorage, path: str) -> bool:
    """Whether names of other files can be looked for in the file, if it is of such a kind."""
    if not name.endswith((".css", ".js")):
        return True
    try:
        Path(storage.path(path)).read_text(encoding="utf-8")
    except UnicodeDecodeError as error:
        logger.error("the static file %s is left out: %s", name, error)
        return False
    return True


class SiteFinder(FileSystemFinder):
    """Offers files of `KINDS`, and follows no links."""

    def list(self, ignore_patterns: Iterable[str] | None) -> Iterator[tuple[str, Any]]:
        for name, storage in super().list(ignore_patterns):
            if _is_offered(storage.path(name)):
                yield name, storage

    def find_location(self, root: str, path: str, prefix: str | None = None) -> str | None:
        location = super().find_location(root, path, prefix)
        return location if location is not None and _is_offered(location) else None


def _is_offered(path: str) -> bool:
    file = Path(path)
    return file.suffix in KINDS and file.is_file() and not file.is_symlink()


class _EditorFiles(FileSystemStorage):
    prefix = "ace"


class EditorFinder(BaseFinder):
    """Offers `EDITOR`, below ``ace/``."""

    def __init__(self, *_: Any) -> None:
        home = find_spec("django_ace")
        assert home is not None
        assert home.origin is not None
        folder = Path(home.origin).parent / "static" / "django_ace" / "ace"
        self.storage = _EditorFiles(folder)

    def check(self, **_: Any) -> list[Any]:
        return []

    def list(self, ignore_patterns: Iterable[str] | None) -> Iterator[tuple[str, Any]]:
        for name in EDITOR:
            yield name, self.storage

    def find(self, path: str, find_all: bool = False, **_: Any) -> Any:
        paths = [self.storage.path(name) for name in EDITOR if path == f"ace/{name}"]
        return paths if find_all else next(iter(paths), [])


class StaticFilesMiddleware(ServeStaticMiddleware):
    """Sends no headers that a reader never needs: pages load dozens of small files, and a fifth of
    their bytes were headers.

    A picture that somebody opens as a page runs no script; other files are shown as text.
    """

    REVALIDATING = ("last-modified", "etag")
    """A file with a digest in its name is kept for good: nobody asks whether it has changed."""

    def add_mime_headers(self, headers: Headers, path: str, url: str) -> None:
        super().add_mime_headers(headers, path, url)
        headers["X-Content-Type-Options"] = "nosniff"
        if not path.endswith((".css", ".js")):
            headers["Content-Security-Policy"] = "sandbox"
        if path.endswith(".js"):
            # Modules are UTF-8 by the standard, other scripts by the page that loads them.
            headers["Content-Type"] = "text/javascript"

    def get_static_file(self, path: str, url: str, stat_cache: Any = None) -> StaticFile:
        served = super().get_static_file(path, url, stat_cache)
        if self.immutable_file_test(path, url):
            served.alternatives = [
                (encoding, file, [h for h in headers if h[0].lower() not in self.REVALIDATING])
                for encoding, file, headers in served.alternatives
            ]
        return served


def without_comments(script: bytes) -> bytes:
    """A script whose lines stay where they are, for the traces of errors."""
    import tree_sitter_javascript  # a server of collected files does not need it
    from tree_sitter import Language, Parser, Query, QueryCursor

    language = Language(tree_sitter_javascript.language())
    comments = QueryCursor(Query(language, "(comment) @comment"))
    captures = comments.captures(Parser(language).parse(script).root_node)
    kept, at = [], 0
    for comment in sorted(captures.get("comment", []), key=lambda node: node.start_byte):
        lines = script.count(b"\n", comment.start_byte, comment.end_byte)
        kept += [script[at : comment.start_byte].rstrip(b" "), b"\n" * lines or b" "]
        at = comment.end_byte
    return b"".join([*kept, script[at:]])


def collect() -> bool:
    """Make the files in ``STATIC_ROOT`` again, unless they are those of the present sources.

    Returns whether it made them.  Two processes at once wait for each other.
    """
    root = Path(settings.STATIC_ROOT)
    root.parent.mkdir(parents=True, exist_ok=True)
    with open(root.with_name(f"{root.name}.lock"), "w") as lock:
        fcntl.flock(lock, fcntl.LOCK_EX)
        stamp, wanted = root / "sources.sha256", _digest()
        if stamp.exists() and stamp.read_text() == wanted:
            return False
        if stamp.exists():  # never a folder that this function did not make
            shutil.rmtree(root)
        call_command("collectstatic", interactive=False, verbosity=0, ignore_patterns=[*UNUSED])
        stamp.write_text(wanted)
        return True


def _digest() -> str:
    """Of all that decides what `collect` makes."""
    digest = hashlib.sha256(Path(__file__).read_bytes())
    digest.update(version("servestatic").encode())
    for name, path in sorted(_sources()):
        digest.update(f"{name}\0{path.stat().st_size}\0".encode() + path.read_bytes())
    return digest.hexdigest()


def _sources() -> Iterator[tuple[str, Path]]:
    for finder in get_finders():
        for name, storage in finder.list(None):
            yield name, Path(storage.path(name))

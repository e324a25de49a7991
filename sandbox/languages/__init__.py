"""The languages that programs can be uploaded in."""

from __future__ import annotations

from games.texts.sentences import listed
from sandbox.errors import UploadError
from sandbox.languages.base import Language, Paths
from sandbox.languages.c import C
from sandbox.languages.cpp import CPP
from sandbox.languages.go import GO
from sandbox.languages.java import JAVA
from sandbox.languages.javascript import JAVASCRIPT
from sandbox.languages.projects import CMAKE, MAKE
from sandbox.languages.python import PYTHON
from sandbox.languages.rust import RUST

LANGUAGES: dict[str, Language] = {
    language.name: language
    for language in (
        C,
        CPP,
        MAKE,
        CMAKE,
        GO,
        JAVA,
        JAVASCRIPT,
        PYTHON,
        RUST,
    )
}


def known_files() -> str:
    """The names of sources in all languages, for a message."""
    return ", ".join(dict.fromkeys(x for lang in LANGUAGES.values() for x in lang.suffixes))


def detect(files: Paths, wanted: str = "") -> Language:
    """The language of an upload's files; ``wanted`` decides where the files leave it open.

    `UploadError` with what to do where they are no program in any language, or in several.
    """
    if wanted:
        if wanted not in LANGUAGES:
            raise UploadError(f"there is no language {wanted!r}; choose {listed(LANGUAGES, 'or')}")
        return _complete(LANGUAGES[wanted], files)
    found = [x for x in LANGUAGES.values() if any(map(x.is_source, files))]
    if not found:
        raise UploadError(f"no source file was found; files of these kinds are: {known_files()}")
    if len(found) > 1:
        # A helper script beside a C++ bot does not make the upload a Python program.
        whole = whole_programs(files)
        if len(whole) != 1:
            titles = listed([x.title for x in whole or found], "or")
            raise UploadError(f"this could be {titles}: say which language it is")
        found = whole
    return _complete(found[0], files)


def whole_programs(files: Paths, wanted: str = "") -> list[Language]:
    """The languages, or ``wanted`` alone, in which the files are a program with all that it needs;
    without those that another one of them outranks."""
    asked = [LANGUAGES[wanted]] if wanted in LANGUAGES else list(LANGUAGES.values())
    whole = [x for x in asked if any(map(x.is_source, files)) and x.entry(files) is None]
    beaten = {name for x in whole for name in x.outranks}
    return [x for x in whole if x.name not in beaten]


def _complete(language: Language, files: Paths) -> Language:
    if not any(map(language.is_source, files)):
        suffixes = listed(language.suffixes, "or")
        raise UploadError(f"no {language.title} source was found: such files end with {suffixes}")
    problem = language.entry(files)
    if problem:
        raise UploadError(problem)
    return language

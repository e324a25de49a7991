"""C with gcc."""

from __future__ import annotations

from sandbox.languages import native
from sandbox.languages.base import Language, Paths

_COMPILER = "/usr/bin/gcc"
_SUFFIXES = (".c",)
_FLAGS = ("-O2", "-std=gnu17", "-pthread")
_HELLO = """
#include <pthread.h>
#include <stdio.h>
static char line[80];
static void *say(void *_) { (void)_; fputs(line, stdout); return 0; }
int main(void) {
    pthread_t thread;
    if (!fgets(line, sizeof line, stdin)) return 1;
    return pthread_create(&thread, 0, say, 0) || pthread_join(thread, 0);
}
"""


def _build(files: Paths) -> tuple[str, ...]:
    return native.compiled(_COMPILER, _FLAGS, native.sources(files, _SUFFIXES), ("-lm",))


C = Language(
    name="c",
    title="C17 (gcc)",
    suffixes=_SUFFIXES,
    headers=(".h",),
    main="main.c",
    entry=lambda files: native.missing(files, _SUFFIXES, "C"),
    build=_build,
    run=("/program/bot",),
    product="bot",
    ships=lambda path: not path.lower().endswith((*_SUFFIXES, ".h")),
    tools=(_COMPILER,),
    packages=("gcc", "libc6-dev"),
    version=(_COMPILER, "--version"),
    hint="all .c files in the root, or in src/, with -O2, -lm and -pthread",
    hello=(("main.c", _HELLO),),
)

"""Go, one module without others from outside (but those in a folder vendor/)."""

from __future__ import annotations

from sandbox.languages.base import RESERVES, Language, Paths, hello, limited, script, shell

_GO = "/usr/bin/go"
_BUILD = f"{RESERVES}\n{script('go.sh')}"


def _entry(files: Paths) -> str | None:
    if any("/" not in path and path.endswith(".go") for path in files):
        return None
    return "there is no .go file in the root of the zip: package main belongs there"


GO = Language(
    name="go",
    title="Go",
    suffixes=(".go",),
    main="main.go",
    entry=_entry,
    build=lambda _files: shell(_BUILD),
    run=limited("GOMEMLIMIT={memory} exec /program/bot", 85, unit="MiB"),
    product="bot",
    ships=lambda path: not path.endswith((".go", "go.mod", "go.sum")),
    tools=(_GO,),
    packages=("golang-go",),
    version=(_GO, "version"),
    hint="package main in the root, with packages in folders below it; nothing is fetched",
    hello=hello("main.go"),
)

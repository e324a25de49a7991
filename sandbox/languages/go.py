"""Go, one module without others from outside (but those in a folder vendor/)."""

from __future__ import annotations

from sandbox.languages.base import RESERVES, SHELL, Language, Paths, limited

_GO = "/usr/bin/go"
# No -trimpath: Debian brings the standard library compiled without it (5 s otherwise).
_BUILD = f"""
{RESERVES}
export HOME=/tmp GOCACHE=/tmp/go-cache GOPATH=/tmp/go-path GOPROXY=off GOTOOLCHAIN=local
export GOFLAGS=-buildvcs=false CGO_ENABLED=0
mkdir /tmp/module && cp -r . /tmp/module && cd /tmp/module || exit
[ -f go.mod ] || {_GO} mod init bot 2>/dev/null
exec {_GO} build -p 2 -ldflags=-s -o /build/bot .
"""
_HELLO = """package main

import (
	"bufio"
	"fmt"
	"os"
)

func main() {
	line, _ := bufio.NewReader(os.Stdin).ReadString('\\n')
	done := make(chan int)
	go func() { fmt.Print(line); done <- 0 }()
	<-done
}
"""


def _entry(files: Paths) -> str | None:
    if any("/" not in path and path.endswith(".go") for path in files):
        return None
    return "there is no .go file in the root of the zip: package main belongs there"


def _build(_files: Paths) -> tuple[str, ...]:
    return (SHELL, "-c", _BUILD)


GO = Language(
    name="go",
    title="Go",
    suffixes=(".go",),
    main="main.go",
    entry=_entry,
    build=_build,
    run=limited("GOMEMLIMIT={memory} exec /program/bot", 85, unit="MiB"),
    product="bot",
    ships=lambda path: not path.endswith((".go", "go.mod", "go.sum")),
    tools=(_GO,),
    packages=("golang-go",),
    version=(_GO, "version"),
    hint="package main in the root, with packages in folders below it; nothing is fetched",
    hello=(("main.go", _HELLO),),
)

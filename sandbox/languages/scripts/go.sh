# Builds package main of the working directory, whose files are read-only, as /build/bot.
export HOME=/tmp GOCACHE=/tmp/go-cache GOPATH=/tmp/go-path GOPROXY=off GOTOOLCHAIN=local
export GOFLAGS=-buildvcs=false CGO_ENABLED=0
mkdir /tmp/module && cp -r . /tmp/module && cd /tmp/module || exit
# Newer versions write a patch level and a toolchain, which older ones do not read.
[ ! -f go.mod ] || sed -i -E 's/^(go +[0-9]+\.[0-9]+)\.[0-9]+/\1/; /^toolchain /d' go.mod
[ -f go.mod ] || /usr/bin/go mod init bot 2>/dev/null
# No -trimpath: Debian brings the standard library compiled without it (5 s otherwise).
exec /usr/bin/go build -p 2 -ldflags=-s -o /build/bot .

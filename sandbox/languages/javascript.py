"""JavaScript with Node.js, without packages from outside but those in the upload."""

from __future__ import annotations

from sandbox.languages.base import RESERVES, Language, Paths, each, hello, limited, needs, shell

_NODE = "/usr/bin/node"
_SUFFIXES = (".js", ".mjs", ".cjs")
_CHECK = f"{RESERVES}; " + each(f'{_NODE} --check "$0"')
"""Finds syntax errors before a match does."""
# The stack is that of `sandbox.limits.Limits`, less what the engine does beside.
_RUN = f"exec {_NODE} --max-old-space-size={{memory}} --stack-size=60000 /program/main.js"


def _build(files: Paths) -> tuple[str, ...]:
    own = (path for path in sorted(files) if "node_modules/" not in path)
    return shell(_CHECK, *(path for path in own if path.lower().endswith(_SUFFIXES)))


JAVASCRIPT = Language(
    name="javascript",
    title="JavaScript (Node.js)",
    suffixes=_SUFFIXES,
    main="main.js",
    entry=needs(
        "main.js",
        otherwise="there is no main.js in the root of the zip: that is the file that is run "
        '(for ECMAScript modules add a package.json with "type": "module")',
    ),
    build=_build,
    run=limited(_RUN, 70, unit=""),
    tools=(_NODE,),
    packages=("nodejs",),
    version=shell(f'echo "Node.js $({_NODE} --version)"'),
    hint="main.js in the root is run; for ES modules add a package.json that says so",
    hello=hello("main.js"),
)

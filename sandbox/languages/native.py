"""Shared by C and C++: where sources lie, how several are compiled, and projects of them."""

from __future__ import annotations

from sandbox.languages.base import SHELL, Language, Paths, each, has_suffix, hello, needs, script

C = (".c",)
CPP = (".cpp", ".cc", ".cxx")
HEADERS = (".h", ".hpp", ".hh", ".hxx", ".inl", ".ipp")
# Static: starts three times as fast, and does not depend on the libraries of each worker.
_LINK = ("-static", "-s")
_INCLUDE = ("-I.", "-Isrc", "-Iinclude", "-Iinc")
_MANY = """
included=$(grep -rhs '^[[:space:]]*#[[:space:]]*include' .)
for file; do
    shift
    case $included in *[\\"/]"${{file##*/}}"\\"*) ;; *) set -- "$@" "$file" ;; esac
done
{compile}
exec {link}
"""
"""Sources that others include are not compiled on their own.  The objects' names sort as the
sources' do, so that equal sources give equal programs."""
_ONE = '{words} -c "$0" -o "/tmp/$(echo "$0" | tr / :).o"'
_PYTHON = ("/usr/bin/python3", "-E", "-s", "-B")


def sources(files: Paths, suffixes: tuple[str, ...]) -> list[str]:
    """The sources to compile: those in the upload's root, or else those in src/."""
    found = sorted(path for path in files if has_suffix(path, suffixes))
    root = [path for path in found if "/" not in path]
    return root or [path for path in found if path.startswith("src/") and path.count("/") == 1]


def missing(files: Paths, suffixes: tuple[str, ...], title: str) -> str | None:
    if sources(files, suffixes):
        return None
    return (
        f"no {title} source is where one is looked for: put your {suffixes[0]} files in the root "
        "of the zip, or in a folder src/ there"
    )


def compiled(
    compiler: str, flags: tuple[str, ...], found: list[str], libraries: tuple[str, ...] = ()
) -> tuple[str, ...]:
    """The command that makes /build/bot of these sources."""
    # A name such as -x.cpp must not be taken for an option.
    paths = [f"./{path}" if path.startswith("-") else path for path in found]
    words = (compiler, *flags, *_INCLUDE)
    if len(paths) == 1:
        return (*words, *_LINK, *paths, "-o", "/build/bot", *libraries)
    link = " ".join((*words, *_LINK, "/tmp/*.o", "-o", "/build/bot", *libraries))  # noqa: S108
    script = _MANY.format(compile=each(_ONE.format(words=" ".join(words))), link=link)
    return (SHELL, "-c", script, "build", *paths)


def project(*names: str, tool: str, title: str, hint: str, outranks: tuple[str, ...]) -> Language:
    """A language of those who bring a file of one of these names, which ``tool`` reads."""
    absent = needs(*names, otherwise=f"there is no {names[0]} in the root of the zip")

    def entry(files: Paths) -> str | None:
        if any(has_suffix(path, C + CPP) for path in files):
            return absent(files)
        return absent(files) or f"there is a {names[0]}, but no C or C++ source"

    path = f"/usr/bin/{tool}"
    command = (*_PYTHON, "-c", script("project.py"), tool)
    return Language(
        name=tool,
        title=title,
        suffixes=names,
        headers=C + CPP + HEADERS,
        main=None,
        entry=entry,
        build=lambda _files: command,
        run=("/program/bot",),
        product="bot",
        names_program=True,
        ships=lambda path: not has_suffix(path, C + CPP + HEADERS),
        tools=(path, "/usr/bin/make", "/usr/bin/gcc", "/usr/bin/g++", _PYTHON[0]),
        packages=tuple(dict.fromkeys((tool, "make", "gcc", "g++", "python3"))),
        version=(SHELL, "-c", f'echo "$({path} --version | head -n 1), $(g++ --version)"'),
        hint=hint,
        hello=hello(names[0], "main.c"),
        outranks=outranks,
    )

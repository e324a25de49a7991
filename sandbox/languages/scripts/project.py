"""Builds a C or C++ project as its Makefile or CMakeLists.txt says, and finds the program in it.

Called with ``make`` or ``cmake`` and the program that the author named (or ""), in the folder of
the sources, which is read-only.  Leaves the program as /build/bot; where it cannot tell which one
is meant, a report instead (`Report` of `sandbox.builds` says what is in it).
"""

import hashlib
import json
import os
import re
import select
import shutil
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

SCRATCH = Path("/tmp")  # noqa: S108  the sandbox's own
HOME = SCRATCH / "project"
WORK = HOME / "work"
CMAKE_OUT = SCRATCH / "cmake"
TOOLS = SCRATCH / "tools"
MADE = Path("/build")
REPORT = MADE / ".report.json"
OTHER_TARGETS = ("all", "bot", "main", "build", "release")
"""Targets to try where the default one makes no program."""
MAKEFILES = ("makefile", "gnumakefile")
ENDINGS = (".exe", ".out", ".bin", ".elf")
NO_PROGRAMS = re.compile(r"\.(so|a|o|la|lo|dll|dylib|obj|pch|gch)(\.[0-9]+)*$")
NOT_STATIC = re.compile(r"static link|cannot find -l|(specify|with) .?-static")
"""A linker's message where a library is there only as a shared one."""
TARGET = re.compile(r"^(\w[\w./-]*)\s*:(?!=)", re.MULTILINE)
CLEANS = re.compile(r"^[\w./-]+\s*:(?!=).*\bclean\b", re.MULTILINE)
ELSEWHERE = re.compile(r"(?<![\w$)}./])(?:/home|/Users|/root|/mnt|[A-Z]:)/[\w./+-]*[\w+]")
MINIMUM = re.compile(r"(cmake_minimum_required\s*\(\s*VERSION\s+)([0-9.]+)", re.IGNORECASE)


def say(words: str) -> None:
    print(words, flush=True)


def run(*command: str) -> tuple[int, str]:
    """The exit status and the output, which is also printed as it comes."""
    output = bytearray()
    with subprocess.Popen(
        command, cwd=WORK, stdout=subprocess.PIPE, stderr=subprocess.STDOUT
    ) as process:
        assert process.stdout is not None
        while True:
            ended = process.poll() is not None
            # Processes that it started may hold the pipe open for ever.
            if not select.select([process.stdout], [], [], 0.05)[0]:
                if ended:
                    break
                continue
            data = os.read(process.stdout.fileno(), 65536)
            if not data:
                break
            sys.stdout.buffer.write(data)
            sys.stdout.buffer.flush()
            output += data
    return process.returncode, output.decode(errors="replace")


def prepare() -> None:
    """Copy the sources, since builds write beside them, and bring names that some authors use."""
    shutil.copytree(".", WORK)
    for folder in [path for path in WORK.iterdir() if path.is_dir()]:
        # A project that lay in a folder of its own may look for ../include.
        (HOME / folder.name).symlink_to(folder)
    for path in files(WORK):
        content = path.read_bytes()
        is_script = content.startswith(b"#!")
        if is_script or path.name.lower() in MAKEFILES or path.suffix in (".mk", ".mak", ".sh"):
            if b"\r\n" in content:
                path.write_bytes(content.replace(b"\r\n", b"\n"))
            path.chmod(0o755 if is_script else 0o644)
    TOOLS.mkdir()
    versions = [f"-{number}" for number in range(5, 21)]
    for tool, names in (("gcc", ("gcc", "clang")), ("g++", ("g++", "clang++"))):
        for name in [name + version for name in names for version in ("", *versions)]:
            if shutil.which(name) is None:
                (TOOLS / name).symlink_to(f"/usr/bin/{tool}")
    os.environ["PATH"] += f":{TOOLS}"
    os.environ["HOME"] = str(SCRATCH)
    os.environ["CMAKE_POLICY_VERSION_MINIMUM"] = "3.5"  # which CMake 4 asks for


def bring_home() -> None:
    """Paths of the author's own machine in makefiles lead into the project: to the longest end of
    them that is there, or else to the last name."""

    def brought(found: re.Match[str]) -> str:
        path = Path(found[0])
        ends = ["/".join(path.parts[first:]) for first in range(1, len(path.parts))]
        end = next((end for end in ends if (WORK / end).exists()), path.name)
        say(f"{path} is not here; {end} in the project is taken instead.")
        return str(WORK / end)

    for path in files(WORK):
        names = (*MAKEFILES, "cmakelists.txt")
        if path.name.lower() in names or path.suffix in (".mk", ".mak", ".cmake"):
            text = path.read_text(encoding="utf-8", errors="surrogateescape")
            if (changed := ELSEWHERE.sub(brought, text)) != text:
                path.write_text(changed, encoding="utf-8", errors="surrogateescape")


def files(*folders: Path) -> Iterator[Path]:
    for folder in folders:
        for place, names, found in os.walk(folder):
            names[:] = sorted(name for name in names if name != "CMakeFiles")
            yield from (Path(place, name) for name in sorted(found))


def is_program(path: Path) -> bool:
    if path.is_symlink() or not os.access(path, os.X_OK) or NO_PROGRAMS.search(path.name):
        return False
    with path.open("rb") as file:
        return file.read(4).startswith((b"#!", b"\x7fELF"))


def programs(before: set[Path]) -> dict[str, Path]:
    """The new programs by their names for people; copies of one count once."""
    found: dict[str, Path] = {}
    seen = set()
    new = [path for path in files(HOME, CMAKE_OUT) if path not in before]
    new = [path for path in new if is_program(path) or path == WORK / "bot"]
    for path in sorted(new, key=lambda path: (len(path.parts), path.name)):
        digest = hashlib.sha256(path.read_bytes()).digest()
        if digest not in seen:
            found[shown(path)] = path
        seen.add(digest)
    return found


def shown(path: Path) -> str:
    for folder in (WORK, CMAKE_OUT, HOME):
        if path.is_relative_to(folder):
            return path.relative_to(folder).as_posix()
    return path.name


def is_called(name: str, wanted: str) -> bool:
    base = name.rpartition("/")[2]
    return wanted in (name, base) or base in [wanted + ending for ending in ENDINGS]


def choose(names: list[str], wanted: str) -> str | None:
    """The program that the author named, else the one called bot, else the only one."""
    called = wanted or "bot"
    fitting = [name for name in names if is_called(name, called)]
    if called in fitting:
        return called
    if len(fitting) == 1:
        return fitting[0]
    return names[0] if len(names) == 1 and not wanted else None


def make(wanted: str) -> int:
    if (WORK / "CMakeLists.txt").exists():
        say("This project has a Makefile and a CMakeLists.txt: the Makefile is used.")
    before = set(files(WORK))
    text = "".join(path.read_text(errors="replace") for path in makefiles())
    # Those who clean before they build mean one after the other.
    jobs = () if CLEANS.search(text) else ("-j", "2")
    first, *defined = [*TARGET.findall(text), ""]
    found: dict[str, Path] = {}
    failed = 0
    others = [name for name in (wanted, *OTHER_TARGETS) if name in defined and name != first]
    for target in ("", *filter(None, others)):
        status, words = run("make", *jobs, *filter(None, [target]))
        failed = failed or status
        found = found if status else programs(before)
        if (found and choose(list(found), wanted)) or (status and "error:" in words):
            break
    if failed and not found:
        return failed
    return take(found, wanted, before)


def makefiles() -> list[Path]:
    return [path for path in sorted(WORK.iterdir()) if path.name.lower() in MAKEFILES]


def take(found: dict[str, Path], wanted: str, before: set[Path]) -> int:
    """Keep the program that is meant, with the shared libraries that were made, or a report."""
    name = choose(list(found), wanted)
    if name is None:
        new = [shown(path) for path in files(HOME, CMAKE_OUT) if path not in before]
        return report(list(found), [] if found else new)
    keep(name, found[name])
    return 0


def keep(name: str, program: Path) -> None:
    say(f"The program is {name}.")
    shutil.copy(program, MADE / "bot")
    for path in files(WORK, CMAKE_OUT):
        if re.search(r"\.so(\.[0-9]+)*$", path.name) and path.stat().st_size > 0:
            target = MADE / (path.relative_to(WORK) if path.is_relative_to(WORK) else path.name)
            target.parent.mkdir(parents=True, exist_ok=True)
            shutil.copy(path, target)


def report(found: list[str], others: list[str]) -> int:
    REPORT.write_text(json.dumps({"programs": found[:50], "files": others[:50]}))
    return 0


def lower_minimum() -> None:
    """A project that asks for a newer CMake than this one mostly works with it."""
    words = subprocess.run(("cmake", "--version"), capture_output=True, text=True, check=True)
    version = re.findall(r"(?<![0-9])[0-9]+\.[0-9]+", words.stdout)[0]
    here = tuple(map(int, version.split(".")))

    def lowered(found: re.Match[str]) -> str:
        whole, before, minimum = str(found[0]), str(found[1]), str(found[2])
        asked = tuple(map(int, re.findall("[0-9]+", minimum)))[:2]
        if asked <= here:
            return whole
        say(f"CMakeLists.txt asks for CMake {minimum}; it is read by CMake {version}.")
        return f"{before}{version}"

    for path in files(WORK):
        if path.name == "CMakeLists.txt":
            text = path.read_text(encoding="utf-8", errors="surrogateescape")
            if (changed := MINIMUM.sub(lowered, text)) != text:
                path.write_text(changed, encoding="utf-8", errors="surrogateescape")


def configure(*more: str) -> tuple[int, str]:
    shutil.rmtree(CMAKE_OUT, ignore_errors=True)
    query = CMAKE_OUT / ".cmake/api/v1/query/codemodel-v2"
    query.parent.mkdir(parents=True)
    query.touch()
    return run(
        *("cmake", "-S", str(WORK), "-B", str(CMAKE_OUT), "--no-warn-unused-cli"),
        *("-D", "CMAKE_BUILD_TYPE=Release"),
        # Shared libraries lie beside the program in the end.
        *("-D", "CMAKE_BUILD_WITH_INSTALL_RPATH=ON", "-D", "CMAKE_INSTALL_RPATH=$ORIGIN"),
        *more,
    )


def executables() -> dict[str, tuple[Path, bool]]:
    """The project's executable targets: the file of each, and whether it is installed."""
    found = {}
    for path in sorted((CMAKE_OUT / ".cmake/api/v1/reply").glob("target-*.json")):
        target = json.loads(path.read_text())
        if target["type"] == "EXECUTABLE" and target.get("artifacts"):
            file = Path(os.path.normpath(CMAKE_OUT / target["artifacts"][0]["path"]))
            found[target["name"]] = (file, "install" in target)
    return found


def cmake(wanted: str) -> int:
    lower_minimum()
    static = ("-D", "CMAKE_EXE_LINKER_FLAGS_INIT=-static", "-D", "BUILD_SHARED_LIBS=OFF")
    status, words = cmake_with(wanted, static)
    if status and NOT_STATIC.search(words):
        say("Not everything can be linked statically: building once more with shared libraries.")
        status, _ = cmake_with(wanted, ())
    return status


def cmake_with(wanted: str, options: tuple[str, ...]) -> tuple[int, str]:
    status, words = configure(*options)
    if status:
        return status, words
    targets = executables()
    installed = [name for name, (_, is_installed) in targets.items() if is_installed]
    name = choose(list(targets), wanted) or by_file(targets, wanted or "bot")
    if name is None and not wanted:
        name = installed[0] if len(installed) == 1 else None
    if name is None and targets:
        return report(list(targets), []), ""
    before = {*files(WORK), *files(CMAKE_OUT)}
    only = ("--target", name) if name else ()
    status, words = run("cmake", "--build", str(CMAKE_OUT), "--parallel", "2", *only)
    if status == 0 and name:
        keep(name, targets[name][0])
    elif status == 0:
        status = take(programs(before), wanted, before)
    return status, words


def by_file(targets: dict[str, tuple[Path, bool]], wanted: str) -> str | None:
    """The target whose file has that name, or that path in the build."""
    fitting = [name for name, (path, _) in targets.items() if is_called(shown(path), wanted)]
    return fitting[0] if len(fitting) == 1 else None


if __name__ == "__main__":
    prepare()
    bring_home()
    sys.exit({"make": make, "cmake": cmake}[sys.argv[1]](sys.argv[2]))

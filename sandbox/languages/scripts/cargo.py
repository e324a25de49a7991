"""Builds a Cargo package or workspace with rustc, since Cargo would want a network.

Called with the program that the author named (or ""), in the folder of Cargo.toml, which is
read-only.  Crates are found by their path, or in vendor/.  Leaves /build/bot, or a report
(`sandbox.builds.REPORT`).
"""

import json
import os
import subprocess
import sys
import tomllib
from pathlib import Path
from typing import Any

FLAGS = ("-C", "opt-level=3", "--cap-lints", "warn", "--color", "never")
STATIC = ("-C", "target-feature=+crt-static", "-C", "strip=symbols")
OUT = Path("/tmp/crates")  # noqa: S108  the sandbox's own
ROOT = Path(".")
FOREIGN = ("windows", "wasm", "macos", "redox", "hermit", "wasi", "android", "ios")


class Missing(Exception):
    """A crate that is not in the upload."""


def read(folder: Path) -> dict[str, Any]:
    return tomllib.loads((folder / "Cargo.toml").read_text(encoding="utf-8-sig"))


def report(**said: object) -> None:
    Path("/build/.report.json").write_text(json.dumps(said))


try:
    TOP = read(ROOT)
except (ValueError, OSError) as error:
    report(problem=f"Cargo.toml cannot be read: {error}")
    sys.exit()
WORKSPACE: dict[str, Any] = TOP.get("workspace", {})


class Package:
    def __init__(self, folder: Path) -> None:
        self.folder = folder
        self.toml = read(folder)
        self.about = self.toml.get("package", {})
        self.name = self.about.get("name", folder.name)
        self.built: dict[frozenset[str], tuple[str, Path]] = {}

    def inherited(self, key: str, default: str) -> str:
        value = self.about.get(key, default)
        if isinstance(value, dict):
            value = WORKSPACE.get("package", {}).get(key, default)
        return str(value)

    def library(self) -> Path | None:
        path = self.folder / self.toml.get("lib", {}).get("path", "src/lib.rs")
        return path if path.exists() else None

    def programs(self) -> dict[str, Path]:
        """The main file of each program of the package, by name."""
        found = {}
        if (self.folder / "src/main.rs").exists():
            found[self.name] = self.folder / "src/main.rs"
        for path in sorted((self.folder / "src/bin").glob("*")):
            main = path / "main.rs" if path.is_dir() else path
            if main.suffix == ".rs" and main.exists():
                found[path.stem] = main
        for each in self.toml.get("bin", []):
            usual = found.get(each["name"], self.folder / "src/main.rs")
            path = self.folder / each["path"] if "path" in each else usual
            found = {name: main for name, main in found.items() if main != path}
            found[each["name"]] = path
        return found

    def dependencies(self) -> dict[str, dict[str, Any]]:
        """The dependency behind each name that the sources use, with the workspace's settings."""
        tables = [self.toml.get("dependencies", {})]
        for condition, table in self.toml.get("target", {}).items():
            if not any(word in condition for word in FOREIGN) or "not(" in condition:
                tables.append(table.get("dependencies", {}))
        found = {}
        for table in tables:
            for name, said in table.items():
                found[name] = {"version": said} if isinstance(said, str) else dict(said)
                if found[name].get("workspace"):
                    shared = WORKSPACE.get("dependencies", {}).get(name, {})
                    shared = {"version": shared} if isinstance(shared, str) else dict(shared)
                    if "path" in shared:
                        shared["path"] = os.path.relpath(shared["path"], self.folder)
                    features = [*shared.get("features", []), *found[name].get("features", [])]
                    found[name] = {**shared, **found[name], "features": features}
        return found

    def enabled(self, asked: set[str]) -> tuple[set[str], dict[str, set[str]]]:
        """The package's features, and those of the optional crates that they bring in."""
        table = self.toml.get("features", {})
        features: set[str] = set()
        crates: dict[str, set[str]] = {}
        left = list(asked)
        while left:
            word = left.pop()
            crate, slash, feature = word.removeprefix("dep:").partition("/")
            if slash:
                crates.setdefault(crate.rstrip("?"), set()).add(feature)
            elif word not in features:
                features.add(word)
                crates.setdefault(crate, set())
                left += table.get(word, [])
        return {word for word in features if not word.startswith("dep:")}, crates


PACKAGES: dict[Path, Package] = {}


def package(folder: Path) -> Package:
    folder = Path(os.path.normpath(folder))
    if folder not in PACKAGES:
        PACKAGES[folder] = Package(folder)
    return PACKAGES[folder]


def find(owner: Package, name: str, said: dict[str, Any]) -> Package:
    called = said.get("package", name)
    places = [owner.folder / said["path"]] if "path" in said else []
    for place in (*places, ROOT / "vendor" / called):
        if (place / "Cargo.toml").exists():
            return package(place)
    raise Missing(
        f"The crate {called}, which {owner.name} uses, is not in the archive, and builds have no "
        "network. Put it into a folder vendor/ (cargo vendor makes it), or do without it."
    )


def externs(owner: Package, asked: set[str]) -> tuple[list[str], set[str]]:
    """Build what the package uses: the words for the compiler, and the package's features."""
    features, crates = owner.enabled(asked)
    words = []
    for name, said in owner.dependencies().items():
        if said.get("optional") and name not in crates:
            continue
        wanted = {*said.get("features", []), *crates.get(name, ())}
        if said.get("default-features", True):
            wanted.add("default")
        crate, path = library(find(owner, name, said), wanted)
        alias = name.replace("-", "_") if "package" in said else crate
        words += ["--extern", f"{alias}={path}"]
    return words, features


def library(owner: Package, asked: set[str]) -> tuple[str, Path]:
    """The name of the package's library, and its file."""
    key = frozenset(asked)
    root = owner.library()
    if root is None:
        raise Missing(f"The package {owner.name} has no library, but another one uses it.")
    if key not in owner.built:
        about = owner.toml.get("lib", {})
        is_macro = bool(about.get("proc-macro") or about.get("proc_macro"))
        crate = about.get("name", owner.name).replace("-", "_")
        folder = OUT / str(len(list(OUT.iterdir())))
        folder.mkdir()
        path = folder / (f"lib{crate}.so" if is_macro else f"lib{crate}.rlib")
        words, features = externs(owner, asked)
        kind = ["proc-macro", "--extern", "proc_macro"] if is_macro else ["rlib"]
        compile_crate(owner, root, crate, path, [*words, "--crate-type", *kind], features)
        owner.built[key] = (crate, path)
    return owner.built[key]


def compile_crate(
    owner: Package, root: Path, crate: str, path: Path, words: list[str], features: set[str]
) -> None:
    print(f"   Compiling {crate} ({owner.folder})", flush=True)
    cfg = [word for feature in sorted(features) for word in ("--cfg", f'feature="{feature}"')]
    known = [word for each in OUT.iterdir() for word in ("-L", f"dependency={each}")]
    version = owner.inherited("version", "0.0.0")
    environment = {
        **os.environ,
        "CARGO_MANIFEST_DIR": f"/program/{owner.folder}",
        "CARGO_PKG_NAME": owner.name,
        "CARGO_PKG_VERSION": version,
    }
    edition = ("--edition", owner.inherited("edition", "2015"))
    command = ["/usr/bin/rustc", *edition, "--crate-name", crate, *FLAGS, *words, *cfg, *known]
    done = subprocess.run([*command, str(root), "-o", str(path)], env=environment, check=False)
    if done.returncode:
        sys.exit(done.returncode)


def members() -> list[Package]:
    """The packages whose programs can be the bot."""
    found = [package(ROOT)] if "package" in TOP else []
    excluded = WORKSPACE.get("exclude", [])
    for pattern in WORKSPACE.get("default-members", WORKSPACE.get("members", [])):
        for place in sorted(ROOT.glob(pattern)):
            if (place / "Cargo.toml").exists() and str(place) not in excluded:
                found += [package(place)]
    return found


def main(wanted: str) -> None:
    OUT.mkdir()
    found = {name: (each, root) for each in members() for name, root in each.programs().items()}
    default = TOP.get("package", {}).get("default-run", "")
    names = [name for name in (wanted or "bot", "" if wanted else default) if name in found]
    name = names[0] if names else next(iter(found)) if len(found) == 1 and not wanted else None
    if name is None:
        report(programs=list(found), files=[])
        return
    owner, root = found[name]
    words, features = externs(owner, {"default"})
    if owner.library():
        crate, path = library(owner, {"default"})
        words += ["--extern", f"{crate}={path}"]
    print(f"The program is {name}.", flush=True)
    compile_crate(owner, root, "bot", Path("/build/bot"), [*words, *STATIC], features)


if __name__ == "__main__":
    try:
        main(sys.argv[1])
    except Missing as missing:
        report(problem=str(missing))
    except (ValueError, OSError) as error:
        report(problem=f"A Cargo.toml of the archive cannot be read: {error}")

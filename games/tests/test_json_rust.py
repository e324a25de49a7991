"""The reader of JSON in the Rust kits."""

from __future__ import annotations

import subprocess
from pathlib import Path

import pytest

from games.package import SDK
from games.tests.pipes import lay_out

READER = b"""
mod json;

fn main() {
    let mut line = String::new();
    std::io::stdin().read_line(&mut line).unwrap();
    match json::parse(line.trim_end()) {
        Ok(value) => println!("{:?} {}", value.get("x"), value.has("x")),
        Err(why) => println!("{:.40}", why),
    }
}
"""


@pytest.fixture(scope="module")
def reader(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A program without optimization, whose calls need more stack than those of a bot."""
    files = {"json.rs": (SDK / "rust" / "json.rs").read_bytes(), "main.rs": READER}
    folder = lay_out(files, tmp_path_factory.mktemp("reader"))
    subprocess.run(["rustc", "--edition", "2021", "main.rs"], cwd=folder, check=True)
    return folder / "main"


@pytest.mark.parametrize(
    ("line", "found"),
    [
        ('{"x": [[1], {}]}', "List([List([Number(1)]), Object({})]) true"),
        ('{"x": null}', "Null true"),
        ("{}", "Null false"),
        ("[" * 50 + "]" * 50, "Null false"),
        ("[" * 51 + "]" * 51, "nested too deeply at byte 50"),
        ('{"x":' * 100_000, "nested too deeply at byte 250"),
        ("[" * 100_000, "nested too deeply at byte 50"),
    ],
    ids=["lists", "null", "missing", "deep", "too deep", "many objects", "many lists"],
)
def test_rust_reads_json_up_to_a_depth(reader, line, found):
    done = subprocess.run([reader], input=line, capture_output=True, text=True, check=True)
    assert done.stdout.startswith(found)

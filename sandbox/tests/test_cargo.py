"""Cargo packages and workspaces, built without Cargo: what strangers' projects of Rust may have."""

from __future__ import annotations

import pytest

from sandbox.errors import BuildError
from sandbox.languages import LANGUAGES
from sandbox.tests.test_project_programs import made

pytestmark = pytest.mark.skipif(
    LANGUAGES["rust"].unavailable() is not None, reason="there is no Rust here"
)
PACKAGE = '[package]\nname = "{name}"\nversion = "1.2.3"\nedition = "2021"\n'


def package(name: str, *more: str) -> str:
    return PACKAGE.format(name=name) + "\n".join(more) + "\n"


def test_a_workspace_has_crates_by_path_features_and_macros(tmp_path):
    files = {
        "Cargo.toml": '[workspace]\nmembers = ["crates/*"]\n[workspace.dependencies]\n'
        'rules = { path = "crates/rules", features = ["fast"] }\n',
        "crates/my-bot/Cargo.toml": package(
            "my-bot", "[dependencies]", "rules.workspace = true", 'rand = { path = "../dice" }'
        ),
        "crates/my-bot/src/main.rs": """
            mod search;
            fn main() {
                println!("{} {} {}", search::depth(), rand::roll(), env!("CARGO_PKG_VERSION"));
            }
        """,
        "crates/my-bot/src/search.rs": "pub fn depth() -> u32 { rules::depth() + rules::two!() }",
        "crates/rules/Cargo.toml": package(
            "rules", "[dependencies]", 'm = { path = "../m" }', "[features]", "fast = []"
        ),
        "crates/rules/src/lib.rs": """
            pub use m::two;
            pub fn depth() -> u32 { if cfg!(feature = "fast") { 40 } else { 0 } }
        """,
        "crates/m/Cargo.toml": package("m", "[lib]", "proc-macro = true"),
        "crates/m/src/lib.rs": """
            use proc_macro::TokenStream;
            #[proc_macro]
            pub fn two(_: TokenStream) -> TokenStream { "2".parse().unwrap() }
        """,
        "crates/dice/Cargo.toml": package("rand", "[lib]", 'path = "dice.rs"'),
        "crates/dice/dice.rs": "pub fn roll() -> u32 { 4 }",
    }
    assert made(tmp_path, "rust", files)[0] == "42 4 1.2.3"


def test_of_several_programs_of_a_package_the_author_names_one(tmp_path):
    files = {
        "Cargo.toml": package("core", "[[bin]]", 'name = "judge"', 'path = "tools/judge.rs"'),
        "src/lib.rs": 'pub fn word() -> &\'static str { "shared" }',
        "src/bin/player.rs": 'fn main() { println!("player {}", core::word()); }',
        "tools/judge.rs": 'fn main() { println!("judge"); }',
    }
    with pytest.raises(BuildError, match="2 programs") as no:
        made(tmp_path, "rust", files)
    assert no.value.programs == ("player", "judge")
    files["Cargo.toml"] = files["Cargo.toml"].replace('"core"', '"mine"')
    files["src/bin/player.rs"] = files["src/bin/player.rs"].replace("core::", "mine::")
    assert made(tmp_path, "rust", files, "player")[0] == "player shared"


def test_a_crate_that_is_not_there_is_named_with_what_to_do_and_taken_from_vendor(tmp_path):
    files = {
        "Cargo.toml": package("mine", "[dependencies]", 'rand = "0.8"'),
        "src/main.rs": 'fn main() { println!("{}", rand::roll()); }',
    }
    with pytest.raises(BuildError, match=r"crate rand, which mine uses, .* Put it into .* vendor/"):
        made(tmp_path, "rust", files)
    vendored = {
        "vendor/rand/Cargo.toml": package("rand"),
        "vendor/rand/src/lib.rs": "pub fn roll() -> u32 { 6 }",
    }
    assert made(tmp_path, "rust", files | vendored)[0] == "6"


def test_an_invalid_manifest_is_a_problem_in_words(tmp_path):
    files = {"Cargo.toml": "[package\n", "src/main.rs": "fn main() {}"}
    with pytest.raises(BuildError, match=r"Cargo\.toml.* cannot be read"):
        made(tmp_path, "rust", files)

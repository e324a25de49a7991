"""Tables as CSV: no formula for a spreadsheet, line by line, and one writer and reader."""

from __future__ import annotations

import csv
from datetime import date
from pathlib import Path

import pytest

from arbiter.csv_text import NotCsv, lines, read, separator_of

ROOT = Path(__file__).resolve().parents[3]


@pytest.mark.parametrize(
    "text",
    ["=1+1", "+2", "-3", "@x", "\tx", "\n=1", " =1", "\u00a0=1", "＝1", '=HYPERLINK("a")'],
)
def test_a_text_that_a_spreadsheet_would_run_begins_with_an_apostrophe(text):
    ((cell,),) = csv.reader(lines([[text]]))
    assert cell == f"'{text}"


def test_no_text_begins_a_line_of_its_own():
    row = ["a\r=1\r\n=2", "b"]
    assert list(csv.reader(lines([row]))) == [["a\n=1\n=2", "b"]]


class Named:
    def __str__(self):
        return "=named"


def test_other_values_are_guarded_by_their_text():
    ((cell,),) = csv.reader(lines([[Named()]]))
    assert cell == "'=named"


def test_numbers_dates_and_other_texts_stay():
    row = [-3, -1.5, None, "a=b", "a, b", date(2026, 5, 1)]
    assert list(lines([row])) == ['-3,-1.5,,a=b,"a, b",2026-05-01\n']


def test_a_fraction_has_at_most_four_decimals():
    assert list(lines([[1 / 3, 0.1 + 0.2, -2.0, 1e-9]])) == ["0.3333,0.3,-2.0,0.0\n"]


def test_a_line_is_made_when_it_is_asked_for():
    taken = []

    def rows():
        for n in range(3):
            taken.append(n)
            yield (n,)

    found = lines(rows())
    assert (next(found), taken) == ("0\n", [0])


@pytest.mark.parametrize(
    ("text", "separator"),
    [("a,b\n1,2\n", ","), ("a;b\n1,5;2\n", ";"), ("a\tb\n", "\t"), ("alice\nbob\n", ",")],
)
def test_a_file_is_read_with_the_separator_that_most_of_its_lines_have(text, separator):
    assert separator_of(text) == separator


def test_rows_of_a_file_are_numbered_by_the_line_where_they_begin():
    rows = list(read('a,b\n"two\nlines",c\n\nd,e\n', ","))
    assert rows == [(1, ["a", "b"]), (2, ["two\nlines", "c"]), (4, []), (5, ["d", "e"])]


def test_a_file_whose_quotation_marks_do_not_match_is_no_csv():
    with pytest.raises(NotCsv, match="a quotation mark is not closed"):
        list(read('a,"b\n', ","))


def test_no_other_module_of_the_site_writes_or_reads_csv():
    sources = [p for room in ("platform", "ladder") for p in (ROOT / room).rglob("*.py")]
    found = [
        str(path.relative_to(ROOT))
        for path in sources
        if "tests" not in path.parts and "import csv" in path.read_text().splitlines()
    ]
    assert found == ["platform/arbiter/csv_text.py"]

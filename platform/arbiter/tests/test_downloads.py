"""Downloads: their headers, and that neither server reads a long one into memory."""

from __future__ import annotations

from typing import Any

import pytest
from django.core.files.base import ContentFile
from django.http import Http404, HttpResponse
from django.test import AsyncRequestFactory, RequestFactory

from arbiter.serving.caching import everybody, made_for
from arbiter.serving.downloads import CHUNK, INCOMPLETE, Download, csv_table, download
from exports.models import Export

SECRET = Download("logs.txt", "text/plain")


@pytest.mark.parametrize(
    ("name", "header"),
    [
        ("worm-v4.zip", 'attachment; filename="worm-v4.zip"'),
        ("Żółw.csv", "attachment; filename*=utf-8''%C5%BB%C3%B3%C5%82w.csv"),
        ('a"b.csv', 'attachment; filename="a\\"b.csv"'),
        ("../../etc\\x\r\ny", 'attachment; filename=".._.._etc_x__y"'),
    ],
)
def test_a_file_has_its_name_and_cannot_leave_its_folder(name, header):
    answer = download(RequestFactory().get("/"), Download(name, "text/plain"), "")
    assert answer["Content-Disposition"] == header


def test_without_a_rule_it_is_for_its_reader_alone():
    answer = download(RequestFactory().get("/"), SECRET, "x")
    assert answer["Cache-Control"] == "private, no-store"
    assert answer["X-Content-Type-Options"] == "nosniff"


@pytest.mark.parametrize(
    ("rule", "said"),
    [
        (everybody, "public, max-age=60"),
        (lambda viewer: viewer.is_authenticated, "private, no-store"),
    ],
)
def test_the_rule_is_asked_about_a_person_who_is_not_logged_in(rule, said):
    what = Download("a", "text/plain", rule, fresh_s=60)
    assert download(RequestFactory().get("/"), what, "x")["Cache-Control"] == said


def test_what_was_made_for_a_person_is_theirs(db, alice):
    what = Download("a", "text/plain", made_for(alice))
    assert download(RequestFactory().get("/"), what, "x")["Cache-Control"] == "private, no-store"


@pytest.mark.parametrize("whole", ["naïve", b"\x00\xff"])
def test_a_whole_that_one_has_is_not_sent_again(whole):
    what = Download("a", "text/plain", everybody)
    first = download(RequestFactory().get("/"), what, whole)
    request = RequestFactory().get("/", headers={"if-none-match": first["ETag"]})
    again = download(request, what, whole)
    assert isinstance(again, HttpResponse)
    assert (again.status_code, again.content) == (304, b"")
    assert download(request, what, "another").status_code == 200


def test_an_answer_without_a_body_says_as_well_who_may_keep_it():
    what = Download("a", "text/plain", etag="abc")
    request = RequestFactory().get("/", headers={"if-none-match": '"abc"'})
    answer = download(request, what, lambda: pytest.fail("not needed"))
    assert (answer.status_code, answer["ETag"]) == (304, '"abc"')
    assert answer["Cache-Control"] == "private, no-store"


# Streams ------------------------------------------------------------------------------------------


class Counted(ContentFile):  # type: ignore[type-arg]
    """Counts what is read of it, and whether it was closed."""

    taken = 0
    shut = False

    def read(self, *args):
        found = super().read(*args)
        self.taken += len(found)
        return found

    def close(self):
        self.shut = True


@pytest.fixture
def file():
    return Counted(bytes(5 * CHUNK))


def rows(taken):
    for number in range(1000):
        taken.append(number)
        yield (number,)


async def test_the_asynchronous_server_reads_a_table_while_it_sends_it():
    taken: list[int] = []
    answer: Any = csv_table(AsyncRequestFactory().get("/"), "numbers", rows(taken))
    assert answer.is_async
    parts = answer.streaming_content
    assert (await anext(parts)).startswith(b"0\n1\n")
    assert 0 < len(taken) < 300
    rest = [part async for part in parts]
    assert b"".join(rest).endswith(b"999\n")


@pytest.mark.django_db  # the end of an answer closes old connections
async def test_the_asynchronous_server_reads_a_file_while_it_sends_it(file):
    answer: Any = download(AsyncRequestFactory().get("/"), SECRET, file)
    assert answer.is_async
    parts = answer.streaming_content
    assert len(await anext(parts)) == CHUNK
    assert file.taken == CHUNK
    # A reader that leaves early leaves no file open.
    answer.close()
    assert file.shut


def test_so_does_the_synchronous_one(file):
    answer: Any = download(RequestFactory().get("/"), SECRET, file)
    assert len(next(iter(answer.streaming_content))) == CHUNK
    assert file.taken == CHUNK


@pytest.mark.parametrize("factory", [RequestFactory, AsyncRequestFactory])
def test_to_learn_of_a_file_reads_nothing_of_it(factory, file):
    answer = download(factory().head("/"), SECRET, file)
    assert (file.taken, answer["Content-Length"]) == (0, str(5 * CHUNK))


def test_a_part_of_a_file_is_read_alone(file):
    request = RequestFactory().get("/", headers={"range": f"bytes=10-{CHUNK + 9}"})
    answer = download(request, SECRET, file)
    assert (answer.status_code, len(answer.getvalue()), file.taken) == (206, CHUNK, CHUNK)


def test_a_file_that_was_moved_away_is_not_there():
    export = Export()
    export.file.name = "exports/gone.zip"
    with pytest.raises(Http404):
        download(RequestFactory().get("/"), SECRET, export.file)


def failing(after: int):
    yield from ((number,) for number in range(after))
    raise RuntimeError("the database refused")


def test_a_stream_that_fails_at_once_is_no_file():
    with pytest.raises(RuntimeError, match="refused"):
        csv_table(RequestFactory().get("/"), "numbers", failing(0))


async def test_a_stream_that_fails_later_says_so_at_its_end():
    answer: Any = csv_table(AsyncRequestFactory().get("/"), "numbers", failing(1000))
    got: list[bytes] = []

    async def read() -> None:
        async for part in answer.streaming_content:
            got.append(part)  # noqa: PERF401  # those before the failure, too

    with pytest.raises(RuntimeError, match="refused"):
        await read()
    assert got[0].startswith(b"0\n1\n")
    assert got[-1].decode() == INCOMPLETE

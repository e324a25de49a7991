"""Long lists are counted as far as readers go, and no further."""

from __future__ import annotations

import pytest
from django.template.loader import render_to_string

from accounts.models import User
from pages.frame import paging

pytestmark = pytest.mark.django_db


@pytest.fixture
def people(monkeypatch):
    monkeypatch.setattr(paging, "MOST_COUNTED", 40)
    User.objects.bulk_create(User(username=f"u{number:03}") for number in range(95))
    return User.objects.order_by("username")


def page(rf, rows, asked):
    return paging.page_of(rf.get("/", {"page": asked} if asked else {}), rows, 10)


@pytest.mark.parametrize(
    ("asked", "number", "count", "pages"),
    [
        ("", 1, "more than 40", 4),
        ("3", 3, "more than 40", 4),
        ("4", 4, "more than 50", 5),
        ("8", 8, "more than 90", 9),
        ("9", 9, "95", 10),
        ("10", 10, "95", 10),
        ("900", 10, "95", 10),
        ("999999999999", 4, "more than 40", 4),
        ("0", 4, "more than 40", 4),
        ("-3", 4, "more than 40", 4),
        ("x", 1, "more than 40", 4),
        ("٣", 3, "more than 40", 4),
    ],
)
def test_a_page_and_how_many_there_are(rf, people, asked, number, count, pages):
    found = page(rf, people, asked)
    told = found.paginator
    assert (found.number, told.count_in_words, told.num_pages) == (number, count, pages)
    assert found.object_list[0].username == f"u{10 * (number - 1):03}"


def test_a_bounded_number_of_rows_is_read_to_be_counted(rf, people, django_assert_num_queries):
    with django_assert_num_queries(1) as asked:
        assert page(rf, people, "").paginator.has_more
    assert "LIMIT 41" in asked.captured_queries[0]["sql"]
    assert "ORDER" not in asked.captured_queries[0]["sql"]


@pytest.mark.parametrize("rows", [lambda people: list(people), lambda people: people[:95]])
def test_lists_and_parts_are_counted_whole(rf, people, rows):
    assert page(rf, rows(people), "").paginator.count_in_words == "95"


def test_the_pager_says_so(rf, people):
    request = rf.get("/", {"page": "2"})
    found = paging.page_of(request, people, 10)
    text = render_to_string("components/pagination.html", {"page": found}, request)
    assert "11–20 of more than 40" in text
    assert "?page=3" in text

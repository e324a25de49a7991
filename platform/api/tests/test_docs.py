"""The page /api/docs/ shows the whole schema, to people and on every screen."""

import re

import pytest
from playwright.sync_api import expect

from api.reference import reference, schema

DARK_SURFACE = "rgb(25, 30, 27)"


@pytest.fixture
def text(people):
    page = people["nobody"].get("/api/docs/", HTTP_ACCEPT="text/html")
    assert page["Content-Type"].startswith("text/html")
    return page.content.decode()


def test_every_operation_stands_there_once(text):
    operations = [each for path in schema()["paths"].values() for each in path.values()]
    assert len(operations) > 50
    for operation in operations:
        assert text.count(f'<details class="entry" id="{operation["operationId"]}">') == 1


def test_every_link_within_the_page_leads_somewhere(text):
    ids = re.findall(r'\sid="([^"]+)"', text)
    assert len(ids) == len(set(ids))
    links = set(re.findall(r'href="#([^"]+)"', text))
    assert {"group-matches", "v1_matches_create", "object-SeatRequest", "object-Problem"} <= links
    assert links <= set(ids)


def test_an_operation_names_its_fields_and_answers():
    (create,) = (each for each in operations() if each.id == "v1_matches_create")
    assert (create.method, create.path) == ("POST", "/api/v1/matches/")
    fields = {each.name: each for each in create.fields}
    assert fields["seats"].required
    assert (fields["seats"].kind.text, fields["seats"].kind.name) == ("list of", "SeatRequest")
    assert fields["seed"].kind.text.startswith("integer, or null, at least 0")
    assert [(each.status, each.kind.name) for each in create.answers] == [
        ("201", "Match"),
        ("error", "Problem"),
    ]
    assert '"state": "queued"' in create.answers[0].example
    assert create.curl == (
        'curl -H "Authorization: Bearer $TOKEN" --json \'{"game": "snake", "ruleset": "standard", '
        '"seats": [{"bot": "alice/worm", "version": 1}]}\' "https://site.example/api/v1/matches/"'
    )


def test_what_an_address_needs_is_in_its_command():
    (compare,) = (each for each in operations() if each.id == "v1_seasons_compare_retrieve")
    assert compare.curl.endswith(
        '"https://site.example/api/v1/seasons/${id}/compare/?first=${first}&second=${second}"'
    )


def operations():
    return [each for group in reference("https://site.example").groups.values() for each in group]


def test_commands_name_the_site_of_the_request(text):
    assert "http://testserver/api/v1/bots/" in text
    assert "localhost:8000" not in text


def test_the_page_works_under_a_policy_without_inline_scripts_and_styles(text):
    assert "<style" not in text
    assert " style=" not in text
    assert not re.search(r"<script(?![^>]*\bsrc=)", text)
    assert not re.search(r"\son\w+=", text)


def test_its_files_are_this_sites_and_are_served(people, text):
    sources = re.findall(r'(?:src|href)="(/static/[^"]+)"', text)
    assert any("api/docs" in source for source in sources)
    assert not re.search(r'(?:src|href)="(?:https?:)?//', text)
    for source in sources:
        response = people["nobody"].get(source, HTTP_ACCEPT="*/*")
        assert response.status_code == 200, source


@pytest.mark.browser
def test_a_person_finds_an_operation_and_links_to_it(
    browser, transactional_db, redis_client, live_server
):
    page = browser.new_page(base_url=live_server.url, viewport={"width": 390, "height": 844})
    page.emulate_media(color_scheme="dark")
    page.goto("/api/docs/?q=retire")
    entries = page.locator(".entry:visible")
    expect(entries).to_have_count(2)
    expect(page.locator("#filter-found")).to_contain_text("2 of ")
    page.get_by_role("searchbox").fill("no such thing")
    expect(entries).to_have_count(0)
    page.goto("/api/docs/?q=retire#v1_matches_create")
    create = page.locator("#v1_matches_create")
    expect(create).to_have_attribute("open", "")
    expect(create.get_by_text("In the order of the seats.")).to_be_in_viewport()
    expect(create).to_have_css("background-color", DARK_SURFACE)
    create.get_by_role("link", name="SeatRequest").click()
    expect(page.locator("#object-SeatRequest")).to_have_attribute("open", "")
    assert page.evaluate("document.documentElement.scrollWidth") == 390
    page.close()

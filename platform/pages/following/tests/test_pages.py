"""The follow button and the list of what a person follows."""

from __future__ import annotations

import re
from urllib.parse import quote

import pytest

from accounts.models import User
from following import services
from games.registry import GAMES
from ladder.core.contest.plan import Kind
from ladder.events.models import Event
from ladder.events.tests.steps import open_event, stage
from ladder.seasons.current import ensure_seasons
from ladder.tests.play import make_bot

pytestmark = pytest.mark.django_db
PAGES = {
    "/bots/alice/worm/": "/following/bot/alice/worm/",
    "/people/alice/": "/following/person/alice/",
    "/events/open/": "/following/event/open/",
    "/games/snake/": "/following/game/snake/",
}
"""By the page of a thing: the address of its button."""


@pytest.fixture
def worm(alice, redis_client):
    ensure_seasons()
    return make_bot(alice, "worm")


@pytest.fixture
def event(olga, worm):
    return open_event(olga, stage("cup", Kind.SINGLE))


@pytest.fixture
def every(worm, alice, event):
    return {
        "/bots/alice/worm/": worm,
        "/people/alice/": alice,
        "/events/open/": event,
        "/games/snake/": GAMES["snake"],
    }


def hidden_fields(form: str) -> dict[str, str]:
    return dict(re.findall(r'type="hidden" name="(\w+)" value="([^"]*)"', form))


def form_of(text: str, action: str) -> dict[str, str]:
    (form,) = re.findall(rf'<form method="post" action="{action}".*?</form>', text, re.DOTALL)
    return hidden_fields(form)


def unmasked(text: str) -> str:
    return re.sub(r'(name="csrfmiddlewaretoken" value=")\w+', r"\1", text)


@pytest.mark.parametrize("page", PAGES)
def test_the_button_follows_and_unfollows_and_comes_back(client, charlie, every, page):
    client.force_login(charlie)
    action = PAGES[page]
    text = client.get(page).text
    assert "0 followers" in text
    assert f'hx-post="{action}"' in text
    fields = form_of(text, action)
    answer = client.post(action, fields, follow=True)
    assert answer.redirect_chain == [(f"{page}#follow", 302)]
    assert services.is_following(charlie, every[page])
    assert "1 follower<" in answer.text
    assert ">Unfollow</button>" in answer.text
    client.post(action, form_of(answer.text, action))
    assert not services.is_following(charlie, every[page])


@pytest.mark.parametrize("page", PAGES)
def test_htmx_gets_the_new_button_alone(client, charlie, every, page):
    client.force_login(charlie)
    address = f"http://testserver{page}?page=2"
    headers = {"HX-Request": "true", "HX-Current-URL": address}
    answer = client.post(PAGES[page], {"act": "follow"}, headers=headers)
    assert answer.text.strip().startswith('<div class="follow row"')
    assert form_of(answer.text, PAGES[page])["next"] == f"{page}?page=2#follow"
    assert 'value="unfollow"' in answer.text
    assert services.is_following(charlie, every[page])


@pytest.mark.parametrize("page", PAGES)
def test_people_who_are_not_logged_in_are_led_to_the_log_in_and_back(client, every, page):
    text = client.get(page).text
    assert f'href="/accounts/login/?next={quote(page)}">Follow</a>' in text
    assert (
        "csrfmiddlewaretoken" not in re.findall(r'<div class="follow.*?</div>', text, re.DOTALL)[0]
    )
    answer = client.post(PAGES[page], {"act": "follow"})
    assert answer["Location"] == f"/accounts/login/?next={quote(page)}"
    assert client.get(PAGES[page])["Location"] == f"/accounts/login/?next={quote(page)}"
    htmx = client.post(PAGES[page], {"act": "follow"}, headers={"HX-Request": "true"})
    assert htmx["HX-Redirect"] == f"/accounts/login/?next={quote(page)}"


def test_a_link_to_a_button_leads_to_its_page(client, charlie, every):
    client.force_login(charlie)
    for page, action in PAGES.items():
        assert client.get(action)["Location"] == page


def test_ones_own_bots_and_self_have_the_number_alone(client, alice, charlie, every):
    services.follow(charlie, every["/bots/alice/worm/"])
    client.force_login(alice)
    for page in ("/bots/alice/worm/", "/people/alice/"):
        (shown,) = re.findall(r'<div class="follow.*?</div>', client.get(page).text, re.DOTALL)
        assert "follower" in shown
        assert "<form" not in shown
    answer = client.post("/following/person/alice/", {"act": "follow"}, follow=True)
    assert "You get the notices of yourself without following." in answer.text


def test_what_is_hidden_answers_as_what_does_not_exist(client, charlie, olga, every):
    Event.objects.update(state=Event.State.DRAFT)
    User.objects.filter(username="alice").update(is_active=False)
    client.force_login(charlie)
    none = client.post("/following/event/none/", {"act": "follow"})
    for path in ("event/open", "person/alice", "bot/alice/worm", "bot/x/y", "map/1", "game/none"):
        for method in (client.post, client.get):
            answer = method(f"/following/{path}/", {"act": "follow"})
            assert answer.status_code == 404
        assert unmasked(client.post(f"/following/{path}/").text) == unmasked(none.text)
    client.force_login(olga)
    assert client.post("/following/event/open/", {"act": "follow"}).status_code == 302


def test_the_page_says_what_to_do_at_the_limit(client, charlie, every, monkeypatch):
    monkeypatch.setattr(services, "MOST", 0)
    client.force_login(charlie)
    answer = client.post("/following/game/snake/", {"act": "follow"}, follow=True)
    assert "which is the limit. Unfollow some of them" in answer.text
    htmx = client.post("/following/game/snake/", {"act": "follow"}, headers={"HX-Request": "true"})
    assert htmx["HX-Redirect"] == "/games/snake/"


def test_the_list_has_all_by_kind_with_their_feeds(client, charlie, every):
    client.force_login(charlie)
    assert (
        "Bots, people, events and games that you follow" in client.get("/settings/following/").text
    )
    for thing in every.values():
        services.follow(charlie, thing)
    text = client.get("/settings/following/").text
    places = [text.index(f'href="{page}atom.xml"') for page in PAGES]
    assert places == sorted(places)
    for page in PAGES:
        assert f'href="{page}atom.xml"' in text
        assert client.get(f"{page}atom.xml").status_code == 200
    assert f"{len(PAGES)} of at most 500" in text
    text = client.get("/settings/following/?kind=event").text
    assert 'href="/events/open/"' in text
    assert 'href="/bots/alice/worm/"' not in text


def test_unfollow_in_the_list_can_be_undone(client, charlie, every):
    client.force_login(charlie)
    services.follow(charlie, every["/bots/alice/worm/"])
    action = "/following/bot/alice/worm/"
    fields = form_of(client.get("/settings/following/").text, action)
    fields["next"] = fields["next"].replace("&amp;", "&")
    answer = client.post(action, fields, follow=True)
    assert "You no longer follow <bdi>alice/worm</bdi>." in answer.text
    assert answer.request["PATH_INFO"] == "/settings/following/"
    client.post(action, form_of(answer.text, action), follow=True)
    assert services.is_following(charlie, every["/bots/alice/worm/"])


def test_the_offer_to_undo_says_nothing_of_what_is_hidden(client, charlie, every):
    Event.objects.update(state=Event.State.DRAFT)
    client.force_login(charlie)
    assert "You no longer follow" not in client.get("/settings/following/?left=event/open").text


def test_what_became_invisible_is_a_number_that_can_be_removed(client, charlie, every):
    client.force_login(charlie)
    services.follow(charlie, every["/events/open/"])
    Event.objects.update(state=Event.State.DRAFT)
    text = client.get("/settings/following/").text
    assert "1 more is not visible now." in text
    assert "/events/open/" not in text
    client.post("/settings/following/unseen/drop/")
    assert not charlie.follows.exists()


def test_a_long_list_has_pages(client, charlie, alice, redis_client):
    client.force_login(charlie)
    for number in range(32):
        services.follow(charlie, User.objects.create_user(f"author-{number:02}"))
    assert "1–30 of 32" in client.get("/settings/following/").text
    assert "author-31" in client.get("/settings/following/?page=2").text


def test_the_address_of_the_feed_is_shown_and_renewed(client, charlie, every):
    client.force_login(charlie)
    old = f"/feeds/{services.feed_token(charlie)}/atom.xml"
    assert f"http://testserver{old}" in client.get("/settings/following/").text
    answer = client.post("/settings/following/feed/renew/", follow=True)
    assert "Your feed has a new address." in answer.text
    assert old not in answer.text
    assert client.get(old).status_code == 404


def test_the_list_takes_a_bounded_number_of_queries(
    client, charlie, every, django_assert_max_num_queries
):
    client.force_login(charlie)
    for number in range(25):
        services.follow(charlie, User.objects.create_user(f"author-{number:02}"))
    for thing in every.values():
        services.follow(charlie, thing)
    with django_assert_max_num_queries(20):
        client.get("/settings/following/")


def test_another_person_changes_nothing(client, charlie, bob, every):
    services.follow(charlie, every["/people/alice/"])
    client.force_login(bob)
    client.post("/following/person/alice/", {"act": "unfollow"})
    client.post("/settings/following/unseen/drop/")
    assert services.is_following(charlie, every["/people/alice/"])

"""Components of templates: what a page writes as `<c-name>` and what a reader gets."""

import re
from pathlib import Path

from django import forms
from django.template import engines
from django_cotton.compiler_regex import CottonCompiler

from pages.frame.content.badges import COLOURS, colour

ROOT = Path(__file__).resolve().parents[4]


class NameForm(forms.Form):
    name = forms.CharField(help_text="Letters, <b>no</b> spaces.")


def rendered(source: str, **context: object) -> str:
    template = engines["django"].from_string(CottonCompiler().process(source))
    return " ".join(template.render(context).split())


def test_a_field_shows_its_label_help_and_errors() -> None:
    html = rendered('<c-field :field="form.name" />', form=NameForm({"name": ""}))
    assert '<label for="id_name">Name</label>' in html
    assert '<div class="help" id="id_name_helptext">Letters, <b>no</b> spaces.</div>' in html
    assert '<div class="error" id="id_name_error">This field is required.</div>' in html


def test_a_stat_escapes_its_label_and_its_number_once() -> None:
    html = rendered('<c-stat :label="label">{{ number }}</c-stat>', label="A & B", number="<1")
    assert html == '<div class="stat"><dt>A &amp; B</dt><dd>&lt;1</dd></div>'


def test_a_badge_has_the_colour_of_its_state_and_shows_the_state_or_other_words() -> None:
    assert rendered('<c-badge state="void" title="Not \'it\'." />') == (
        '<span class="badge badge-bad" title="Not &#x27;it&#x27;.">void</span>'
    )
    html = rendered('<c-badge :state="state">{{ words }}</c-badge>', state="given_up", words="<1")
    assert html == '<span class="badge badge-bad">&lt;1</span>'
    html = rendered('<c-badge state="live" href="/a/" />')
    assert html == '<a class="badge badge-live" href="/a/">live</a>'
    html = rendered("<c-badge>league</c-badge>", title="of the page", state="of the page")
    assert html == '<span class="badge">league</span>'


def test_the_colour_of_a_state_may_depend_on_what_it_is_a_state_of() -> None:
    assert [colour("ready"), colour("ready", "correction")] == ["muted", "wait"]
    assert [colour("failed"), colour("failed", "match")] == ["bad", "bad"]
    assert colour("unheard of") == "muted"


def test_each_state_that_a_template_names_has_a_colour() -> None:
    pages = [path.read_text() for path in (ROOT / "templates").rglob("*.html")]
    badges = [badge for page in pages for badge in re.findall(r"<c-badge\b[^>]*>", page)]
    named = [re.search(r' state="([^"]*)"', badge) for badge in badges]
    states = {match[1] for match in named if match}
    assert len(states) > 50
    assert states <= COLOURS.keys()


def test_a_control_by_hand_has_the_same_label_as_a_field() -> None:
    html = rendered('<c-field label="Bot" for="q"><input id="q"></c-field>', field="of the page")
    assert html == '<div class="field"> <label for="q">Bot</label> <input id="q"></div>'
    html = rendered('<c-field label="Table"><a href="/">All</a></c-field>')
    assert html == '<div class="field"> <span class="label">Table</span> <a href="/">All</a></div>'
    html = rendered('<c-field :field="form.name" label="Your name" />', form=NameForm())
    assert '<label for="id_name">Your name</label>' in html


def test_a_form_that_asks_for_confirmation_and_a_reason() -> None:
    html = rendered('<c-confirm word="Ban" action="/a/?b&c" reason>Why?</c-confirm>', plain="page")
    assert '<summary class="button button-small button-danger"> Ban…</summary>' in html
    assert 'action="/a/?b&amp;c">Why?' in html
    assert 'name="reason" maxlength="300" required' in html
    html = rendered('<c-confirm word="Stop" action="/a/" plain large />', reason="of the page")
    assert '<summary class="button"> Stop…</summary>' in html
    assert '<button class="button button-small button-primary" type="submit">Stop</button>' in html
    assert 'name="reason"' not in html


def test_an_empty_list_may_have_more_below_its_button() -> None:
    html = rendered('<c-empty text="None." action_url="/a/" action="Make" primary>More</c-empty>')
    assert html == (
        '<div class="empty"> <p>None.</p> '
        '<p><a class="button button-primary" href="/a/">Make</a></p> More </div>'
    )


def test_a_bare_table_has_no_frame() -> None:
    html = rendered(
        '<c-table bare head_class="sr-only"><c-slot name="head"><tr></tr></c-slot></c-table>'
    )
    assert html.startswith('<table class="table"> <thead class="sr-only"><tr></tr></thead>')
    assert html.endswith("</table>")

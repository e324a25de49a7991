"""Components of templates: what a page writes as `<c-name>` and what a reader gets."""

from django import forms
from django.template import engines
from django_cotton.compiler_regex import CottonCompiler


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

"""The OpenAPI schema is valid and complete."""

import re
from typing import Any

import pytest
import yaml
from django.core.management import call_command
from django.urls import resolve

from sandbox.languages import LANGUAGES

PAGES = {"cursor", "page", "page_size"}


@pytest.fixture(scope="module")
def schema(tmp_path_factory):
    file = tmp_path_factory.mktemp("schema") / "schema.yml"
    call_command("spectacular", "--validate", "--fail-on-warn", "--file", str(file))
    return yaml.load(file.read_text(), Loader=yaml.CSafeLoader)


def test_every_address_is_described(schema):
    assert set(schema["paths"]) >= {
        "/api/v1/games/",
        "/api/v1/games/{name}/",
        "/api/v1/bots/",
        "/api/v1/bots/{id}/retire/",
        "/api/v1/bots/{bot_id}/versions/",
        "/api/v1/bots/{bot_id}/versions/{number}/activate/",
        "/api/v1/bots/{bot_id}/versions/{number}/source/",
        "/api/v1/matches/",
        "/api/v1/matches/{id}/replay/",
        "/api/v1/matches/{id}/exports/{name}/",
        "/api/v1/matches/{id}/seats/{number}/log/",
        "/api/v1/seasons/{id}/standings/",
        "/api/v1/seasons/{id}/official/",
        "/api/v1/seasons/{id}/compare/",
        "/api/v1/me/",
    }


def test_every_operation_says_that_its_errors_are_problems(schema):
    for path, operations in schema["paths"].items():
        if path.startswith("/api/v1/"):
            for operation in operations.values():
                (kind,) = operation["responses"]["default"]["content"]
                assert kind == "application/problem+json", path


def test_every_address_takes_the_parameters_that_its_description_has_and_no_others(schema):
    for path, operations in schema["paths"].items():
        if "get" not in operations or not path.startswith("/api/v1/"):
            continue
        view = view_of(path)
        act = view.action_map["get"] if hasattr(view, "action_map") else "get"
        told = operations["get"].get("parameters", ())
        described = {each["name"] for each in told if each["in"] == "query"}
        assert view.known_queries(act) - PAGES == described - PAGES, path
        assert described <= view.known_queries(act), path


def view_of(path):
    """The view at an address of the description, as the router makes it for an action."""
    func: Any = resolve(re.sub(r"{[^}]+}", "1", path.replace("{kind}", "bot"))).func
    view = func.cls(**getattr(func, "initkwargs", {}))
    if actions := getattr(func, "actions", None):
        view.action_map = actions
    return view


def test_tokens_and_sessions_are_described(schema):
    schemes = schema["components"]["securitySchemes"]
    assert (schemes["token"]["type"], schemes["token"]["scheme"]) == ("http", "bearer")
    assert schemes["cookieAuth"]["in"] == "cookie"


def test_every_operation_says_which_scope_a_token_needs(schema):
    bots = schema["paths"]["/api/v1/bots/"]
    assert "a token needs: `read`" in bots["get"]["description"]
    assert "a token needs: `bots`" in bots["post"]["description"]
    generate = schema["paths"]["/api/v1/maps/generate/"]["post"]
    assert "a token needs: `read`" in generate["description"]


def test_an_upload_is_multipart(schema):
    upload = schema["paths"]["/api/v1/bots/{bot_id}/versions/"]["post"]
    content = upload["requestBody"]["content"]
    assert list(content) == ["multipart/form-data"]
    name = content["multipart/form-data"]["schema"]["$ref"].rpartition("/")[2]
    fields = schema["components"]["schemas"][name]["properties"]
    assert (fields["file"]["type"], fields["file"]["format"]) == ("string", "binary")
    named = [each["$ref"].rpartition("/")[2] for each in fields["language"]["oneOf"]]
    values = [value for each in named for value in schema["components"]["schemas"][each]["enum"]]
    assert values == [*LANGUAGES, ""]


def test_a_bot_is_named_by_its_id_or_its_name(schema):
    bot = schema["components"]["schemas"]["SeatRequest"]["properties"]["bot"]
    assert [each["type"] for each in bot["oneOf"]] == ["integer", "string"]

"""The reference of the API as plain data, read from its OpenAPI schema."""

from __future__ import annotations

import json
import shlex
from collections import defaultdict
from dataclasses import dataclass, replace
from functools import cache
from itertools import chain
from typing import TYPE_CHECKING, Any

from django.utils.safestring import SafeString
from drf_spectacular.generators import SchemaGenerator
from markdown_it import MarkdownIt

from games.registry import OURS
from games.texts.sentences import listed

if TYPE_CHECKING:
    from collections.abc import Iterator

    Schema = dict[str, Any]

SITE = "http://localhost:8000"
"""The address of the site in the introduction; the page names the address that it was asked at."""
AUTHORIZATION = '-H "Authorization: Bearer $TOKEN"'
JSON, MULTIPART = "application/json", "multipart/form-data"
WORDS = {
    "date-time": "date and time",
    "binary": "file",
    "uri": "address",
    "double": "number",
    "int64": "integer",
    "object": "object of any fields",
}
"""Names of formats and types for people, if they differ from their own names."""
LIMITS = {
    "maxLength": "at most {} characters",
    "minimum": "at least {}",
    "maximum": "at most {}",
    "default": "default {}",
}
GAME = next(iter(OURS.values()))
SAMPLES = {
    "game": GAME.name,
    "ruleset": GAME.rulesets[0].name,
    "owner": "alice",
    "language": "python",
    "next": None,
    "previous": None,
    "date-time": "2026-01-31T12:00:00Z",
    "integer": 1,
    "number": 0.5,
    "boolean": True,
}
"""Values of examples, by the field's name, its format or its type."""
MARKDOWN = MarkdownIt("commonmark", {"html": False})


@dataclass(frozen=True, slots=True)
class Kind:
    """The description of a value; the name of an object follows if the value consists of one."""

    text: str
    name: str = ""


@dataclass(frozen=True, slots=True)
class Field:
    """A parameter of an operation or a field of an object; ``place`` is empty for the latter."""

    name: str
    kind: Kind
    required: bool
    text: SafeString
    place: str = ""


@dataclass(frozen=True, slots=True)
class Answer:
    """``example`` is JSON, or empty where the answer is something else."""

    status: str
    kind: Kind
    media: str
    example: str


@dataclass(frozen=True, slots=True)
class Operation:
    id: str
    method: str
    path: str
    text: SafeString
    media: str
    fields: tuple[Field, ...]
    answers: tuple[Answer, ...]
    curl: str


@dataclass(frozen=True, slots=True)
class Reference:
    introduction: SafeString
    groups: dict[str, list[Operation]]
    objects: dict[str, tuple[SafeString, tuple[Field, ...]]]


@cache
def schema() -> Schema:
    """The OpenAPI schema; it does not change while the process runs."""
    made: Schema = SchemaGenerator().get_schema(request=None, public=True)  # type: ignore[no-untyped-call]
    return made


def reference(origin: str) -> Reference:
    """Everything that the page shows, with commands for the site at ``origin``."""
    groups: dict[str, list[Operation]] = defaultdict(list)
    for path, methods in schema()["paths"].items():
        group = path.removeprefix("/api/v1/").partition("/")[0].capitalize()
        groups[group] += [_operation(path, each, methods[each], origin) for each in methods]
    return Reference(
        markdown(schema()["info"]["description"].replace(SITE, origin)),
        dict(groups),
        {
            name: (markdown(each.get("description", "")), tuple(_fields(each)))
            for name, each in schema()["components"]["schemas"].items()
            if each.get("type") == "object"
        },
    )


def markdown(text: str) -> SafeString:
    """HTML in the text comes out as text."""
    return SafeString(MARKDOWN.render(text))


def _operation(path: str, method: str, operation: Schema, origin: str) -> Operation:
    content = operation.get("requestBody", {}).get("content", {})
    media = next((each for each in (JSON, MULTIPART) if each in content), "")
    body = _resolved(content[media]["schema"]) if media else {}
    parameters = [
        replace(
            _field(each["name"], each["schema"], each.get("required", False), each), place=place
        )
        for place in ("path", "query", "header")
        for each in operation.get("parameters", [])
        if each["in"] == place
    ]
    send = " ".join(chain(_method(method, body), _sent(body, media)))
    query = "&".join(
        f"{each['name']}=${{{each['name']}}}"
        for each in operation.get("parameters", [])
        if each["in"] == "query" and each.get("required")
    )
    address = origin + path.replace("{", "${") + (f"?{query}" if query else "")
    return Operation(
        operation["operationId"],
        method.upper(),
        path,
        markdown(operation["description"]),
        media,
        (*parameters, *_fields(body, request=True)),
        tuple(_answer(status, each) for status, each in operation["responses"].items()),
        " ".join(filter(None, ("curl", AUTHORIZATION, send, f'"{address}"'))),
    )


def _method(method: str, body: Schema) -> Iterator[str]:
    """Curl's option for a method that does not follow from what is sent."""
    if method not in ("get", "post") or (method == "post" and not body):
        yield f"-X {method.upper()}"


def _sent(body: Schema, media: str) -> Iterator[str]:
    """Curl's options for a body of what is required, or of everything where nothing is."""
    fields = {k: v for k, v in body.get("properties", {}).items() if not v.get("readOnly")}
    names = [name for name in fields if name in body.get("required", [])] or list(fields)
    if media == JSON:
        yield f"--json {shlex.quote(json.dumps({n: _example(fields[n], n) for n in names}))}"
    elif media == MULTIPART:
        for name in names:
            file = fields[name].get("format") == "binary"
            value = "@main.py" if file else shlex.quote(_example(fields[name], name))
            yield f"-F {name}={value}"


def _answer(status: str, answer: Schema) -> Answer:
    media, content = next(iter(answer.get("content", {}).items()), ("", {"schema": {}}))
    kind = _kind(content["schema"]) if media else Kind("nothing")
    example = ""
    if media == JSON:
        example = json.dumps(_example(content["schema"]), indent=2, ensure_ascii=False)
    return Answer("error" if status == "default" else status, kind, media, example)


def _fields(item: Schema, *, request: bool = False) -> Iterator[Field]:
    """The fields of an object; without those that only answers have, if it is a request's."""
    for name, each in item.get("properties", {}).items():
        if not (request and each.get("readOnly")):
            yield _field(name, each, request and name in item.get("required", []), each)


def _field(name: str, value: Schema, required: bool, described: Schema) -> Field:
    limits = [
        limit.format(json.dumps(value[key]) if isinstance(value[key], bool) else value[key])
        for key, limit in LIMITS.items()
        if value.get(key) or value.get(key) == 0
    ]
    kind = _kind(value)
    nullable = ["or null"] if value.get("nullable") else []
    kind_text = ", ".join([*filter(None, [kind.text]), *nullable, *limits])
    text = described.get("description", "").partition("* `")[0]
    return Field(name, Kind(kind_text, kind.name), required, markdown(text))


def _resolved(value: Schema) -> Schema:
    """The target of a reference; a single entry of ``allOf`` is a reference, too."""
    for each in value.get("allOf", []):
        return _resolved(each)
    if "$ref" in value:
        component: Schema = schema()["components"]["schemas"][value["$ref"].rpartition("/")[2]]
        return component
    return value


def _kind(value: Schema) -> Kind:
    for each in value.get("allOf", []):
        return _kind(each)
    resolved = _resolved(value)
    if "$ref" in value and resolved.get("type") == "object":
        return Kind("", value["$ref"].rpartition("/")[2])
    if choices := _choices(resolved):
        values = ", ".join(f"“{each}”" if each != "" else "empty" for each in choices)
        return Kind(f"one of {values}")
    if "oneOf" in resolved:
        return Kind(listed((_kind(each).text for each in resolved["oneOf"]), "or"))
    if resolved.get("type") == "array":
        inner = _kind(resolved["items"])
        return Kind(f"list of {inner.text}".strip(), inner.name)
    said = str(resolved.get("format", resolved.get("type", "any value")))
    return Kind(WORDS.get(said, said))


def _choices(value: Schema) -> list[Any]:
    if "oneOf" in value:
        return list(chain.from_iterable(_choices(_resolved(each)) for each in value["oneOf"]))
    return list(value.get("enum", []))


def _example(value: Schema, name: str = "") -> Any:
    """A value that fits, made of the schema's own examples as far as it has some."""
    resolved = _resolved(value)
    if resolved.get("type") == "object":
        fields = resolved.get("properties", {})
        return {each: _example(fields[each], each) for each in fields}
    if resolved.get("type") == "array":
        return [_example(resolved["items"], name)]
    if name in SAMPLES:
        return SAMPLES[name]
    for each in reversed(resolved.get("oneOf", [])):
        return _example(each, name)
    known = (resolved.get("example"), resolved.get("default"), *_choices(resolved))
    said = (SAMPLES.get(resolved.get(key, "")) for key in ("format", "type"))
    return next((each for each in (*known, *said) if each not in (None, "")), name or "text")

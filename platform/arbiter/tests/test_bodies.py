"""Requests that carry too much are refused before anything of them is kept."""

from __future__ import annotations

import json
from typing import Any

import pytest

from arbiter.serving.bodies import BodyLimit

MOST = 10


class Request:
    """One request, the parts that the application took, and the messages to the client."""

    def __init__(self, body: list[bytes], length: int | None = None, path: str = "/bots/") -> None:
        self.body = body
        self.path = path
        self.length = length
        self.taken: list[bytes] = []
        self.told: list[Any] = []
        self.left = [
            {"type": "http.request", "body": part, "more_body": n + 1 < len(body)}
            for n, part in enumerate(body)
        ]

    async def run(self, application: Any = None) -> Request:
        size = [] if self.length is None else [(b"content-length", b"%d" % self.length)]
        scope: Any = {"type": "http", "path": self.path, "headers": size}
        limit = BodyLimit(application or self.application, MOST)
        await limit(scope, self.receive, self.send)
        return self

    async def application(self, scope, receive, send):
        while (event := await receive())["type"] == "http.request":
            self.taken.append(event["body"])
            if not event["more_body"]:
                await send({"type": "http.response.start", "status": 200, "headers": []})
                await send({"type": "http.response.body", "body": b"thanks"})
                break

    async def receive(self) -> Any:
        return self.left.pop(0)

    async def send(self, event: Any) -> None:
        self.told.append(event)

    @property
    def status(self) -> int:
        (status,) = [event["status"] for event in self.told if "status" in event]
        return int(status)

    @property
    def answer(self) -> bytes:
        return b"".join(event.get("body", b"") for event in self.told)


@pytest.mark.parametrize("length", [10, None])
async def test_what_fits_goes_through(length):
    request = await Request([b"12345", b"67890"], length).run()
    assert (b"".join(request.taken), request.status) == (b"1234567890", 200)


@pytest.mark.parametrize("length", [13, None])
async def test_a_body_that_is_too_large_is_refused_and_heard_to_its_end(length):
    request = await Request([b"12345", b"67890", b"1", b"22"], length).run()
    assert request.status == 413
    assert b"larger" in request.answer
    assert b"".join(request.taken) == (b"" if length else b"1234567890")
    assert request.left == []
    assert (b"connection", b"close") in request.told[0]["headers"]
    assert request.told[-1]["more_body"] is False


async def test_programs_get_a_problem_document():
    request = await Request([b"x" * 11], path="/api/v1/bots/").run()
    problem = json.loads(request.answer)
    assert (b"content-type", b"application/problem+json") in request.told[0]["headers"]
    assert (problem["status"], problem["instance"]) == (413, "/api/v1/bots/")


async def test_an_answer_that_has_begun_is_not_mixed_with_a_refusal():
    async def hasty(scope, receive, send):
        await send({"type": "http.response.start", "status": 404, "headers": []})
        await receive()
        await send({"type": "http.response.body", "body": b"gone"})

    request = await Request([b"x" * 11]).run(hasty)
    assert (request.status, request.answer) == (404, b"gone")


async def test_a_refusal_outlives_what_the_application_says_of_the_lost_client():
    async def sorry(scope, receive, send):
        assert (await receive())["type"] == "http.disconnect"
        await send({"type": "http.response.start", "status": 400, "headers": []})
        await send({"type": "http.response.body", "body": b"where are you?"})

    assert (await Request([b"x" * 11]).run(sorry)).status == 413

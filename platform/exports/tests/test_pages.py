"""The pages of archives: who sees them, how one is asked for, and its download."""

from __future__ import annotations

from datetime import date

import pytest

from audit.models import AuditEntry
from exports import services
from exports.models import Export
from exports.options import Options
from exports.tests.test_exports import played as played
from exports.tests.test_exports import read, rows
from exports.tests.test_exports import season as season


@pytest.mark.parametrize("path", ["", "state/", "1/cancel/", "1/archive.zip"])
def test_the_pages_are_for_organizers_alone(client, alice, played, olga, path):
    made = services.ask(olga, Options())
    services.make(made.pk)
    path = f"/desk/export/{path.replace('1/', f'{made.pk}/')}"
    assert client.get(path).status_code in (302, 405)
    client.force_login(alice)
    assert client.get(path).status_code in (404, 405)
    assert client.post(path).status_code in (404, 405)
    assert AuditEntry.objects.filter(act="downloaded").count() == 0


def test_an_organizer_asks_watches_and_downloads(client, olga, played, season):
    client.force_login(olga)
    form = {"season": season.pk, "since": "2020-01-01", "emails": "on"}
    assert client.post("/desk/export/", form)["Location"] == "/desk/export/"
    export = Export.objects.get()
    assert export.asked == Options(season.pk, date(2020, 1, 1), emails=True)
    assert "One export is being made" in client.post("/desk/export/", form).text
    assert "waiting" in client.get("/desk/export/state/").text
    assert client.get(f"/desk/export/{export.pk}/archive.zip").status_code == 404
    services.make(export.pk)
    page = client.get("/desk/export/state/").text
    assert f"/desk/export/{export.pk}/archive.zip" in page
    answer = client.get(f"/desk/export/{export.pk}/archive.zip")
    whole = answer.getvalue()
    _, files = read(whole)
    assert len(rows(files, "matches")) == 2
    headers = {"Range": "bytes=9-", "If-Range": answer["ETag"]}
    rest = client.get(f"/desk/export/{export.pk}/archive.zip", headers=headers)
    assert (rest.status_code, rest.getvalue()) == (206, whole[9:])
    again = client.get(
        f"/desk/export/{export.pk}/archive.zip", headers={"If-None-Match": answer["ETag"]}
    )
    assert (again.status_code, AuditEntry.objects.filter(act="downloaded").count()) == (304, 2)
    last = AuditEntry.objects.latest("number")
    assert (last.actor, last.act) == (olga, "downloaded")


def test_one_that_is_being_made_shows_its_progress_and_is_cancelled(client, olga, db, redis_client):
    client.force_login(olga)
    client.post("/desk/export/", {})
    Export.objects.update(state="running", rows=50, total=200, part="matches")
    page = client.get("/desk/export/state/").text
    assert 'value="0.25"' in page
    assert "matches" in page
    export = Export.objects.get()
    client.post(f"/desk/export/{export.pk}/cancel/")
    client.post(f"/desk/export/{export.pk}/cancel/")
    assert "It is over already." in client.get("/desk/export/").text
    assert (
        "The last day comes before"
        in client.post("/desk/export/", {"since": "2021-01-01", "until": "2020-01-01"}).text
    )

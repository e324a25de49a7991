"""Stored files in an S3 store, on moto's server."""

from __future__ import annotations

import hashlib
import io
import json
import re
import zipfile
from collections.abc import Iterator
from pathlib import Path
from typing import Any
from urllib.parse import quote

import boto3
import pytest
from botocore import UNSIGNED
from botocore.config import Config
from botocore.exceptions import ClientError
from django.core.exceptions import ImproperlyConfigured
from django.core.files.base import ContentFile
from django.core.files.storage import default_storage
from django.core.management import CommandError, call_command
from django.urls import reverse
from moto.server import ThreadedMotoServer

from arbiter.configured.storage import _store
from arbiter.working.passing import is_passing
from bots.versions import artifacts
from matches.models import Match
from storage import cleanup, restore, s3
from storage.files import columns, discard

ROOT = Path(__file__).resolve().parents[3]
KEYS = {"aws_access_key_id": "ours", "aws_secret_access_key": "a/secret+of ours"}
SECRET = quote(KEYS["aws_secret_access_key"], safe="")


@pytest.fixture(scope="module")
def endpoint() -> Iterator[str]:
    server = ThreadedMotoServer("127.0.0.1", 0, verbose=False)
    server.start()
    host, port = server.get_host_and_port()
    yield f"http://{host}:{port}"
    server.stop()


@pytest.fixture(scope="module")
def boto(endpoint):
    return boto3.client("s3", endpoint_url=endpoint, region_name="us-east-1", **KEYS)


@pytest.fixture
def bucket(endpoint, boto, settings):
    """The site keeps its files there."""
    boto.create_bucket(Bucket="arbiter-files")
    address = f"s3://ours:{SECRET}@arbiter-files/site-1?region=us-east-1&endpoint={endpoint}"
    settings.STORAGES = {**settings.STORAGES, "default": _store(address)}
    yield "arbiter-files"
    for key in keys(boto):
        boto.delete_object(Bucket="arbiter-files", Key=key)
    boto.delete_bucket(Bucket="arbiter-files")


def keys(boto) -> list[str]:
    found = boto.list_objects_v2(Bucket="arbiter-files").get("Contents", [])
    return [each["Key"] for each in found]


def named() -> set[str]:
    """The stored files that rows name."""
    return {
        str(name)
        for each in columns()
        for name in each.model._default_manager.values_list(each.name, flat=True)
        if name
    }


def anybody(endpoint: str) -> Any:
    """Somebody without a key."""
    config = Config(signature_version=UNSIGNED)
    return boto3.client("s3", endpoint_url=endpoint, region_name="us-east-1", config=config)


# The setting --------------------------------------------------------------------------------------


def test_an_address_has_key_secret_bucket_prefix_region_and_endpoint():
    made = _store(
        "s3://ID:a%2Fb%2B@files/one/two/?region=eu-west-1&endpoint=https://s3.example.org"
    )
    assert made == {
        "BACKEND": "storage.s3.PrivateS3",
        "OPTIONS": {
            "access_key": "ID",
            "secret_key": "a/b+",
            "bucket_name": "files",
            "location": "one/two",
            "region_name": "eu-west-1",
            "endpoint_url": "https://s3.example.org",
        },
    }
    assert _store("s3://files")["OPTIONS"] == {"bucket_name": "files", "location": ""}
    assert _store("")["BACKEND"].endswith("FileSystemStorage")


@pytest.mark.parametrize(
    "address",
    [
        "s3://ID:hidden/with-a-slash@files",
        "s3://ID:hidden@",
        "s3://ID:@files",
        "s3://ID:hidden@files?acl=public-read",
        "https://ID:hidden@files",
        "/srv/hidden",
    ],
)
def test_an_address_that_cannot_be_read_is_refused_without_its_secret(address):
    with pytest.raises(ImproperlyConfigured, match="STORAGE_URL must be") as refused:
        _store(address)
    assert "hidden" not in str(refused.value)


def test_keys_may_come_from_the_usual_variables(monkeypatch):
    monkeypatch.setenv("AWS_ACCESS_KEY_ID", "theirs")
    monkeypatch.setenv("AWS_SECRET_ACCESS_KEY", "hidden")
    made = s3.PrivateS3(**_store("s3://files")["OPTIONS"])
    found = made.connection.meta.client._get_credentials()
    assert (found.access_key, found.secret_key) == ("theirs", "hidden")


def test_only_one_module_loads_the_packages_of_the_store_and_no_module_loads_it():
    loads = re.compile(r"^\s*(?:from|import) (?:boto|storages\b|storage\.s3\b)", re.MULTILINE)
    found = [
        path.relative_to(ROOT).as_posix()
        for room in ("platform", "ladder", "tools")
        for path in (ROOT / room).rglob("*.py")
        if "tests" not in path.parts and loads.search(path.read_text())
    ]
    assert found == ["platform/storage/s3.py"]


# The check at start -------------------------------------------------------------------------------


def test_the_check_writes_reads_and_deletes_an_object(bucket, boto, settings):
    s3.PrivateS3(**settings.STORAGES["default"]["OPTIONS"]).check()
    assert keys(boto) == []


@pytest.mark.parametrize(
    ("change", "why"),
    [
        ({"bucket_name": "nobody-has-it"}, "NoSuchBucket"),
        ({"endpoint_url": "http://127.0.0.1:9", "seconds": 0.5}, "Could not connect"),
    ],
)
def test_a_site_does_not_start_with_a_store_that_it_cannot_use(bucket, settings, change, why):
    store = settings.STORAGES["default"]
    store = {**store, "OPTIONS": store["OPTIONS"] | change}
    settings.STORAGES = {**settings.STORAGES, "default": store}
    with pytest.raises(CommandError, match=f"cannot be used: .*{why}.* Check STORAGE_URL"):
        call_command("prepare")


def test_a_site_does_not_start_with_a_bucket_that_everybody_reads(bucket, boto):
    grant = {"Effect": "Allow", "Principal": "*", "Action": "s3:*", "Resource": "*"}
    boto.put_bucket_policy(
        Bucket=bucket, Policy=json.dumps({"Version": "2012-10-17", "Statement": [grant]})
    )
    with pytest.raises(CommandError, match="people without a key"):
        call_command("prepare")
    assert keys(boto) == []


# Files --------------------------------------------------------------------------------------------


def test_a_stored_file_is_private_and_has_no_address(bucket, boto, endpoint):
    name = default_storage.save("sources/bot.zip", ContentFile(b"secret"))
    (key,) = keys(boto)
    assert key == f"site-1/{name}"
    owner = boto.get_object_acl(Bucket=bucket, Key=key)
    assert {grant["Grantee"]["ID"] for grant in owner["Grants"]} == {owner["Owner"]["ID"]}
    with pytest.raises(ClientError, match=r"403|AccessDenied"):
        anybody(endpoint).get_object(Bucket=bucket, Key=key)
    with pytest.raises(NotImplementedError):
        default_storage.url(name)


def test_two_writers_of_one_name_have_a_file_each(bucket):
    first, second = (default_storage.save("replays/1.gz", ContentFile(b"x")) for _ in range(2))
    discard(second)
    assert default_storage.exists(first)
    assert not default_storage.exists(second)


@pytest.mark.parametrize("whole", [s3.WHOLE, 0])
def test_a_file_is_read_from_any_place_and_opened_again(bucket, monkeypatch, whole):
    monkeypatch.setattr(s3, "WHOLE", whole)
    monkeypatch.setattr(s3, "PIECE", 100)
    content = bytes(range(256)) * 4
    name = default_storage.save("replays/1.gz", ContentFile(content))
    with default_storage.open(name) as file:
        assert file.size == 1024
        assert file.read() == content
        assert file.seek(-5, io.SEEK_END) == 1019
        assert file.read(9) == content[-5:]
        file.seek(300)
        assert (file.read(7), file.tell()) == (content[300:307], 307)
        file.seek(2000)
        assert file.read() == b""
    with file.open() as again:
        assert again.read(3) == content[:3]


def test_a_file_that_is_gone_is_not_found_and_a_store_that_is_away_may_come_back(bucket, settings):
    for ask in (default_storage.open, default_storage.size, default_storage.get_modified_time):
        with pytest.raises(FileNotFoundError):
            ask("replays/1.gz")
    assert default_storage.listdir("replays/") == ([], [])
    options = {**settings.STORAGES["default"]["OPTIONS"], "endpoint_url": "http://127.0.0.1:9"}
    away = s3.PrivateS3(**options)
    for ask_it in (away.open, away.exists, away.delete):
        with pytest.raises(OSError, match="Could not connect") as error:
            ask_it("replays/1.gz")
        assert is_passing(error.value)


def test_what_an_uploaded_bot_makes_is_stored_sent_backed_up_and_deleted(
    bucket, boto, client, make_ready, alice, alices_bot, python_bot, tmp_path
):
    version = make_ready(alices_bot)
    assert version.state == version.State.READY
    match = Match.objects.get()
    assert match.is_over
    stored = named()
    assert {n.split("/")[0] for n in stored} >= {"sources", "artifacts", "replays", "logs"}
    assert {f"site-1/{name}" for name in stored} == set(keys(boto))

    client.force_login(alice)
    address = reverse("match-replay", args=[match.pk])
    whole = client.get(address).getvalue()
    assert hashlib.sha256(whole).hexdigest() == match.replay_sha256
    part = client.get(address, headers={"Range": "bytes=5-14"})
    assert (part.status_code, part.getvalue()) == (206, whole[5:15])
    source = client.get(f"{version.get_absolute_url()}source/").getvalue()
    with zipfile.ZipFile(io.BytesIO(source)) as sent:
        assert sent.read("main.py").strip() == python_bot.strip()

    call_command("backup", str(tmp_path / "site.zip"))
    with zipfile.ZipFile(tmp_path / "site.zip") as packed:
        files = {name for name in packed.namelist() if name.startswith("media/")}
        assert files == {f"media/{name}" for name in stored}
        assert packed.read(f"media/{match.replay.name}") == whole
    with open(tmp_path / "site.zip", "rb") as file, pytest.raises(restore.Refusal, match="S3"):
        restore.restore(file, replace=True)

    stray = default_storage.save("replays/stray.gz", ContentFile(b"x"))
    assert cleanup.remove_files(older=cleanup.FILES_AFTER * 0) == [stray]
    type(alices_bot).objects.filter(pk=alices_bot.pk).update(active_version=None)
    version.bot.refresh_from_db()
    artifacts.delete_files(version, alice)
    gone = {str(version.source.name), str(version.artifact.name)}
    assert {f"site-1/{name}" for name in stored - gone} == set(keys(boto))

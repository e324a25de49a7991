"""Stored files in a bucket of an S3 store, which `STORAGE_URL` names.

Imported only where the site has one.  Errors of the store are errors of the system, as those of a
folder are: FileNotFoundError, or an OSError that may pass.
"""

from __future__ import annotations

import errno
import io
import os
from collections.abc import Iterator
from contextlib import contextmanager
from datetime import datetime
from typing import TYPE_CHECKING, Any, BinaryIO, NoReturn

from boto3.exceptions import Boto3Error
from boto3.s3.transfer import TransferConfig
from botocore import UNSIGNED
from botocore.config import Config
from botocore.exceptions import BotoCoreError, ClientError
from django.core.exceptions import ImproperlyConfigured
from django.core.files import File
from storages.backends.s3 import S3Storage

from arbiter.working.probing import FOLDER, written
from games.texts.sentences import paragraph

if TYPE_CHECKING:
    AnyFile = File[Any]
else:
    AnyFile = File

WHOLE = 8 << 20
"""Objects up to this size are read at once; of larger ones only what is wanted is read."""
PIECE = 1 << 20
"""Bytes of larger objects that are read from the connection at a time."""
_ADVICE = "Check STORAGE_URL, and that its key may read, write, list and delete objects there."


class PrivateS3(S3Storage):  # type: ignore[misc]  # it has no types
    """Objects without an address: the site sends them to those who may read them."""

    def __init__(self, seconds: float = 30.0, **options: Any) -> None:
        """``seconds`` bounds each wait for the store."""
        config = Config(
            connect_timeout=min(5.0, seconds),
            read_timeout=seconds,
            retries={"mode": "standard", "total_max_attempts": 3},
            # Older stores refuse checksums that they are not asked for.
            request_checksum_calculation="when_required",
            response_checksum_validation="when_required",
        )
        super().__init__(
            **options,
            client_config=config,
            transfer_config=TransferConfig(use_threads=False),
            default_acl=None,
            # Without it names give objects an encoding, and some stores unpack these.
            object_parameters={"ContentType": "application/octet-stream"},
        )

    @property
    def connection(self) -> Any:
        """Of this thread and process: a fork must not use the sockets of its parent."""
        if getattr(self._connections, "process", None) != os.getpid():
            self._connections.connection, self._connections.process = None, os.getpid()
        return super().connection

    @property
    def bucket(self) -> Any:
        return self.connection.Bucket(self.bucket_name)

    def get_available_name(self, name: str, max_length: int | None = None) -> str:
        """Always a new name, since a store does not refuse the second of two writers: the one
        whose row is not saved would delete the file of the other one."""
        stem, suffix = os.path.splitext(name)
        return str(self.get_alternative_name(stem, suffix))

    def url(self, name: str | None, *_: Any, **__: Any) -> NoReturn:
        raise NotImplementedError(f"Stored files have no address of their own: {name}")

    def check(self) -> None:
        """Write, list, read and delete an object.  `ImproperlyConfigured` where that fails, or
        where somebody without a key can read it."""
        try:
            with written(self) as name:
                self._check(name)
        except OSError as error:
            bucket, url = self.bucket_name, self.endpoint_url
            unusable = (
                f"The store of files, bucket {bucket} at {url}, cannot be used: {error}."
                if url
                else f"The store of files, bucket {bucket}, cannot be used: {error}."
            )
            raise ImproperlyConfigured(paragraph(unusable, _ADVICE)) from error

    def _check(self, name: str) -> None:
        if name.removeprefix(FOLDER) not in self.listdir(FOLDER)[1]:
            raise OSError("an object that was written is not listed")
        if self._is_public(name):
            bucket, url = self.bucket_name, self.endpoint_url
            public = (
                f"The store of files, bucket {bucket} at {url}, shows objects to people without a "
                "key."
                if url
                else f"The store of files, bucket {bucket}, shows objects to people without a key."
            )
            danger = "They include sources of bots. Remove its public policy."
            raise ImproperlyConfigured(paragraph(public, danger))

    def _is_public(self, name: str) -> bool:
        session = self._create_session()
        client = session.client(
            "s3",
            region_name=self.region_name,
            endpoint_url=self.endpoint_url,
            config=self.client_config.merge(Config(signature_version=UNSIGNED)),
        )
        try:
            client.head_object(Bucket=self.bucket_name, Key=self._normalize_name(name))
        except ClientError:
            return False
        finally:
            client.close()
        return True

    # As those of a folder ------------------------------------------------------------------------

    def _open(self, name: str, mode: str = "rb") -> File[bytes]:
        if mode != "rb":
            raise ValueError("Stored files are read as bytes, and written by saving them")
        return _StoredFile(self, name)

    def _save(self, name: str, content: File[bytes]) -> str:
        with system_errors(name):
            return str(super()._save(name, content))

    def delete(self, name: str) -> None:
        with system_errors(name):
            super().delete(name)

    def exists(self, name: str) -> bool:
        with system_errors(name):
            return bool(super().exists(name))

    def listdir(self, path: str) -> tuple[list[str], list[str]]:
        with system_errors(path):
            folders, files = super().listdir(path)
        return folders, files

    def size(self, name: str) -> int:
        with system_errors(name):
            return int(super().size(name))

    def get_modified_time(self, name: str) -> datetime:
        with system_errors(name):
            changed: datetime = super().get_modified_time(name)
        return changed


@contextmanager
def system_errors(name: str) -> Iterator[None]:
    """Errors of the store, as those of the system that readers of files know."""
    try:
        yield
    except ClientError as error:
        code, status = error.response["Error"]["Code"], error.response["ResponseMetadata"]
        if status["HTTPStatusCode"] == 404 and code != "NoSuchBucket":
            raise FileNotFoundError(errno.ENOENT, "no such object", name) from error
        raise OSError(errno.EIO, str(error), name) from error
    except (BotoCoreError, Boto3Error) as error:
        raise OSError(errno.EIO, str(error), name) from error


class _StoredFile(AnyFile):
    """A stored file that can be opened again."""

    def __init__(self, storage: PrivateS3, name: str) -> None:
        self._storage = storage
        super().__init__(_read(storage, name), name)

    def open(self, *_: Any, **__: Any) -> _StoredFile:
        if self.closed:
            self.file = _read(self._storage, str(self.name))
        else:
            self.seek(0)
        return self


def _read(storage: PrivateS3, name: str) -> BinaryIO:
    """The bytes of an object, seekable.  FileNotFoundError."""
    stored = _Object(storage, name)
    if stored.size > WHOLE:
        return io.BufferedReader(stored, PIECE)
    with stored:
        return io.BytesIO(stored.readall())


class _Object(io.RawIOBase):
    """Reads a response of the store, and asks for another one after a jump."""

    def __init__(self, storage: PrivateS3, name: str) -> None:
        super().__init__()
        self._client, self._name = storage.connection.meta.client, name
        self._place = {"Bucket": storage.bucket_name, "Key": storage._normalize_name(name)}
        self._at, self._body = 0, None
        with system_errors(name):
            answer = self._client.get_object(**self._place)
        self.size, self._body = int(answer["ContentLength"]), answer["Body"]

    def readable(self) -> bool:
        return True

    def seekable(self) -> bool:
        return True

    def tell(self) -> int:
        return self._at

    def seek(self, offset: int, whence: int = os.SEEK_SET) -> int:
        at = max(
            0, offset + {os.SEEK_SET: 0, os.SEEK_CUR: self._at, os.SEEK_END: self.size}[whence]
        )
        if at != self._at:
            self._drop()
        self._at = at
        return at

    def readinto(self, buffer: Any) -> int:
        if self._at >= self.size:
            return 0
        with system_errors(self._name):
            if self._body is None:
                answer = self._client.get_object(**self._place, Range=f"bytes={self._at}-")
                self._body = answer["Body"]
            data = self._body.read(len(buffer))
        if not data:
            raise OSError(errno.EIO, "the store sent less than it said", self._name)
        buffer[: len(data)] = data
        self._at += len(data)
        return len(data)

    def close(self) -> None:
        self._drop()
        super().close()

    def _drop(self) -> None:
        if self._body is not None:
            self._body.close()
            self._body = None

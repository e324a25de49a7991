"""Uploads: what is accepted, and how everything else is refused."""

from __future__ import annotations

import bz2
import gzip
import io
import lzma
import stat
import struct
import zipfile

import pytest

from sandbox.errors import UploadError
from sandbox.limits import UploadLimits
from sandbox.uploads.archives import Source, read_stored, read_upload, to_zip, write_to

MAIN = b"print('hello')\n"


def zipped(*entries: tuple[str | zipfile.ZipInfo, bytes], method=zipfile.ZIP_DEFLATED) -> bytes:
    data = io.BytesIO()
    with zipfile.ZipFile(data, "w", method) as archive:
        for name, content in entries:
            archive.writestr(name, content)
    return data.getvalue()


def read(data: bytes, name: str = "bot.zip", **options) -> Source:
    return read_upload(name, io.BytesIO(data), **options)


def with_name(old: bytes, new: bytes) -> bytes:
    """A zip whose main.py is called something that Python would not write."""
    assert len(old) == len(new)
    return zipped(("main.py", MAIN), (old.decode(), b"x")).replace(old, new)


def test_one_python_file_of_any_name_is_the_main_file():
    source = read(MAIN, "my bot.py")
    assert dict(source.files) == {"main.py": MAIN}
    assert (source.language, source.count, source.size) == ("python", 1, len(MAIN))


def test_one_cpp_file_is_a_program():
    assert dict(read(b"int main() {}", r"C:\fakepath\bot.CC").files) == {
        "main.cpp": b"int main() {}"
    }


def test_a_zip_is_known_by_its_content_not_its_name():
    assert read(zipped(("main.py", MAIN)), "bot.py").language == "python"


def test_a_zip_keeps_folders_and_data_files():
    source = read(zipped(("main.py", MAIN), ("nn/w.npy", b"\x93NUMPY\0"), ("nn/net.py", b"")))
    assert list(source.files) == ["main.py", "nn/net.py", "nn/w.npy"]


def test_a_folder_around_everything_is_taken_off():
    source = read(zipped(("bot/", b""), ("bot/main.py", MAIN), ("bot/lib/a.py", b"")))
    assert list(source.files) == ["lib/a.py", "main.py"]


def test_what_systems_and_editors_leave_is_left_out():
    source = read(
        zipped(
            ("bot/main.py", MAIN),
            ("__MACOSX/bot/._main.py", b"\0\0"),
            ("bot/.DS_Store", b"\0"),
            ("bot/.git/config", b""),
            ("bot/__pycache__/main.cpython-311.pyc", b"\0"),
        )
    )
    assert list(source.files) == ["main.py"]


def test_the_hash_is_of_the_content_however_it_was_packed():
    files = (("main.py", MAIN), ("a.txt", b"x"))
    packed = read(zipped(*files))
    stored = read(zipped(*reversed(files), method=zipfile.ZIP_STORED))
    assert packed.sha256 == stored.sha256
    assert packed.sha256 != read(zipped(("main.py", MAIN), ("a.tx", b"tx"))).sha256


def test_what_is_stored_can_be_read_again_and_is_always_the_same_bytes():
    # Zeros that came unpacked are packed for storage, and better than an upload may be.
    files = (("x/main.py", MAIN), ("x/deep/er/a.txt", bytes(2_000_000)))
    source = read(zipped(*files, method=zipfile.ZIP_STORED))
    assert to_zip(source) == to_zip(source)
    assert read_stored(io.BytesIO(to_zip(source)), source.language) == source


def test_the_files_are_written_where_a_build_wants_them(tmp_path):
    write_to(read(zipped(("main.py", MAIN), ("a/b.txt", b"x"))), tmp_path)
    assert (tmp_path / "a/b.txt").read_bytes() == b"x"
    assert (tmp_path / "main.py").read_bytes() == MAIN


@pytest.mark.parametrize(
    ("name", "reason"),
    [
        ("../evil.py", "leads out of the zip"),
        ("a/../../evil.py", "leads out of the zip"),
        ("a/./b.py", "leads out of the zip or nowhere"),
        ("a//b.py", "leads out of the zip or nowhere"),
        ("/etc/cron.d/evil", "absolute path"),
        ("C:evil.py", "absolute path"),
        ("tab\there.py", "control characters"),
        ("right\u202eyp.py", "control characters"),
        ("end\u2028.py", "control characters"),
        ("main\u200b.py", "control characters"),
        ("a" * 250 + ".py", "too long or too deep"),
        ("/".join("abcdefghijklm"), "too long or too deep"),
    ],
)
def test_a_path_that_leads_elsewhere_is_refused(name, reason):
    with pytest.raises(UploadError, match=reason):
        read(zipped(("main.py", MAIN), (name, b"x")))


@pytest.mark.parametrize(
    "name", ["👩\u200d💻.py", "שָׁלוֹם\u200f.py", "نامه\u200cای.py", "\u061cملف.py"]
)
def test_joined_emoji_and_marks_of_direction_are_no_control_characters(name):
    assert name in read(zipped(("main.py", MAIN), (name, b"x = 1\n"))).files


@pytest.mark.parametrize(("suffix", "pack"), [("gz", gzip), ("bz2", bz2), ("xz", lzma)])
def test_a_source_that_is_packed_alone_is_that_source(suffix, pack):
    source = read_upload(f"player.py.{suffix}", io.BytesIO(pack.compress(MAIN)))
    assert (source.files, source.language) == ({"main.py": MAIN}, "python")


def test_a_source_that_is_packed_alone_has_the_limits_of_archives():
    with pytest.raises(UploadError, match="unpacks to more than"):
        read_upload("main.py.gz", io.BytesIO(gzip.compress(b"#" * (64 << 20))))
    with pytest.raises(UploadError, match="is damaged"):
        read_upload("main.py.gz", io.BytesIO(gzip.compress(MAIN)[:-9]))


def test_a_backslash_parts_folders_and_leads_nowhere_else():
    assert list(read(with_name(b"sub/tree.py", b"sub\\tree.py")).files) == [
        "main.py",
        "sub/tree.py",
    ]
    with pytest.raises(UploadError, match="leads out of the zip"):
        read(with_name(b"../../evil.py", b"..\\..\\evil.py"))
    with pytest.raises(UploadError, match="absolute path"):
        read(with_name(b"//evil.py", b"\\\\evil.py"))


def test_a_name_that_hides_behind_a_zero_byte_is_refused():
    with pytest.raises(UploadError, match="control characters"):
        read(with_name(b"evil.pyx.txt", b"evil.py\0.txt"))


@pytest.mark.parametrize(
    ("kind", "reason"),
    [(stat.S_IFLNK, "is a link"), (stat.S_IFCHR, "special file"), (stat.S_IFIFO, "special file")],
)
def test_links_and_devices_are_refused(kind, reason):
    entry = zipfile.ZipInfo("thing")
    entry.external_attr = (kind | 0o777) << 16
    with pytest.raises(UploadError, match=reason):
        read(zipped(("main.py", MAIN), (entry, b"/etc/passwd")))


@pytest.mark.parametrize(
    ("one", "other"),
    [
        ("Search.py", "search.py"),
        ("caf\u00e9.py", "cafe\u0301.py"),
        ("lib/a.py", "LIB/b.py"),
        ("lib", "lib/a.py"),
        ("lib/a.py", "lib"),
    ],
)
def test_names_that_some_machine_takes_for_one_are_refused(one, other):
    with pytest.raises(UploadError, match="have the same name"):
        read(zipped(("main.py", MAIN), (one, b""), (other, b"")))


@pytest.mark.filterwarnings("ignore:Duplicate name")
def test_the_same_name_twice_is_refused():
    with pytest.raises(UploadError, match="have the same name"):
        read(zipped(("main.py", MAIN), ("a.txt", b"1"), ("a.txt", b"2")))


def test_an_encrypted_entry_is_refused():
    data = bytearray(zipped(("main.py", MAIN)))
    for magic, offset in ((b"PK\x03\x04", 6), (b"PK\x01\x02", 8)):
        data[data.index(magic) + offset] |= 1
    with pytest.raises(UploadError, match="zip without a password"):
        read(bytes(data))


def test_an_unusual_method_is_refused():
    with pytest.raises(UploadError, match="use the deflate method"):
        read(zipped(("main.py", MAIN), method=zipfile.ZIP_LZMA))


def test_a_bomb_is_stopped_while_it_unpacks():
    with pytest.raises(UploadError, match="more than 100 times its size"):
        read(zipped(("main.py", MAIN), ("zeros", bytes(10 << 20))))


def test_a_small_file_may_pack_well():
    assert read(zipped(("main.py", MAIN), ("zeros", bytes(900_000)))).size > 900_000


def test_many_files_add_up():
    noise = bytes(range(256)) * 64
    files = [(f"f{n}", noise * 8) for n in range(10)]
    with pytest.raises(UploadError, match="more than 1 MB in it"):
        read(zipped(("main.py", MAIN), *files), limits=UploadLimits(unpacked=1 << 20))


def test_a_header_that_lies_about_its_size_does_not_get_more():
    data = bytearray(zipped(("main.py", MAIN), ("zeros", bytes(10 << 20))))
    for magic, offset in ((b"PK\x03\x04", 22), (b"PK\x01\x02", 24)):
        place = data.rindex(magic) + offset
        data[place : place + 4] = struct.pack("<I", 10)
    with pytest.raises(UploadError, match=r"damaged|times its size"):
        read(bytes(data))


def test_too_many_files_are_refused_before_they_are_listed():
    few = UploadLimits(files=5)
    with pytest.raises(UploadError, match="more than 5 files"):
        read(zipped(*((f"{n}.py", b"") for n in range(6))), limits=few)
    with pytest.raises(UploadError, match="more than 5 files"):
        read(zipped(*((f"d{n}/", b"") for n in range(60))), limits=few)


def test_an_upload_that_is_too_large_is_refused():
    with pytest.raises(UploadError, match="larger than 8 MB"):
        read(b"#" * (8 * 1024 * 1024 + 1), "bot.py")


@pytest.mark.parametrize("names", [[], ["empty/"], [".git/x"]])
def test_a_zip_without_files_is_refused(names):
    with pytest.raises(UploadError, match="no files in it"):
        read(zipped(*((name, b"") for name in names)))


def test_an_empty_file_is_refused():
    with pytest.raises(UploadError, match="the upload is empty"):
        read(b"", "bot.py")


@pytest.mark.parametrize(
    ("magic", "kind"),
    [
        (b"Rar!\x1a\x07", "a RAR archive"),
        (b"7z\xbc\xaf\x27\x1c", "a 7z archive"),
        (b"\x28\xb5\x2f\xfd", "a zstd archive"),
    ],
)
def test_another_archive_learns_that_it_should_be_a_zip(magic, kind):
    with pytest.raises(UploadError, match=f"{kind}; make a zip"):
        read(magic + bytes(100), "bot.py")


@pytest.mark.parametrize(
    ("magic", "kind"),
    [(b"\x7fELF\x02", "Linux"), (b"MZ\x90\0", "Windows"), (b"\xcf\xfa\xed\xfe", "macOS")],
)
def test_executables_are_no_program_alone_nor_in_a_zip(magic, kind):
    with pytest.raises(UploadError, match=kind):
        read(magic + bytes(100), "bot.cpp")
    with pytest.raises(UploadError, match=f"engine is .*{kind}.*send the sources"):
        read(zipped(("engine", magic + bytes(100))))
    assert read(zipped(("main.py", MAIN), ("engine", magic + bytes(100)))).language == "python"


def test_a_text_may_begin_like_an_executable():
    assert read(b"MZ = 5\n", "bot.py").count == 1


def test_a_source_with_zero_bytes_is_refused():
    with pytest.raises(UploadError, match=r"main\.py is no text"):
        read(zipped(("main.py", "print(1)".encode("utf-16"))))


def test_a_file_of_an_unknown_kind_learns_what_is_known():
    with pytest.raises(UploadError, match=r"bot\.rb is neither a zip nor a source file.*\.cpp"):
        read(b"puts 1", "bot.rb")


def test_a_source_in_another_language_than_was_said_is_refused():
    with pytest.raises(UploadError, match=r"bot\.py is no C\+\+20 .*should end with \.cpp"):
        read(MAIN, "bot.py", language="cpp")


def test_the_author_may_decide_between_two_languages():
    data = zipped(("main.py", MAIN), ("main.cpp", b"int main() {}"))
    with pytest.raises(UploadError, match="say which language"):
        read(data)
    assert read(data, language="cpp").language == "cpp"


@pytest.mark.parametrize("cut", [30, 60, 100])
def test_a_damaged_zip_is_refused(cut):
    with pytest.raises(UploadError, match="the zip is damaged"):
        read(zipped(("main.py", MAIN * 20))[:-cut])


def test_a_flipped_byte_in_a_zip_is_noticed():
    data = bytearray(zipped(("main.py", MAIN), method=zipfile.ZIP_STORED))
    data[data.index(MAIN)] ^= 1
    with pytest.raises(UploadError, match="the zip is damaged"):
        read(bytes(data))


@pytest.mark.parametrize(
    ("sent", "kept"),
    [("Bot.java", "Bot.java"), (r"C:\src\Bot.java", "Bot.java"), ("my bot.java", "Main.java")],
)
def test_a_java_source_keeps_its_name_where_a_class_can_have_it(sent, kept):
    assert list(read_upload(sent, io.BytesIO(b"class Bot {}")).files) == [kept]


@pytest.mark.parametrize("name", ["Makefile", "CMakeLists.txt"])
def test_the_heart_of_a_project_alone_is_no_upload(name):
    with pytest.raises(UploadError, match="alone is no program; send a zip of the whole project"):
        read_upload(name, io.BytesIO(b"all:\n"))

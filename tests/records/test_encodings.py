"""Text in whatever encoding a file has, named, misnamed or not named at all."""

from pathlib import Path

import pytest

from tengen.records import load, loads

CHINESE = "PB[柯洁]BR[九段]PW[朴廷桓]EV[第3届梦百合杯世界围棋公开赛]RE[黑中盘胜]"
TRADITIONAL = "PB[周俊勳]BR[九段]PW[林海峰]EV[第3屆應氏杯]C[白棋這手棋很成功，黑棋許可了]"
JAPANESE = "PB[趙治勲]PW[小林光一]EV[第35期十段戦]C[黒の手は良い手です。ここで白はツケました]"
KOREAN = "PB[박정환]BR[9단]PW[신진서]EV[제20회 농심배]RE[흑 불계승]"
FRENCH = "PB[Frédéric Donzet]C[Très bien joué. À revoir]"

OLD_FILES = [
    (CHINESE, "gb18030"),
    (CHINESE, "gbk"),
    (TRADITIONAL, "big5"),
    (JAPANESE, "shift_jis"),
    (JAPANESE, "euc_jp"),
    (KOREAN, "euc_kr"),
    (FRENCH, "iso-8859-1"),
    ("PB[李昌镐]PW[常昊]", "gbk"),
    ("PB[王立誠]", "big5"),
    ("PB[本因坊秀策]", "shift_jis"),
    ("PB[이창호]", "euc_kr"),
    ("PB[Åse]", "iso-8859-1"),
]


def texts(data: bytes) -> str:
    """The header as it was read, without what stands before it."""
    written = loads(data).to_sgf().replace("\n", "")
    return written[written.index("PB[") : written.rindex(")")]


@pytest.mark.parametrize(("text", "encoding"), [*OLD_FILES, (CHINESE, "utf-8"), (JAPANESE, "utf-8")])
def test_encoding_named(text: str, encoding: str) -> None:
    record = loads(f"(;GM[1]CA[{encoding}]{text})".encode(encoding))
    assert texts(f"(;CA[{encoding}]{text})".encode(encoding)) == text
    assert not record.warnings
    assert "CA[UTF-8]" in record.to_sgf()


@pytest.mark.parametrize(("text", "encoding"), OLD_FILES)
def test_encoding_not_named_is_guessed_and_noted(text: str, encoding: str) -> None:
    data = f"(;GM[1]FF[4]{text})".encode(encoding)
    assert texts(data) == text
    assert "a guess" in loads(data).warnings[0]


@pytest.mark.parametrize("text", [CHINESE, JAPANESE, KOREAN, FRENCH])
def test_utf8_needs_no_name(text: str) -> None:
    for mark in (b"", b"\xef\xbb\xbf"):
        record = loads(mark + f"(;GM[1]{text})".encode())
        assert record.encoding.startswith("utf-8")
        assert not record.warnings
        assert texts(mark + f"(;{text})".encode()) == text


def test_utf16_with_a_mark() -> None:
    assert loads(f"(;GM[1]{CHINESE};B[dd])".encode("utf-16")).black == "柯洁"


@pytest.mark.parametrize("name", ["klingon", "rot13", "hex", "utf-7", "undefined", "unicode_escape", "\x00", "ü"])
def test_name_of_no_use_is_a_warning(name: str) -> None:
    record = loads(f"(;CA[{name}]{CHINESE})".encode())
    assert record.black == "柯洁"
    assert any("CA" in warning for warning in record.warnings)


def test_wrong_name() -> None:
    for data in (f"(;CA[UTF-8]{CHINESE})".encode("gbk"), f"(;CA[ISO-8859-1]{CHINESE})".encode()):
        record = loads(data)
        assert record.black == "柯洁"
        assert any("CA" in warning or "valid" in warning for warning in record.warnings)


def test_a_damaged_character_does_not_spoil_the_others() -> None:
    whole = f"(;CA[UTF-8]{CHINESE}C[很好的一手])".encode()
    record = loads(whole.replace("好".encode(), "好".encode()[:2]))
    assert (record.black, record.root.comment) == ("柯洁", "很\ufffd的一手")
    assert record.encoding == "utf-8"
    assert any("replaced: 1" in warning for warning in record.warnings)


def test_bytes_that_are_nothing_are_read_as_latin() -> None:
    record = loads(b"(;C[\x80\x81\xff\xfe\x80];B[dd])")
    assert record.encoding == "iso-8859-1"
    assert loads(record.to_sgf()) == record


def test_brackets_inside_two_byte_characters() -> None:
    """The second byte of 十, 功 and 許 is a backslash, and of other characters a bracket."""
    assert loads("(;CA[Shift_JIS]EV[第35期二十])".encode("cp932")).event == "第35期二十"
    assert loads("(;CA[Big5]EV[成功]PB[許])".encode("big5")).event == "成功"
    for text in ("儅", "乗", "塢"):
        second = text.encode("gbk")[1:]
        assert loads(f"(;CA[GBK]EV[{text}]PB[x])".encode("gbk")).event == text, second


def test_programs_that_think_in_bytes() -> None:
    """One put a backslash before the second byte of 功; another cut a name in half."""
    escaped = "(;CA[Big5]EV[成功".encode("big5") + b"\\]PB[x])"
    assert loads(escaped).event == "成功"
    halved = "(;CA[GBK]PB[柯洁洁".encode("gbk")[:-1] + b"]PW[x]SZ[9];B[ee])"
    record = loads(halved)
    assert (record.white, record.size, record.black[:2]) == ("x", 9, "柯洁")


def test_offsets_in_errors_are_those_of_the_file(tmp_path: Path) -> None:
    path = tmp_path / "game.sgf"
    data = f"(;CA[GBK]{CHINESE};B[dd];W".encode("gbk")
    path.write_bytes(data + b";B[pp])")
    with pytest.raises(ValueError, match=rf"'W' has no value \(byte {len(data)}\)"):
        load(path)

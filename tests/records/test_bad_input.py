"""Files that are no records: one line says what is wrong and where, and soon."""

import time
from pathlib import Path

import pytest

from tengen.records import RecordError, load, load_all, loads

FAULTS = [
    (b"", "the file is empty"),
    (b" \n\t", "the file is empty"),
    (b"hello (world); no game", "there is no game in it: no '(;' was found"),
    (bytes(1000), "there is no game in it: no '(;' was found"),
    (bytes(range(256)) * 20, "there is no game in it: no '(;' was found"),
    (b"(;SZ[9];B[ee];W[d", "the value that begins '[d' is never closed (byte 15)"),
    (b"(;SZ[9];B[ee];W", "the property 'W' has no value (byte 15)"),
    (b"(;SZ[9];B[ee];W[dd]", "it ends too early: 1 bracket '(' not closed (byte 19)"),
    (b"(;SZ[9](;B[ee]", "it ends too early: 2 brackets '(' not closed (byte 14)"),
    (b"(;SZ[9];B[ee]];W[dd])", "'];W[dd])' is not SGF (byte 13)"),
    (b"(;SZ[9];B;W[dd])", "the property 'B' has no value (byte 9)"),
    (b"(;SZ[9];[ee])", "a value belongs to no property (byte 8)"),
    (b"(;SZ[9]())", "a variation has no node (byte 8)"),
    (b"(;SZ[9](;B[aa]);W[bb])", "a node follows the end of a variation (byte 15)"),
    (b"(;SZ[9](;B[aa])C[x])", "the property 'C' is in no node (byte 15)"),
    (b"(;SZ[9];B[e!e])", "move 1 (B): 'e!e' is not a point of the 9x9 board"),
    (b"(;SZ[9];B[aa];W[bb];B[jj])", "move 3 (B): 'jj' is not a point of the 9x9 board"),
    (b"(;SZ[19];B[PD])", "move 1 (B): 'PD' is not a point of the 19x19 board"),
    (b"(;SZ[9];B[aa];AB[bb:zz])", "set-up after move 1 (AB): 'zz' is not a point of the 9x9 board"),
    (b"(;SZ[9]AB[tt])", "set-up after move 0 (AB): 'tt' is not a point of the 9x9 board"),
    (b"(;SZ[9];b[ee])", "[ee] has no property name in capital letters before it"),
]


@pytest.mark.parametrize(("data", "said"), FAULTS)
def test_fault_is_named_with_its_file_and_its_place(data: bytes, said: str, tmp_path: Path) -> None:
    path = tmp_path / "bad.sgf"
    path.write_bytes(data)
    for read in (load, load_all):
        with pytest.raises(RecordError) as caught:
            read(path)
        assert str(caught.value) == f"{path}: {said}"


def test_files_that_cannot_be_opened(tmp_path: Path) -> None:
    with pytest.raises(RecordError, match=r"missing\.sgf: there is no such file"):
        load(tmp_path / "missing.sgf")
    with pytest.raises(RecordError, match="it is a folder, not a file"):
        load(tmp_path)
    with pytest.raises(RecordError, match="it cannot be read"):
        load("null\0byte.sgf")


def test_junk_around_a_game_is_skipped() -> None:
    for before in (b"\xef\xbb\xbf", b"From: ann\nSubject: (our game)\n\n", b"\x00\x01\xff junk ) ] "):
        assert len(loads(before + b"( ;SZ[9]\n;B [ee] ; W\n[cc]) trailing ) junk").moves) == 2


@pytest.mark.parametrize("before", ["(", "(((", "( (\n(", "((()", ")))", "(" * 100, ":( " * 50, "(see below) " * 5000])
def test_a_few_brackets_too_many_before_a_game_are_skipped(before: str) -> None:
    record = loads(f"{before}(;SZ[9];B[ee](;W[cc])(;W[dd]))")
    assert [str(move) for move in record.moves] == ["B E5", "W C7"]


def test_names_of_the_old_kind() -> None:
    record = loads("(;GaMe[1]SiZe[9]PlayerBlack[Ann];Black[ee]Comment[hm];White[cc])")
    assert (record.size, record.black, len(record.moves)) == (9, "Ann", 2)


TEN_MEGABYTES = 10_000_000
HOSTILE = {
    "nesting": (b"(;" * (TEN_MEGABYTES // 2), r"nested more than 5,000 deep \(byte 10,000\)"),
    "nesting with moves": (b"(;B[aa]" * (TEN_MEGABYTES // 7), "nested more than"),
    "brackets": (b"(" * TEN_MEGABYTES, "no '\\(;' was found"),
    "brackets around a node": (
        b"(" * (TEN_MEGABYTES // 2) + b";" + b")" * (TEN_MEGABYTES // 2),
        r"^more than 100 brackets '\(' stand before the first '\(;' \(byte 4,999,999\)$",
    ),
    "brackets with blanks": (b"( \n" * (TEN_MEGABYTES // 3) + b";B[aa])", "more than 100 brackets"),
    "brackets in pairs": (b"()" * (TEN_MEGABYTES // 2) + b"(;B[aa])", "more than 100 brackets"),
    "brackets closed before": (b")" * (TEN_MEGABYTES // 2) + b"(" * (TEN_MEGABYTES // 2) + b";)", "more than 100"),
    "brackets with letters": (b"(a" * (TEN_MEGABYTES // 2) + b"(;B[aa])", "more than 100 brackets"),
    "brackets after a game": (b"(;SZ[9])" + b"(" * TEN_MEGABYTES + b";)", "nested more than"),
    "nodes": (b"(;" + b";" * TEN_MEGABYTES + b")", "more than 2,000,000 nodes"),
    "open value": (b"(;C[" + b"a" * TEN_MEGABYTES, "never closed"),
    "opening brackets": (b"(;C[a]" + b"[" * TEN_MEGABYTES, "never closed"),
    "nesting in a value": (b"(;C[" + b"(;" * (TEN_MEGABYTES // 2), "never closed"),
    "size": (b"(;SZ[" + b"9" * TEN_MEGABYTES + b"])", "not a board size"),
    "move": (b"(;B[" + b"a" * TEN_MEGABYTES + b"])", "not a point"),
    "game": (b"(;GM[" + b"2" * TEN_MEGABYTES + b"])", "not a game of Go"),
    "name": (b"(;" + b"A" * TEN_MEGABYTES + b"[x])", "."),
}


@pytest.mark.parametrize("kind", HOSTILE)
def test_absurd_files_are_refused_quickly_in_one_short_line(kind: str) -> None:
    data, said = HOSTILE[kind]
    begin = time.monotonic()
    with pytest.raises(RecordError, match=said) as caught:
        loads(data)
    assert len(str(caught.value)) < 200
    assert "\n" not in str(caught.value)
    assert time.monotonic() - begin < 50  # what takes the square of the length would take days


def test_absurd_values_that_do_no_harm() -> None:
    long = b"9" * 1_000_000
    record = loads(
        b"(;SZ[9]" + b"".join(name + b"[" + long + b"]" for name in (b"KM", b"HA", b"RU", b"TM", b"RE")) + b")"
    )
    assert record.komi == 7.5
    assert len(record.warnings) == 3
    assert len(repr(record)) + len(str(record)) + sum(map(len, record.warnings)) < 1000
    assert len(loads(b"(;AB" + b"[aa]" * 300_000 + b")").position().stones) == 1


def test_a_game_written_as_nested_variations() -> None:
    moves = "".join(f"(;{'BW'[number % 2]}[]" for number in range(2000))
    record = loads(f"(;SZ[19]{moves}{')' * 2001}")
    assert len(record.moves) == 2000
    assert record.position().move_number == 2000
    assert loads(record.to_sgf()) == record


def test_a_deep_comb_of_variations() -> None:
    teeth = "".join(f"(;{'BW'[number % 2]}[](;C[tooth])" for number in range(4900))
    record = loads(f"(;SZ[19]{teeth}{')' * 4901}")
    assert loads(record.to_sgf()) == record
    assert sum(1 for _ in record.nodes()) == 1 + 2 * 4900
    assert max(node.move_number for node in list(record.nodes())[-2:]) == 4900

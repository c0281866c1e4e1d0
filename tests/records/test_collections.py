"""Collections of games are read fast and whole, and split the same way for ever."""

import lzma
import struct
import zipfile
from pathlib import Path

import numpy as np
import pytest

from tengen.game.color import BLACK, WHITE
from tengen.kernels.geometry import PASS, point_of
from tengen.records.collections import CollectedGame, Tally, part_of, read_games
from tengen.records.errors import RecordError

PLAIN = "(;FF[4]GM[1]SZ[9]KM[5.5]RE[B+R]DT[2018];B[ee];W[gc];B[cc])"


def compact(games: list[tuple[int, float, list[tuple[int, int]]]]) -> bytes:
    """Games in the compact form: result, komi, moves."""
    data = b"GAMES1\0\0" + struct.pack("<I", len(games))
    for result, komi, moves in games:
        data += struct.pack("<hbH", result, round(2 * komi), len(moves))
    return data + b"".join(bytes(move) for _, _, moves in games for move in moves)


def written(path: Path, data: bytes) -> Path:
    path.write_bytes(lzma.compress(data))
    return path


def zipped(path: Path, files: dict[str, str | bytes]) -> Path:
    with zipfile.ZipFile(path, "w") as packed:
        for name, data in files.items():
            packed.writestr(name, data)
    return path


def only(path: Path) -> CollectedGame:
    [game] = read_games(path)
    return game


def test_the_compact_form(tmp_path: Path) -> None:
    moves = [(3, 3), (15, 3), (19, 19)]
    path = written(tmp_path / "few.games.xz", compact([(13, 6.5, moves), (-10_000, -5.5, moves[:1]), (0, 0, [])]))
    first, second, third = read_games(path)
    assert (first.size, first.komi, first.winner, first.margin) == (19, 6.5, BLACK, 6.5)
    assert first.moves.dtype == np.int16
    assert first.moves.tolist() == [point_of(3, 15), point_of(15, 15), PASS]
    assert (second.komi, second.winner, second.margin) == (-5.5, WHITE, None)
    assert second.moves.tolist() == [point_of(3, 15)]
    assert (third.winner, len(third.moves)) == (None, 0)


def test_a_move_off_the_board_leaves_that_game_out(tmp_path: Path) -> None:
    games = [(1, 6.5, [(3, 3)]), (1, 6.5, [(3, 3), (19, 3)]), (1, 6.5, [(4, 4)])]
    tally = Tally()
    found = list(read_games(written(tmp_path / "some.games.xz", compact(games)), tally))
    assert [game.moves.tolist() for game in found] == [[point_of(3, 15)], [point_of(4, 14)]]
    assert tally.read == 2
    assert tally.named == ["some.games.xz#1: a move is not on the board"]


@pytest.mark.parametrize(
    ("change", "says"),
    [
        (lambda data: data[:-1], "cut off"),
        (lambda data: data + b"\0", "longer than it says"),
        (lambda data: data[:14], "cut off"),
        (lambda data: b"GAMES2\0\0" + data[8:], "no collection of games in the compact form"),
        (lambda data: b"", "no collection of games in the compact form"),
    ],
)
def test_a_compact_file_that_is_not_whole(tmp_path: Path, change, says: str) -> None:  # type: ignore[no-untyped-def]
    path = written(tmp_path / "bad.games.xz", change(compact([(1, 6.5, [(3, 3)])])))
    with pytest.raises(RecordError, match=says):
        list(read_games(path))


def test_a_packed_file_that_is_cut_off(tmp_path: Path) -> None:
    path = written(tmp_path / "cut.games.xz", compact([(1, 6.5, [(3, 3)] * 100)]))
    path.write_bytes(path.read_bytes()[:-20])
    with pytest.raises(RecordError, match="it cannot be unpacked"):
        list(read_games(path))


def test_a_zip_of_plain_games(tmp_path: Path) -> None:
    game = only(zipped(tmp_path / "some.zip", {"a/1.sgf": PLAIN, "readme.txt": "no game"}))
    assert (game.size, game.komi, game.winner, game.margin) == (9, 5.5, BLACK, None)
    assert game.moves.tolist() == [point_of(4, 4), point_of(6, 6), point_of(2, 6)]
    assert (game.name, game.year) == ("some.zip/a/1.sgf", 2018)


@pytest.mark.parametrize(
    "text",
    [
        PLAIN.replace("DT[2018]", "DT[2018]C[a \\] b]"),  # escapes
        PLAIN.replace("DT[2018]", "PB[Ōta]"),  # not ASCII
        PLAIN.replace(";W[gc]", ";W[gc]C[here]"),  # comments
        PLAIN.replace(";W[gc]", "(;W[gc]").replace(";B[cc])", ";B[cc])(;W[dd]))"),  # variations
        "\n ( ;SZ[9]\nKM[5.5] RE[B+R] ;B[ee]\n;W[gc];\nB[cc] ) \n",
        PLAIN.replace("KM[5.5]", "KM[550]"),  # as some servers write it
    ],
)
def test_the_quick_reader_and_the_full_one_agree(tmp_path: Path, text: str) -> None:
    (tmp_path / "game.sgf").write_text(text, encoding="utf-8")
    game = only(tmp_path / "game.sgf")
    assert (game.size, game.komi, game.winner) == (9, 5.5, BLACK)
    assert game.year == (2018 if "DT" in text else None)
    assert game.moves.tolist() == [point_of(4, 4), point_of(6, 6), point_of(2, 6)]


@pytest.mark.parametrize("written_as", ["[]", "[tt]"])
@pytest.mark.parametrize("comment", ["", "C[x]"])
def test_passes(tmp_path: Path, written_as: str, comment: str) -> None:
    (tmp_path / "game.sgf").write_text(f"(;SZ[19];B[dd]{comment};W{written_as};B{written_as})")
    game = only(tmp_path / "game.sgf")
    assert game.moves.tolist() == [point_of(3, 15), PASS, PASS]
    assert (game.komi, game.winner) == (0.0, None)  # nothing is said


@pytest.mark.parametrize(
    ("text", "reason"),
    [
        ("(;SZ[9]AB[ee];W[gc])", "with stones set up"),
        ("(;SZ[9]AB[ee]C[\\]];W[gc])", "with stones set up"),
        ("(;SZ[9]HA[2];B[ee];W[gc])", "with stones set up"),
        ("(;SZ[9];B[ee];B[gc])", "not alternating"),
        ("(;SZ[9];W[ee];B[gc])", "not alternating"),
        ("(;SZ[9];B[ee];W[gc];W[gd]C[x])", "not alternating"),
        ("(;SZ[25];B[aa])", "of another board size"),
        ("(;SZ[9];B[ee];W[kk])", "broken"),
        ("(;SZ[9];B[ee];W[g", "broken"),
        ("nothing at all", "broken"),
        ("", "broken"),
    ],
)
def test_what_is_left_out_is_counted_and_named(tmp_path: Path, text: str, reason: str) -> None:
    path = zipped(tmp_path / "some.zip", {"bad.sgf": text, "good.sgf": PLAIN})
    tally = Tally()
    assert [game.name for game in read_games(path, tally)] == ["some.zip/good.sgf"]
    assert tally.left_out == {reason: 1}
    assert tally.named[0].startswith("some.zip/bad.sgf: ")
    assert str(tally) == f"1 games read, 1 left out (1 {reason})"


def test_several_games_in_one_file(tmp_path: Path) -> None:
    (tmp_path / "many.sgf").write_text(PLAIN + PLAIN.replace("B[ee]", "W[ee]") + PLAIN.replace("B+R", "W+2.5"))
    tally = Tally()
    games = list(read_games(tmp_path / "many.sgf", tally))
    assert [(game.name, game.winner, game.margin) for game in games] == [
        ("many.sgf#1", BLACK, None),
        ("many.sgf#3", WHITE, 2.5),
    ]
    assert tally.left_out == {"not alternating": 1}


def test_a_folder(tmp_path: Path) -> None:
    (tmp_path / "deeper").mkdir()
    (tmp_path / "deeper" / "b.SGF").write_text(PLAIN)
    (tmp_path / "a.sgf").write_text(PLAIN)
    (tmp_path / "notes.txt").write_text(PLAIN)
    assert [game.name for game in read_games(tmp_path)] == ["a.sgf", "deeper/b.SGF"]


def test_a_file_in_a_zip_that_is_damaged(tmp_path: Path) -> None:
    path = zipped(tmp_path / "some.zip", {"bad.sgf": PLAIN, "good.sgf": PLAIN})
    path.write_bytes(path.read_bytes().replace(b"B[ee]", b"B[ef]", 1))  # its checksum is wrong now
    tally = Tally()
    assert [game.name for game in read_games(path, tally)] == ["some.zip/good.sgf"]
    assert tally.left_out == {"broken": 1}


@pytest.mark.parametrize(
    ("name", "says"), [("none.zip", "there is no such file"), ("bad.zip", "no zip file"), ("odd.dat", "no collection")]
)
def test_what_is_no_collection(tmp_path: Path, name: str, says: str) -> None:
    (tmp_path / "bad.zip").write_text("this is no zip file")
    (tmp_path / "odd.dat").write_text("neither is this")
    with pytest.raises(RecordError, match=says):
        list(read_games(tmp_path / name))


def test_the_parts_are_for_ever() -> None:
    """Whoever changes these has learnt from what he tests with."""

    def part(size: int, *moves: int) -> str:
        return part_of(CollectedGame(size, 6.5, None, None, np.array(moves, np.int16)))

    assert [part(19, move) for move in range(21, 61)].count("learn") == 35
    assert [move for move in range(21, 400) if part(19, move) == "test"][:5] == [45, 78, 106, 120, 131]
    assert [move for move in range(21, 400) if part(9, move) == "tune"][:5] == [76, 88, 95, 101, 122]


def test_a_game_is_in_one_part_however_it_ends() -> None:
    moves = np.arange(21, 91, dtype=np.int16)
    whole = CollectedGame(19, 6.5, BLACK, None, moves)
    assert {part_of(CollectedGame(19, 0.0, None, None, moves[:end])) for end in range(50, 70)} == {part_of(whole)}


def test_shares_of_the_parts() -> None:
    generator = np.random.default_rng(1)
    games = generator.integers(21, 400, size=(5000, 20)).astype(np.int16)
    parts = [part_of(CollectedGame(19, 6.5, None, None, moves)) for moves in games]
    assert 0.88 < parts.count("learn") / 5000 < 0.92
    assert 0.04 < parts.count("tune") / 5000 < 0.06

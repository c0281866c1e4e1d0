"""Load, save, load: nothing is lost. Trees of all shapes come from Hypothesis."""

import copy
import os
import pickle
import stat
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as some

from tengen.errors import TengenError
from tengen.game.color import BLACK, WHITE
from tengen.game.position import Position
from tengen.game.vertex import PASS, Vertex
from tengen.records import GameNode, GameRecord, RecordError, load, load_all, loads

SIZE = 9
TEXT = some.text(some.characters(exclude_categories=["Cs", "Cc"]) | some.sampled_from("[]\\:;()\n"), max_size=30)
POINT = some.builds(Vertex, some.integers(0, SIZE - 1), some.integers(0, SIZE - 1))
MOVE = some.tuples(some.sampled_from([BLACK, WHITE]), POINT | some.just(PASS))


def grow(data: some.DataObject) -> GameRecord:
    """A record of random nodes, each put behind a random one of those before it."""
    record = GameRecord(SIZE, black=data.draw(TEXT), result=data.draw(TEXT))
    nodes = [record.root]
    for _ in range(data.draw(some.integers(0, 12))):
        parent = data.draw(some.sampled_from(nodes))
        if data.draw(some.booleans()):
            node = parent.add(*data.draw(MOVE), comment=data.draw(TEXT))
        else:
            places = data.draw(some.lists(POINT, max_size=6, unique=True))
            node = parent.set_up(places[:2], places[2:4], places[4:], to_play=data.draw(some.sampled_from("bw")))
        node.name = data.draw(TEXT)
        node.labels = data.draw(some.dictionaries(POINT, TEXT, max_size=2))
        node.mark("TR", data.draw(some.lists(POINT, max_size=2)))
        node.set("XYZ", *data.draw(some.lists(TEXT, max_size=2)))
        nodes.append(node)
    return record


def contents(node: GameNode) -> tuple[object, ...]:
    marks = {name: node.marks(name) for name in ("TR", "SQ")}
    return node.move, dict(node.setup), node.to_play, node.comment, node.name, node.labels, marks, node.get("XYZ")


@settings(max_examples=150, deadline=None)
@given(data=some.data())
def test_any_tree_survives(data: some.DataObject) -> None:
    record = grow(data)
    again = loads(record.to_sgf())
    assert again == record
    assert again.to_sgf() == record.to_sgf()
    assert loads(record.to_sgf().encode()) == record
    assert [contents(node) for node in again.nodes()] == [contents(node) for node in record.nodes()]


@settings(max_examples=200, deadline=None)
@given(some.binary(max_size=200) | some.text("(;)[]\\BWC a\n", max_size=60).map(lambda text: text.encode()))
def test_any_bytes_load_or_are_a_record_error(data: bytes) -> None:
    for source in (data, b"(;SZ[9]" + data, b"(;C[" + data + b"])"):
        try:
            record = loads(source)
        except RecordError as error:
            message = str(error)
        else:
            message = ""
            assert loads(record.to_sgf()) == record
        assert "\n" not in message


def test_what_we_do_not_know_is_kept_as_it_was() -> None:
    text = r"(;GM[1]FF[4]CA[UTF-8]SZ[9]XX[a\:b][\]\\]KM[garbage]LB[aa:1][zz:off];B[ee]BL[12.5]FOO[]LB[cc:x\:y])"
    record = loads(text)
    assert "".join(record.to_sgf().split("\n")) == text
    assert record.root.labels == {Vertex.parse("A9"): "1"}
    assert record.root.children[0].labels == {Vertex.parse("C7"): "x:y"}


def test_variations_and_empty_nodes_keep_their_shape() -> None:
    text = "(;GM[1]CA[UTF-8](;B[dd](;)(;;W[pp]))(;C[x](;B[cc])(;B[cd])))"
    assert loads(text).to_sgf() == text + "\n"


def test_long_lines_are_broken_between_properties_only() -> None:
    record = GameRecord(19)
    node = record.root
    for number in range(300):
        node = node.add("bw"[number % 2], Vertex(number % 19, number // 19), comment="wide " * (number % 5))
    written = record.to_sgf()
    assert max(map(len, written.splitlines())) < 80
    assert loads(written) == record


def test_from_position_and_back() -> None:
    position = Position.from_diagram(
        """
        . . . . .
        . X . O .
        . . + . .
        . O . X .
        . . . . .""",
        to_play=WHITE,
        rules="japanese",
        komi=-2.5,
    )
    for move in ("C3", "C4", "pass"):
        position.play(move)
    position.handicap = 2
    record = GameRecord.from_position(position, black="Ann", white="Bob", result="W+R")
    again = loads(record.to_sgf())
    assert again.position() == position
    assert again.position().moves == position.moves
    assert again.position().initial_stones == position.initial_stones
    assert (again.komi, again.rules.name, again.handicap, again.black) == (-2.5, "japanese", 2, "Ann")
    position.to_play = WHITE if position.to_play is BLACK else BLACK
    assert GameRecord.from_position(position).position().to_play is position.to_play


def test_save_and_load(tmp_path: Path) -> None:
    path = tmp_path / "game.sgf"
    record = GameRecord(9, black="李昌镐", white="Ærøskøbing")
    record.root.add("b", "E5")
    record.save(path)
    assert load(path) == record
    assert load(str(path)).black == "李昌镐"
    assert b"CA[UTF-8]" in path.read_bytes()
    assert [entry.name for entry in tmp_path.iterdir()] == ["game.sgf"]


def test_saving_keeps_mode_and_link_and_leaves_the_old_file_when_it_fails(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    path, link = tmp_path / "game.sgf", tmp_path / "link.sgf"
    GameRecord(9).save(path)
    path.chmod(0o640)
    link.symlink_to(path)
    GameRecord(13).save(link)
    assert link.is_symlink()
    assert load(path).size == 13
    assert stat.S_IMODE(path.stat().st_mode) == 0o640

    def fail(*_: object) -> None:
        raise OSError(28, "No space left on device")

    monkeypatch.setattr(os, "replace", fail)
    with pytest.raises(RecordError, match=r"game\.sgf: it cannot be written: No space left"):
        GameRecord(19).save(path)
    assert load(path).size == 13
    assert len(list(tmp_path.iterdir())) == 2


def test_places_that_cannot_be_written(tmp_path: Path) -> None:
    with pytest.raises(RecordError, match="it is a folder"):
        GameRecord(9).save(tmp_path)
    with pytest.raises(RecordError, match="it cannot be written: No such file"):
        GameRecord(9).save(tmp_path / "missing" / "game.sgf")


def test_several_games_in_one_file(tmp_path: Path) -> None:
    path = tmp_path / "all.sgf"
    path.write_text("From: me\n\n(;SZ[9];B[ee])\n-- \n(;SZ[13];B[gg];W[cc]) tail")
    assert [record.size for record in load_all(path)] == [9, 13]
    assert load(path).size == 9
    path.write_text("(;SZ[9])(;SZ[9];B[zz])")
    with pytest.raises(RecordError, match=r"all\.sgf: game 2: move 1 \(B\)"):
        load_all(path)


def test_copies_and_pickles_of_long_games() -> None:
    record = GameRecord(19)
    node = record.root
    for number in range(3000):
        node = node.add("bw"[number % 2], PASS)
    for twin in (copy.copy(record), copy.deepcopy(record), pickle.loads(pickle.dumps(record))):
        assert twin == record
        assert twin.root is not record.root
    twin.root.comment = "another"
    assert twin != record


def test_moves_and_properties_that_cannot_be() -> None:
    record = GameRecord(9)
    with pytest.raises(TengenError, match="not on the 9x9 board"):
        record.root.add("b", "K10")
    with pytest.raises(TengenError, match="not a move"):
        record.root.add("b", Vertex(9, 0))
    with pytest.raises(TengenError, match="resign"):
        record.root.add("b", "resign")
    with pytest.raises(TengenError, match="capital letters"):
        record.root.set("comment", "x")
    with pytest.raises(RecordError, match="not a point"):
        record.root.set("AB", "zz")
    assert "AB" not in record.root.properties
    record.root.set("AB", "aa")
    assert record.root.setup == {Vertex.parse("A9"): BLACK}
    assert not record.root.children

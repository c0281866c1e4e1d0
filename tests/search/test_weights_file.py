"""Files of learnt weights: round trip, every kind of damage, and a search that plays on without them."""

import json
import logging
import os
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from tengen.engines import create_engine
from tengen.errors import TengenError
from tengen.game.position import Position
from tengen.game.vertex import Vertex
from tengen.kernels.learnt.features import FEATURES_VERSION, NEAR, PLAIN
from tengen.kernels.learnt.table import slot_of
from tengen.search import learnt_weights as learnt_weights_module
from tengen.search.learnt_weights import SHIPPED, LearntWeights, learnt_weights, table_of
from tengen.search.likely_moves import likely_moves
from tengen.search.parameters import SearchParameters
from tengen.search.searcher import Searcher
from tengen.search.weights_file import WeightsFile, WeightsSection, read_weights, write_weights


def section(size: int, patterns: int = 200, seed: int = 1) -> WeightsSection:
    """Weights drawn at random, in the steps that a file keeps."""
    draw = np.random.default_rng(seed)
    keys = np.unique(draw.integers(1, 1 << 32, patterns, np.uint32) | np.uint32(1))
    weights = (draw.integers(-127, 128, len(keys)) / 20).astype(np.float32)
    return WeightsSection(size, 90, 4500, draw.normal(size=PLAIN).astype(np.float32), keys, weights, 0.25, 0.5)


@pytest.fixture
def path(tmp_path: Path) -> Path:
    """A file with weights for 9x9 and 13x13."""
    write_weights(tmp_path / "weights.bin", WeightsFile((section(9), section(13, 50, 2)), ("mine", "yours")))
    return tmp_path / "weights.bin"


def assert_same(one: WeightsSection, other: WeightsSection) -> None:
    assert one.about() == other.about()
    assert one.plain.tolist() == other.plain.tolist()
    assert one.keys.tolist() == other.keys.tolist()
    assert one.weights.tolist() == other.weights.tolist()


# ---- round trip ----------------------------------------------------------------------


def test_what_is_written_is_read(path: Path) -> None:
    found = read_weights(path)
    assert found.learnt_from == ("mine", "yours")
    for one, other in zip(found.sections, (section(9), section(13, 50, 2)), strict=True):
        assert_same(one, other)
        assert (one.plain.dtype, one.keys.dtype, one.weights.dtype) == (np.float32, np.uint32, np.float32)
    assert [path.name for path in path.parent.iterdir()] == ["weights.bin"]


def test_no_patterns_and_the_largest_and_smallest_keys_survive(tmp_path: Path) -> None:
    edge = WeightsSection(
        19, 0, 0, np.zeros(PLAIN, np.float32), np.array([1, 3, (1 << 32) - 1], np.uint32),
        np.array([99.0, -99.0, 0.026], np.float32),
    )  # fmt: skip
    none = WeightsSection(5, 0, 0, np.ones(PLAIN, np.float32), np.zeros(0, np.uint32), np.zeros(0, np.float32))
    write_weights(tmp_path / "edge.bin", WeightsFile((edge, none), ()))
    found = read_weights(tmp_path / "edge.bin").sections
    assert found[0].keys.tolist() == edge.keys.tolist()
    assert found[0].weights.tolist() == pytest.approx([6.35, -6.35, 0.05])  # bounds, and the nearest step
    assert found[0].top1 is None
    assert len(found[1].keys) == 0
    assert found[1].plain.tolist() == none.plain.tolist()


def test_the_nearest_size_serves(path: Path) -> None:
    found = read_weights(path)
    assert [found.nearest(size).size for size in (2, 9, 10, 11, 12, 13, 19)] == [9, 9, 13, 13, 13, 13, 13]


def test_a_section_becomes_a_table(path: Path) -> None:
    known = read_weights(path).sections[0]
    table = table_of(known)
    assert table.weights[:PLAIN].tolist() == known.plain.tolist()
    for key, weight in zip(known.keys, known.weights, strict=True):
        assert table.weights[PLAIN + slot_of(table.keys, key)] == weight
    assert len(table.keys) >= 2 * len(known.keys)
    assert np.count_nonzero(table.keys) == len(known.keys)


def test_what_ships_can_be_read() -> None:
    shipped = read_weights(SHIPPED)
    assert shipped.sections
    assert shipped.learnt_from
    assert SHIPPED.stat().st_size <= 4_000_000


# ---- damage --------------------------------------------------------------------------


def refusal(path: Path) -> str:
    with pytest.raises(TengenError) as caught:
        read_weights(path)
    sentence = str(caught.value)
    assert "\n" not in sentence
    assert path.name in sentence
    return sentence


def test_a_file_that_is_cut_off_anywhere_is_refused(path: Path) -> None:
    data = path.read_bytes()
    for length in {0, 1, 10, 21, 22, 23, 24, 100, 300, *range(400, len(data), 97), len(data) - 1}:
        path.write_bytes(data[:length])
        wanted = "damaged" if length >= 22 else "cut off: copy" if length else "is no file of learnt"
        assert wanted in refusal(path)
    path.write_bytes(data + b"more")
    assert "damaged" in refusal(path)


def test_a_changed_byte_is_refused_or_changes_nothing(path: Path) -> None:
    data, known = path.read_bytes(), read_weights(path)
    beginning = data.index(b"\n", 30) + 1
    refused = 0
    for at in [*range(beginning + 2), *range(beginning + 2, len(data), 331)]:
        for change in (1, 32):
            path.write_bytes(data[:at] + bytes([data[at] ^ change]) + data[at + 1 :])
            try:
                found = read_weights(path)
            except TengenError:
                refused += 1
            else:
                assert at < beginning  # the name of the seal, or a space
                assert found.learnt_from == known.learnt_from
                for one, other in zip(found.sections, known.sections, strict=True):
                    assert_same(one, other)
    assert refused > 2 * beginning - 100


def retold(path: Path, **changes: Any) -> None:
    """Write what the file says of itself anew, with some of it changed, and without its seal."""
    magic, line, body = path.read_bytes().split(b"\n", 2)
    about = {name: value for name, value in json.loads(line).items() if name != "about_sha256"}
    path.write_bytes(b"\n".join((magic, json.dumps(about | changes).encode(), body)))


@pytest.mark.parametrize(
    ("changes", "words"),
    [
        ({"format": 99}, "of another version of Tengen: learn them again"),
        ({"features": FEATURES_VERSION + 1}, "of another version of Tengen: learn them again"),
        ({"sections": []}, "damaged"),
        ({"sections": None}, "damaged"),
        ({"sections": [{"size": 9}]}, "damaged"),
        ({"sections": [{"size": 9, "games": 1, "positions": 1, "patterns": -3}]}, "damaged"),
        ({"sections": [{"size": 9, "games": 1, "positions": 1, "patterns": 10**9}]}, "damaged"),
        ({"sections": [{"size": 9, "games": 1, "positions": 1, "patterns": float("inf")}]}, "damaged"),
        ({"sections": [{"size": 9, "games": 1, "positions": 1, "patterns": 7}]}, "damaged"),
        ({"learnt_from": 5}, "damaged"),
        ({"sha256": "0"}, "cut off or damaged"),
    ],
)
def test_what_a_file_says_of_itself_is_not_believed(path: Path, changes: dict[str, Any], words: str) -> None:
    retold(path, **changes)
    assert words in refusal(path)


def test_the_first_files_had_no_seal(path: Path) -> None:
    known = read_weights(path)
    retold(path)
    assert_same(read_weights(path).sections[0], known.sections[0])


@pytest.mark.parametrize("line", [b"5", b"[]", b"null", b"{}", b"{", b"[" * 100_000, b'"x"', b"\xff"])
def test_whatever_the_first_line_says(path: Path, line: bytes) -> None:
    path.write_bytes(b"Tengen learnt weights\n" + line + b"\nrubbish")
    assert "damaged" in refusal(path)


def test_foreign_files_and_folders_are_refused(tmp_path: Path) -> None:
    (tmp_path / "game.sgf").write_text("(;FF[4])")
    assert "is no file of learnt weights: make one with tengen learn patterns" in refusal(tmp_path / "game.sgf")
    (tmp_path / "empty.bin").touch()
    assert "is no file of learnt weights" in refusal(tmp_path / "empty.bin")
    (tmp_path / "folder.bin").mkdir()
    assert "cannot be read" in refusal(tmp_path / "folder.bin")
    assert "cannot be read" in refusal(tmp_path / "nowhere.bin")


def test_weights_that_are_no_numbers_are_refused(tmp_path: Path) -> None:
    plain = np.zeros(PLAIN, np.float32)
    plain[3] = np.nan
    bad = WeightsSection(9, 1, 1, plain, np.zeros(0, np.uint32), np.zeros(0, np.float32))
    write_weights(tmp_path / "nan.bin", WeightsFile((bad,), ()))
    assert "damaged" in refusal(tmp_path / "nan.bin")


# ---- in a search ---------------------------------------------------------------------


def liking(step: int, tmp_path: Path) -> Path:
    """A file of weights that like moves at one distance from the last one, whatever came before."""
    plain = np.zeros(PLAIN, np.float32)
    plain[NEAR + step * 18 : NEAR + step * 18 + 18] = 5.0
    known = WeightsSection(9, 1, 1, plain, np.zeros(0, np.uint32), np.zeros(0, np.float32))
    write_weights(tmp_path / f"liking-{step}.bin", WeightsFile((known,), ("nobody",)))
    return tmp_path / f"liking-{step}.bin"


def tree(patterns: str | Path, position: Position | None = None, **parameters: Any) -> str:
    """A signature of the tree that a search grows."""
    searcher = Searcher(SearchParameters(memory=10, patterns=str(patterns), **parameters), 1, seed=3)
    searcher.begin(position or Position(9))
    searcher.run(200)
    signature = searcher.signature()
    searcher.close()
    return signature


@pytest.fixture
def warnings(caplog: pytest.LogCaptureFixture) -> pytest.LogCaptureFixture:
    learnt_weights_module._files.forget_warnings()
    caplog.set_level(logging.WARNING, "tengen.search.learnt_weights")
    return caplog


@pytest.mark.parametrize("kind", ["missing", "folder", "foreign", "cut"])
def test_an_engine_told_of_a_bad_file_plays_on_without(
    path: Path, tmp_path: Path, warnings: pytest.LogCaptureFixture, kind: str
) -> None:
    bad = tmp_path / "bad.bin"
    if kind == "folder":
        bad.mkdir()
    elif kind != "missing":
        bad.write_bytes(b"something" if kind == "foreign" else path.read_bytes()[:-5])
    assert tree(bad) == tree("no")
    assert len(warnings.records) == 1
    assert "bad.bin" in warnings.text
    assert "playing on without them" in warnings.text
    for name in ("mcts", "patterns"):
        engine = create_engine(name, seed=1, settings={"patterns": str(bad)}, playouts=50 if name == "mcts" else None)
        position = Position(9)
        for _ in range(3):
            position.play(engine.choose_move(position).vertex)
    assert len(warnings.records) == 1


def test_without_weights_the_priors_are_those_of_the_rules() -> None:
    classical = tree("no")
    assert tree("no", learnt_prior=500.0) == classical
    assert tree("no", learnt_power=2.0) == classical
    assert tree("no", rule_priors=1.0) == classical
    assert tree("no", even_prior=99.0) != classical


def test_learnt_priors_count_as_much_as_is_wished(tmp_path: Path) -> None:
    position = Position(9)
    position.play("E5")
    one, other = liking(2, tmp_path), liking(4, tmp_path)
    trees = [
        tree("no", position), tree(one, position), tree(other, position), tree(one, position, learnt_prior=5.0),
        tree(one, position, learnt_power=2.0), tree(one, position, rule_priors=1.0),
    ]  # fmt: skip
    assert len(set(trees)) == len(trees)
    assert tree(one, position) == trees[1]


def best(patterns: Path, position: Position, **parameters: Any) -> dict[str, int]:
    """Visits of the moves of a short search."""
    searcher = Searcher(SearchParameters(memory=10, patterns=str(patterns), **parameters), 1, seed=3)
    searcher.begin(position)
    searcher.run(100)
    visits = {str(branch.vertex): branch.visits for branch in searcher.branches()}
    searcher.close()
    return visits


def test_the_search_looks_where_the_weights_say(tmp_path: Path) -> None:
    position = Position(9)
    position.play("C3")
    beside, diagonal = {"B3", "D3", "C2", "C4"}, {"B2", "B4", "D2", "D4"}
    for patterns, wanted in ((liking(2, tmp_path), beside), (liking(3, tmp_path), diagonal)):
        visits = best(patterns, position, learnt_prior=300.0)
        assert sum(visits.get(name, 0) for name in wanted) > sum(visits.values()) / 2


def test_another_file_of_the_same_name_is_noticed(tmp_path: Path) -> None:
    position = Position(9)
    position.play("C3")
    mine = tmp_path / "mine.bin"
    os.replace(liking(2, tmp_path), mine)
    os.utime(mine, ns=(1, 1))
    assert str(likely_moves(position, str(mine))[0][0]) in {"B3", "D3", "C2", "C4"}
    os.replace(liking(3, tmp_path), mine)
    assert str(likely_moves(position, str(mine))[0][0]) in {"B2", "B4", "D2", "D4"}


def test_a_setting_says_which_weights() -> None:
    assert not learnt_weights("no").is_known
    shipped = learnt_weights("yes")
    assert shipped.is_known
    assert learnt_weights(str(SHIPPED)) is shipped  # read once
    assert shipped.of(9) is shipped.of(9)
    assert not LearntWeights(None).of(9).keys.any()


# ---- likely moves --------------------------------------------------------------------


@pytest.mark.parametrize("size", [3, 5, 9, 13, 19])
def test_chances_sum_to_one_and_are_of_legal_moves(size: int) -> None:
    position = Position(size)
    for _ in range(3):
        moves = likely_moves(position)
        chances = [chance for _, chance in moves]
        assert sum(chances) == pytest.approx(1)
        assert chances == sorted(chances, reverse=True)
        assert min(chances) > 0
        assert len({vertex for vertex, _ in moves}) == len(moves)
        assert all(position.is_legal(vertex) for vertex, _ in moves)
        position.play(moves[0][0])


def test_without_weights_all_moves_are_as_likely() -> None:
    moves = likely_moves(Position(9), "no")
    assert len(moves) == 81
    assert {round(chance, 12) for _, chance in moves} == {round(1 / 81, 12)}


def test_eyes_and_what_superko_forbids_are_left_out(ko_on_the_whole_board: Position) -> None:
    moves = dict(likely_moves(ko_on_the_whole_board))
    assert Vertex.parse("B3") not in moves  # it would repeat the board
    assert sum(moves.values()) == pytest.approx(1)
    full = Position.from_diagram(
        """
        . X O . O
        X X O O .
        X X X O O
        . X X O .
        X X O O O"""
    )
    assert likely_moves(full) == []


def test_looking_changes_nothing() -> None:
    position = Position(9)
    position.play("E5")
    before, board = position.copy(), position.board.copy()
    likely_moves(position)
    assert position == before
    assert position.board.tobytes() == board.tobytes()

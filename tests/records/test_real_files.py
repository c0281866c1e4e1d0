"""Every game record in ../shared loads, and what was played there is replayed.

These files are not part of the project: without them these tests are skipped.
"""

import random
import zipfile
from collections.abc import Iterator
from pathlib import Path

import pytest
from sgfmill import boards

from tengen.game.color import Color
from tengen.game.vertex import Vertex
from tengen.records import GameRecord, RecordError, load, loads

SHARED = Path(__file__).resolve().parents[3] / "shared"
FOLDERS = ["suites/gnugo", "suites/fuego", "data/openings", "data/joseki", "data/tsumego"]
SAMPLE = 300  # games of each archive

# These break superko, as their names say or because they were played under other rules.
REPETITIONS = {
    "ladder-triple-ko.sgf", "long-life.sgf", "positional-superko.sgf", "repetition-1.sgf", "triple-ko.sgf",
    "reading41.sgf", "verybad.sgf",
}  # fmt: skip


def files_in(folder: str) -> list[Path]:
    if not (SHARED / folder).is_dir():
        pytest.skip(f"there is no {SHARED / folder}: the shared files are not part of the project")
    return sorted((SHARED / folder).rglob("*.sgf"))


def games_of(archive: str) -> Iterator[GameRecord]:
    """A sample of the games of an archive, the same in every run."""
    path = SHARED / "data" / archive
    if not path.is_file():
        pytest.skip(f"there is no {path}: the shared files are not part of the project")
    with zipfile.ZipFile(path) as opened:
        names = sorted(opened.namelist())
        for name in random.Random(archive).sample(names, min(SAMPLE, len(names))):
            yield loads(opened.read(name), f"{archive}/{name}")


def stones_by_sgfmill(record: GameRecord) -> dict[Vertex, Color]:
    """The end of a game without set-up, played on sgfmill's own board."""
    board = boards.Board(record.size)
    for color, vertex in record.moves:
        if not vertex.is_pass:
            board.play(vertex.row, vertex.column, color.letter.lower())
    return {Vertex(column, row): Color.parse(color) for color, (row, column) in board.list_occupied_points()}


@pytest.mark.parametrize("folder", FOLDERS)
def test_every_file_loads_replays_and_survives_saving(folder: str) -> None:
    files = files_in(folder)
    assert files
    illegal = {}
    for path in files:
        record = load(path)
        record.position()
        assert loads(record.to_sgf()) == record, path
        try:
            record.position(strict=True)
        except RecordError as error:
            illegal[path.name] = str(error)
    assert all("superko" in message for message in illegal.values())
    assert illegal.keys() <= REPETITIONS


def test_every_variation_of_the_problems_and_openings_replays() -> None:
    lines = 0
    for path in [*files_in("data/tsumego"), *files_in("data/openings")]:
        for node in load(path).nodes():
            if not node.children:
                assert node.position().move_number <= node.move_number
                lines += 1
    assert lines > 500


def test_joseki_tree() -> None:
    (path,) = files_in("data/joseki")
    record = load(path)
    leaves = [node for node in record.nodes() if not node.children]
    assert len(leaves) > 1000
    illegal = []
    for leaf in random.Random(1).sample(leaves, 600):
        try:
            assert leaf.position().move_number == leaf.move_number
        except RecordError as error:
            illegal.append(str(error))
    # Twelve of the 5,393 lines leave out the ko threat before a ko is retaken.
    assert len(illegal) <= 6
    assert all("the ko may not be retaken at once" in message for message in illegal)


@pytest.mark.parametrize("archive", ["pro19.zip", "pro9.zip"])
def test_every_professional_move_is_legal(archive: str) -> None:
    count = 0
    for record in games_of(archive):
        position = record.position()
        assert position.moves == tuple(record.moves)
        assert position.stones == stones_by_sgfmill(record)
        assert not record.warnings
        assert record.outcome.winner is not None or record.result
        count += 1
    assert count > 200


def test_server_games_are_legal_or_impossible_for_others_too() -> None:
    """28 of the 4,372 games have a move on a stone or without a liberty; nobody could replay them."""
    illegal = []
    for record in games_of("ogs9dan.zip"):
        try:
            assert record.position().stones == stones_by_sgfmill(record)
        except RecordError as error:
            illegal.append((record, str(error)))
    assert len(illegal) <= SAMPLE / 30
    for record, message in illegal:
        if "occupied" in message:
            with pytest.raises(ValueError, match=r"^$"):
                stones_by_sgfmill(record)

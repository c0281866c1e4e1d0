"""What several files of this folder need: a look at a whole position, suites, GNU Go."""

import random
import re
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest
from sgfmill import sgf

from tengen.errors import TengenError
from tengen.game.color import BLACK, WHITE
from tengen.game.position import Position
from tengen.game.ruleset import Ruleset
from tengen.game.vertex import PASS, Vertex
from tengen.wire.client import GtpClient
from tengen.wire.gnugo import find_gnugo

SUITES = Path(__file__).resolve().parents[3] / "shared" / "suites"
GNUGO = find_gnugo()

LENIENT = Ruleset.named("japanese")  # no superko: the games of suites may repeat positions


def _snapshot(position: Position) -> dict[str, object]:
    again = position.copy()
    undone = []
    while True:
        try:
            undone.append(again.redo())
        except TengenError:
            break
    return {
        "stones": position.stones,
        "groups": {vertex: position.group(vertex) for vertex in position.stones},
        "hash": position.hash,
        "ko": position.ko,
        "captures": (position.captures(BLACK), position.captures(WHITE)),
        "to play": position.to_play,
        "black may play": position.legal_moves(BLACK),
        "white may play": position.legal_moves(WHITE),
        "moves": position.moves,
        "history": position.past_hashes,
        "start": (position.initial_stones, position.initial_player),
        "rules": (position.size, position.rules, position.komi, position.handicap),
        "over": position.is_over,
        "to redo": undone,
        "compiled": [int(position.board[field][0]) for field in ("to_play", "move_number", "last_move", "ko")],
    }


@pytest.fixture(scope="session")
def snapshot() -> Callable[[Position], dict[str, object]]:
    """All that can be seen of a position, as plain values that compare."""
    return _snapshot


def _random_game(size: int, seed: int, moves: int) -> Position:
    choose = random.Random(seed)
    position = Position(size, rules="tromp-taylor", komi=0)
    while not position.is_over and position.move_number < moves:
        mine = {vertex for vertex, color in position.stones.items() if color is position.to_play}
        sensible = [v for v in position.legal_moves() if not mine.issuperset(v.neighbors(size))]
        position.play(choose.choice(sensible or [PASS]))
    return position


@pytest.fixture(scope="session")
def random_game() -> Callable[[int, int, int], Position]:
    """A game of random moves (size, seed, moves at most), in which nobody fills what looks like his eye."""
    return _random_game


def _read_suite(name: str) -> list[tuple[str, str]]:
    path = SUITES / name
    if not path.exists():
        pytest.skip(f"the test suite {path} is missing")
    lines: list[tuple[str, str]] = []
    for line in path.read_text().splitlines():
        if line.startswith("#?"):
            # The pattern stands in brackets, of which GNU Go's authors forgot some.
            found = re.match(r"#\? \[([^\]]*)", line)
            assert found, line
            lines[-1] = (lines[-1][0], found[1].strip())
        elif line.strip() and not line.startswith("#"):
            lines.append((re.sub(r"^\d+ ", "", line.strip()), ""))
    return lines


@pytest.fixture(scope="session")
def read_suite() -> Callable[[str], list[tuple[str, str]]]:
    """The commands of a `.tst` file, each with the answer that is expected, or with none."""
    return _read_suite


def _load_sgf(suite: str, command: str) -> Position:
    """Do what `loadsgf FILE [N]` asks for: the position before move N of the main line, or its end."""
    _, name, *before = command.split()
    game = sgf.Sgf_game.from_bytes(((SUITES / suite).parent / name).read_bytes())
    position = Position(game.get_size(), rules=LENIENT)
    last = int(before[0]) - 1 if before else None
    for node in game.get_main_sequence():
        if node.has_setup_stones():
            black, white, empty = node.get_setup_stones()
            stones = position.stones
            stones |= {Vertex(column, row): BLACK for row, column in black}
            stones |= {Vertex(column, row): WHITE for row, column in white}
            for row, column in empty:
                stones.pop(Vertex(column, row), None)
            position.set_up(stones, position.to_play)
        if node.has_property("PL"):
            position.to_play = node.get("PL")
        color, move = node.get_move()
        if color is None:
            continue
        if position.move_number == last:
            break
        position.play(PASS if move is None else Vertex(move[1], move[0]), color)
    return position


@pytest.fixture(scope="session")
def load_sgf() -> Callable[[str, str], Position]:
    """The position that a suite's `loadsgf` command asks for."""
    return _load_sgf


@pytest.fixture
def gnugo() -> Iterator[GtpClient]:
    """GNU Go, waiting for commands."""
    if GNUGO is None:
        pytest.skip("GNU Go is missing: install the package gnugo")
    with GtpClient([GNUGO, "--mode", "gtp", "--level", "0"], name="GNU Go") as client:
        yield client

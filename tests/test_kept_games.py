"""benchmarks/kept_games.py: games that were kept can be counted again, and gone on with, elsewhere."""

import lzma
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from tengen.lab.conditions import Conditions
from tengen.lab.match import play_match
from tengen.lab.players import parse_player
from tengen.lab.store import Store
from tengen.lab.store.claims import machine

RULES, PLAYER = Conditions.from_definition({"size": 5}), parse_player("random")


@pytest.fixture(scope="module")
def kept_games(load_benchmark: Callable[[str], Any]) -> Any:
    return load_benchmark("kept_games")


def _play(path: Path, games: int) -> list[tuple[int, str]]:
    with Store(path) as store:
        result = play_match(store, PLAYER, PLAYER, RULES, games, resume=True, jobs=1, quiet=True).result
    return [(game.seed, game.line) for game in result.counted]


def test_a_match_goes_on_from_what_was_kept(kept_games: Any, tmp_path: Path) -> None:
    here, kept, elsewhere = tmp_path / "here", tmp_path / "kept", tmp_path / "elsewhere"
    here.mkdir()
    first = _play(here / "match.db", 2)
    assert kept_games.keep(here, kept) == [kept / "match.db.xz"]
    assert kept_games.take(elsewhere, kept) == [elsewhere / "match.db"]
    more = _play(elsewhere / "match.db", 4)
    assert len(more) == 4
    assert set(first) < set(more)


def test_it_does_not_name_the_machine(kept_games: Any, tmp_path: Path) -> None:
    path = tmp_path / "match.db"
    _play(path, 2)
    with Store(path) as store:
        store.register()
    assert machine().encode() in path.read_bytes()
    kept_games.keep(tmp_path, tmp_path / "kept")
    kept = lzma.decompress((tmp_path / "kept" / "match.db.xz").read_bytes())
    assert machine().encode() not in kept


def test_a_store_that_is_there_is_not_replaced(kept_games: Any, tmp_path: Path) -> None:
    path = tmp_path / "match.db"
    _play(path, 2)
    kept_games.keep(tmp_path, tmp_path / "kept")
    games = _play(path, 4)
    assert kept_games.take(tmp_path, tmp_path / "kept") == []
    assert _play(path, 4) == games


def test_reports_of_suites_are_kept_too(kept_games: Any, tmp_path: Path) -> None:
    here, kept, elsewhere = tmp_path / "here", tmp_path / "kept", tmp_path / "elsewhere"
    here.mkdir()
    (here / "suite-gnugo-seki.json").write_text('{"totals": {}}')
    assert kept_games.keep(here, kept) == [kept / "suite-gnugo-seki.json.xz"]
    assert kept_games.take(elsewhere, kept) == [elsewhere / "suite-gnugo-seki.json"]
    assert (elsewhere / "suite-gnugo-seki.json").read_text() == '{"totals": {}}'

"""The files of experiments: all tables are there, and every row can be planned."""

from importlib.resources import files

import pytest

from tengen.engines import create_engine
from tengen.errors import TengenError
from tengen.lab.experiments import experiment, experiment_names, experiments, plan
from tengen.lab.experiments.loader import parse_experiment
from tengen.lab.experiments.model import MATCH, SCALES, Experiment

MATCHES = [found for found in experiments() if found.kind == MATCH]

WANTED = """
    mogo-table-3 mogo-table-4 mogo-table-5 mogo-table-6 mogo-table-7
    thesis-table-3.1 thesis-table-3.2 thesis-table-3.3 thesis-3.3.3 thesis-3.3.4 thesis-5.2 thesis-table-6.1
    dynamic-komi-table-1 dynamic-komi-figure-2a dynamic-komi-figure-2b
    smartstart-table-1 smartstart-table-2 smartstart-table-3 smartstart-table-4
    mcgnugo-table-1 mcgnugo-table-2 knowledge knowledge-large solver
"""


def named(found: Experiment) -> str:
    return found.name


def test_all_tables_are_there() -> None:
    assert set(experiment_names()) == set(WANTED.split())


def test_files_travel_with_the_package() -> None:
    tables = files("tengen.lab.experiments") / "tables"
    assert {entry.name for entry in tables.iterdir()} >= {f"{name}.toml" for name in WANTED.split()}


@pytest.mark.parametrize("found", experiments(), ids=named)
def test_an_experiment_says_where_it_comes_from(found: Experiment) -> None:
    assert found.title
    assert found.source
    assert found.about.endswith(("?", "."))
    assert found.rows or found.speeds
    labels = [row.label for row in found.rows] + [row.label for row in found.speeds]
    assert len(set(labels)) == len(labels)
    assert all(found.scales[scale].about for scale in SCALES)


@pytest.mark.parametrize("found", MATCHES, ids=named)
@pytest.mark.parametrize("scale", SCALES)
def test_every_row_can_be_planned(found: Experiment, scale: str) -> None:
    rows = plan(found, scale)
    assert [row.label for row in rows] == [row.label for row in found.rows]
    for row in rows:
        assert row.games > 0
        assert row.missing == "" or row.missing.startswith(("needs ", "is left out"))
        limited = [player for player in (row.first, row.second) if player.engine]
        assert all(player.playouts or player.seconds or row.conditions.clock() for player in limited)


@pytest.mark.parametrize("found", MATCHES, ids=named)
def test_the_classical_engine_plays(found: Experiment) -> None:
    """The papers know no network, and what was measured here before it came was measured without."""
    for row in plan(found, "small"):
        ours = [player for player in (row.first, row.second) if player.engine == "mcts"]
        assert all(player.settings["network"] == "no" for player in ours)


def test_the_paper_scale_has_the_papers_conditions() -> None:
    row = plan(experiment("thesis-table-3.1"), "paper")[0]
    assert (row.conditions.size, row.conditions.komi, row.conditions.main_time) == (19, 0, 500)
    assert not row.conditions.first_is_black(0)
    assert not row.conditions.first_is_black(1)
    assert row.second.level == 10
    bias = plan(experiment("smartstart-table-3"), "paper")[2]
    assert (bias.first.playouts, bias.games, bias.second.command) == (16_000, 14_000, "pachi")


def test_three_times_the_playouts_through_move_twelve_are_six_moves_of_a_player() -> None:
    row = plan(experiment("smartstart-table-4"), "paper")[0]
    with create_engine("mcts", settings=row.first.settings) as player:
        efforts = [player.parameters.effort_after(number // 2) for number in range(14)]
    assert efforts == [3] * 12 + [1] * 2


def test_games_that_a_paper_does_not_tell_follow_from_its_interval() -> None:
    games = plan(experiment("thesis-table-3.1"), "paper")[2].games  # 57.2 % ± 1.9
    assert 2_550 < games < 2_650


def test_games_can_be_asked_for() -> None:
    assert {row.games for row in plan(experiment("mogo-table-7"), "small", games=4)} == {4}


def test_an_unknown_name_is_answered_with_the_nearest() -> None:
    with pytest.raises(TengenError, match=r"did you mean mogo-table-\d"):
        experiment("mogo-tabel-3")
    with pytest.raises(TengenError, match="no scale 'large'"):
        plan(experiment("mogo-table-3"), "large")
    with pytest.raises(TengenError, match="measures speed"):
        plan(experiment("mcgnugo-table-1"), "small")


@pytest.mark.parametrize(
    ("change", "told"),
    [
        (("rows", "raws"), "raws"),
        (("playouts = 70", "playoust = 70"), "playoust"),
        (('title = "MoGo', "title = MoGo"), "not TOML"),
        (("scales.small", "scales.tiny"), "small"),
    ],
)
def test_mistakes_in_a_file_are_named(change: tuple[str, str], told: str) -> None:
    text = (files("tengen.lab.experiments") / "tables" / "mogo-table-3.toml").read_text(encoding="utf-8")
    with pytest.raises(TengenError, match=told):
        parse_experiment("mogo-table-3", text.replace(*change))

"""What lies on the table: lines, variations, undo, the end, files."""

import pytest

import tengen
from tengen.game.color import BLACK, WHITE
from tengen.game.vertex import PASS, Vertex
from tengen.play import Phase
from tengen.web.files import read_game
from tengen.web.settings import ENGINE, HUMAN, GameSettings
from tengen.web.table import Table
from tengen.web.tree_view import place_nodes, tree_markup, window_around


def table(*moves: str, **settings: object) -> Table:
    made = Table(GameSettings.from_dict(settings))
    for move in moves:
        made.show(made.follow(Vertex.parse(move, made.position.size)))
    return made


def phase(made: Table) -> Phase:
    return made.phase


def names(made: Table) -> list[str]:
    return [str(node.move.vertex) for node in made.line() if node.move]


def test_a_move_leads_the_line_and_the_old_one_becomes_a_variation() -> None:
    made = table("E5", "C3")
    made.reopen(made.record.root)
    made.show(made.follow(Vertex.parse("G7", 9)))
    assert names(made) == ["G7"]
    assert [str(child.move) for child in made.record.root.children] == ["B G7", "B E5"]


def test_playing_a_known_move_makes_no_second_node() -> None:
    made = table("E5", "C3")
    made.reopen(made.record.root)
    made.show(made.follow(Vertex.parse("E5", 9)))
    assert names(made) == ["E5", "C3"]
    assert len(made.record.root.children) == 1


def test_an_illegal_move_changes_nothing() -> None:
    made = table("E5")
    with pytest.raises(tengen.IllegalMove):
        made.follow(Vertex.parse("E5", 9))
    assert made.node.children == []


@pytest.mark.parametrize(
    ("black", "white", "moves", "left"),
    [
        (HUMAN, ENGINE, ["E5", "C3"], 0),  # Tengen has answered: both moves go
        (HUMAN, ENGINE, ["E5"], 0),  # it has not
        (ENGINE, HUMAN, ["E5", "C3", "G7"], 1),
        (ENGINE, HUMAN, ["E5"], 0),  # only Tengen has moved
        (HUMAN, HUMAN, ["E5", "C3"], 1),
        (ENGINE, ENGINE, ["E5", "C3"], 1),
    ],
)
def test_undo_goes_back_to_where_a_person_was_to_move(black: str, white: str, moves: list[str], left: int) -> None:
    made = table(*moves, black=black, white=white)
    assert made.node_to_undo_to().move_number == left


def test_nothing_to_undo_is_told() -> None:
    with pytest.raises(tengen.TengenError, match="nothing has been played"):
        table().node_to_undo_to()


def test_two_passes_ask_for_the_dead_stones_and_play_on_takes_them_back() -> None:
    made = table("E5", "C3", "pass", "pass")
    assert phase(made) is Phase.SCORING
    with pytest.raises(tengen.TengenError, match="still being looked at"):
        made.turn_group(Vertex.parse("E5", 9))
    made.take_back_passes()
    assert phase(made) is Phase.PLAYING
    assert made.position.last_move is not None
    assert str(made.position.last_move.vertex) == "C3"


def test_a_group_is_turned_from_alive_to_dead_and_back() -> None:
    made = table("E5", "C3", "pass", "pass")
    made.judgement = tengen.engines.Judgement.of(made.position, frozenset(), frozenset())
    before = made.judgement.score
    assert Vertex.parse("C3", 9) in made.turn_group(Vertex.parse("C3", 9)).dead
    assert made.judgement.score != before
    made.turn_group(Vertex.parse("C3", 9))
    assert made.judgement.score == before
    with pytest.raises(tengen.TengenError, match="no stone"):
        made.turn_group(Vertex.parse("A1", 9))


def test_the_end_is_where_it_happened_and_taking_back_undoes_it() -> None:
    made = table("E5", "C3")
    made.end("B+R")
    assert phase(made) is Phase.OVER
    assert "RE[B+R]" in made.to_sgf()
    made.show(made.record.root)
    assert phase(made) is Phase.PLAYING  # one may look around
    made.reopen(made.record.root)
    assert made.result == ""
    assert "RE[" not in made.to_sgf()


def test_a_person_resigns_whoever_is_to_move() -> None:
    assert table("E5", black=HUMAN, white=ENGINE).loser_by_resignation() is BLACK
    assert table(black=HUMAN, white=ENGINE).loser_by_resignation() is BLACK
    assert table("E5", black=HUMAN, white=HUMAN).loser_by_resignation() is WHITE


def test_a_loaded_game_is_for_study_until_somebody_takes_a_seat() -> None:
    made = table("A1")
    made.load(tengen.loads("(;GM[1]SZ[13]KM[0.5]RU[Japanese]RE[W+3.5]PB[Anna]PW[Bo];B[cc];W[kk])"))
    assert made.position.size == 13
    assert (made.settings.rules, made.settings.komi) == ("japanese", 0.5)
    assert not made.is_engines_turn
    assert phase(made) is Phase.OVER
    assert "PB[Anna]" in made.to_sgf()


def test_an_unplayable_record_leaves_the_game_alone() -> None:
    made = table("E5")
    with pytest.raises(tengen.TengenError):
        made.load(tengen.loads("(;GM[1]SZ[9];B[aa];W[aa])"))
    assert names(made) == ["E5"]


@pytest.mark.parametrize(
    ("settings", "told"),
    [
        ({"size": 4}, "choose 5 to 19"),
        ({"size": 25}, "choose 5 to 19"),
        ({"handicap": 30}, "do not go on"),
        ({"clock": "soon"}, "is no clock"),
        ({"level": "7d"}, "level 7d"),
        ({"rules": "chess"}, "chess"),
        ({"komi": float("nan")}, "not possible"),
        ({"seconds": 0}, "not possible"),
        ({"black": "cat"}, "nobody here"),
        ({"size": "nine"}, "no settings"),
    ],
)
def test_settings_that_cannot_be_played_are_told(settings: dict[str, object], told: str) -> None:
    with pytest.raises(tengen.TengenError, match=told):
        GameSettings.from_dict(settings)


def test_too_large_files_and_trees_are_told() -> None:
    with pytest.raises(tengen.TengenError, match="larger than 2 MB"):
        read_game(b"(;GM[1]" + b" " * 2_000_001 + b")", "it")
    with pytest.raises(tengen.TengenError, match="more than 5,000 nodes"):
        read_game(b"(;GM[1]SZ[9]" + b"(;B[aa])" * 5_001 + b")", "it")
    with pytest.raises(tengen.TengenError, match="each move of a node counts"):
        read_game(b"(;GM[1]SZ[9];B" + b"[]" * 20_000 + b")", "it")


def test_no_two_nodes_of_a_tree_stand_on_the_same_place() -> None:
    record = tengen.loads(
        "(;GM[1]SZ[9];B[aa](;W[bb];B[cc](;W[dd])(;W[ee];B[ff]))(;W[gg](;B[hh];W[ii])(;B[ih]))(;W[hi]))"
    )
    placed = place_nodes(record.root)
    assert len({(item.column, item.row) for item in placed}) == len(placed) == len(list(record.nodes()))
    assert [item.row for item in placed if item.node in list(record.main_line())] == [0] * 5
    assert tree_markup(placed, window_around(placed, placed[0])).count("data-node") == len(placed)


def test_a_pass_is_a_move() -> None:
    made = table("pass")
    assert made.node.move is not None
    assert made.node.move.vertex == PASS

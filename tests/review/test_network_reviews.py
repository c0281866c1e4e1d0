"""Reviews with the network: masters' openings are good moves, and a blunder is one, at few visits."""

import pytest

from tengen import create_engine, loads
from tengen.records import GameRecord
from tengen.review import Review, Severity, review_game
from tengen.review.games import Wishes
from tengen.review.reviewer import default_playouts

# An opening as masters play it: stars, an approach, a pincer and a joseki.
OPENING = "(;SZ[19]KM[6.5];B[pd];W[dp];B[pp];W[dd];B[fq];W[cn];B[jp];W[nq];B[qn];W[jd])"
SILLY = "(;SZ[19]KM[6.5];B[pd];W[dp];B[aa];W[pp])"  # Black's second move is in the very corner


def reviewed(record: GameRecord, playouts: int) -> Review:
    with create_engine(seed=1, settings={"network": "yes"}) as engine:
        return review_game(record, engine=engine, playouts=playouts)


def test_no_move_of_a_usual_opening_is_a_mistake() -> None:
    review = reviewed(loads(OPENING), 12)
    assert all(move.severity < Severity.MISTAKE for move in review.moves)
    assert all(0.3 < point.winrate < 0.7 for point in review.graph)
    assert all(position.judged for position in review.evaluations.values())


def test_a_silly_move_is_found() -> None:
    review = reviewed(loads(SILLY), 12)
    assert [move.number for move in review.moves if move.severity >= Severity.MISTAKE] == [3]
    assert review.moves[2].better is not None


def test_a_look_of_the_network_is_surer_than_a_playout() -> None:
    record = loads("(;SZ[9];B[ee];W[ec])")
    with create_engine(seed=1, settings={"network": "no"}) as engine:
        played = review_game(record, engine=engine, playouts=40)
    assert 0 < reviewed(record, 40).moves[0].margin < played.moves[0].margin


@pytest.mark.parametrize(("size", "evaluations"), [(19, 80), (13, 171), (9, 357)])
def test_what_a_position_gets_by_default(size: int, evaluations: int) -> None:
    for network, playouts in (("yes", evaluations), ("no", 1000)):
        with create_engine(seed=1, settings={"network": network, "memory": 8}) as engine:
            assert default_playouts(engine, size) == playouts


def test_what_another_judge_found_is_not_used() -> None:
    by_network, by_playouts = (Wishes(settings={"network": network}).identity() for network in ("yes", "no"))
    assert by_network["network"] is not None
    assert by_playouts["network"] is None

"""Analysis over GTP: what the lines say, how a client asks for them, and what becomes of a bad request."""

import json
import math
import re
from collections.abc import Iterator
from typing import Any

import pytest

from tengen.engines import create_engine
from tengen.engines.builtin.mcts import MctsEngine
from tengen.game.color import BLACK, WHITE
from tengen.game.position import Position
from tengen.game.vertex import Vertex
from tengen.protocols.gtp.analysis_lines import cgos_line, kata_line, lz_line
from tengen.protocols.gtp.commands.analysis_request import AnalysisRequest
from tengen.protocols.gtp.session import GtpSession
from tengen.protocols.gtp.streaming import Listener
from tengen.search.report import SearchedMove, SearchReport
from tengen.wire.syntax import parse_response

# Whoever plays F5 takes the stones in the middle, and the game.
CAPTURE = """
    . . X O . O . O .
    . X X O O O O O O
    . . X X X O . O .
    X X O O O X O O O
    . X O O O . O . O
    X X O O O X O O O
    . . X X X O . O .
    . X X O O O O O O
    . . X O . O . O ."""
POINT = r"[A-HJ][1-9]"
VERTEX = rf"(?:{POINT}|pass)"
LZ = rf"info move {VERTEX} visits \d+ winrate \d+ prior \d+ lcb \d+ order \d+ pv {VERTEX}(?: {VERTEX})*"
REAL = r"-?\d+\.\d+"
KATA = (
    rf"info move {VERTEX} visits \d+ utility {REAL} winrate {REAL} scoreMean {REAL} scoreStdev {REAL} scoreLead {REAL} "
    rf"scoreSelfplay {REAL} prior {REAL} lcb {REAL} utilityLcb {REAL} order \d+ pv {VERTEX}(?: {VERTEX})*"
)
ROOT = rf"rootInfo visits \d+ utility {REAL} winrate {REAL} scoreMean {REAL} scoreStdev {REAL} scoreLead {REAL} .*"


@pytest.fixture
def session() -> Iterator[GtpSession]:
    with create_engine("mcts", seed=1, playouts=400, settings={"memory": 32}) as engine:
        yield GtpSession(engine, size=9)


def told(session: GtpSession, line: str, lines: int = 1) -> list[str]:
    """The lines of a successful answer; an analysis ends when it has told so many."""
    heard: list[str] = []
    session.respond(line, Listener(heard.append, hears_more=lambda: len(heard) > lines))
    text = "".join(heard)
    assert text.endswith("\n\n"), text
    assert "\n\n" not in text[:-2]
    status, *rest = text[:-2].split("\n")
    assert re.fullmatch(r"=\d*", status), text
    return rest


def refusal(session: GtpSession, line: str) -> str:
    response = parse_response(session.answer(f"8 {line}"))
    assert (response.id, response.success) == (8, False), line
    return response.text


def segments(line: str) -> list[dict[str, str]]:
    """The moves of an info line, field by field; `pv` has all that stands behind it."""
    found = []
    for segment in re.split(r"(?:^| )info ", line)[1:]:
        fields, _, moves = segment.partition(" pv ")
        words = fields.split(" ")
        found.append({**dict(zip(words[::2], words[1::2], strict=True)), "pv": moves})
    return found


# ---- the lines ------------------------------------------------------------------------------


def test_leela_zeros_line(session: GtpSession) -> None:
    lines = told(session, "12 lz-analyze b 1", 4)
    assert len(lines) == 4
    for line in lines:
        assert re.fullmatch(f"{LZ}(?: {LZ})*", line), line
    moves = segments(lines[-1])
    assert [int(move["order"]) for move in moves] == list(range(len(moves)))
    visits = [int(move["visits"]) for move in moves]
    assert visits == sorted(visits, reverse=True)
    for move in moves:
        assert move["pv"].split()[0] == move["move"]
        assert 0 <= int(move["lcb"]) <= int(move["winrate"]) <= 10_000
        assert 0 <= int(move["prior"]) <= 10_000


def test_katagos_line(session: GtpSession) -> None:
    (line,) = told(session, "kata-analyze b 1")
    assert re.fullmatch(f"{KATA}(?: {KATA})*", line), line
    for move in segments(line):
        assert (
            move["scoreMean"] == move["scoreLead"] == move["scoreSelfplay"]
        )  # q5Go reads the first, others the second
        assert float(move["utility"]) == pytest.approx(2 * float(move["winrate"]) - 1, abs=1e-5)
        assert "." in move["winrate"]  # or Sabaki would divide it by a hundred


def test_what_is_asked_for_besides_moves(session: GtpSession) -> None:
    (line,) = told(session, "kata-analyze b 1 rootInfo true ownership true ownershipStdev true maxmoves 1")
    match = re.fullmatch(rf"{KATA} {ROOT} ownership ([-\d. ]+) ownershipStdev ([-\d. ]+)", line)
    assert match, line
    owners, deviations = ([float(word) for word in part.split(" ")] for part in match.groups())
    assert len(owners) == len(deviations) == 81
    assert max(map(abs, owners)) <= 1
    for owner, deviation in zip(owners, deviations, strict=True):
        assert deviation == pytest.approx(math.sqrt(1 - owner**2), abs=1e-2)
    for word in ("rootInfo", "ownership", "ownershipStdev"):
        assert word not in told(session, "kata-analyze b 1")[0]
        assert word not in told(session, f"kata-analyze b 1 {word} false")[0]
        assert word.lower() in told(session, f"kata-analyze b 1 {word} true")[0].lower()


def test_what_katago_knows_and_we_do_not_tell_is_accepted(session: GtpSession) -> None:
    wishes = "movesOwnership true movesOwnershipStdev true pvVisits true pvEdgeVisits true noResultValue true"
    (line,) = told(session, f"kata-analyze b 1 {wishes}")
    assert re.fullmatch(f"{KATA}(?: {KATA})*", line), line


@pytest.mark.parametrize("color", [BLACK, WHITE])
def test_values_are_those_of_the_player_to_move(session: GtpSession, color: Any) -> None:
    diagram = CAPTURE if color is BLACK else CAPTURE.translate(str.maketrans("XO", "OX"))
    session.go_to(Position.from_diagram(diagram, color, komi=-5.5 if color is BLACK else 5.5))
    (line,) = told(session, "kata-genmove_analyze ownership true")[:1]
    best = segments(line)[0]
    assert best["move"] == "F5"
    assert float(best["winrate"]) > 0.7
    assert float(best["scoreLead"]) > 0
    owners = [float(word) for word in line.partition(" ownership ")[2].split()]
    rows = [owners[9 * row : 9 * row + 9] for row in range(9)]
    assert min(row[0] for row in rows) > 0.3  # the A file is the mover's whoever he is …
    assert max(row[8] for row in rows) < -0.3  # … and the J file is not
    assert told(session, f"lz-analyze {color.other.letter} 1")


def analysis_of(*moves: SearchedMove, ownership: dict[Vertex, float] | None = None) -> SearchReport:
    return SearchReport(
        Position(2), moves, score_deviation=9.0, playouts=140, seconds=0.1, ownership=ownership or {}, mean_score=1.25
    )


A1, B2 = Vertex(0, 0), Vertex(1, 1)


def test_to_the_byte() -> None:
    best = SearchedMove(A1, 100, 0.5125, 1.25, 9.0, 0.75, (A1, B2))
    second = SearchedMove(B2, 40, 1.0, None, None, 0.25, ())
    analysis = analysis_of(best, second, ownership={A1: 1.0, B2: -0.5})
    lcb = [best.lower_bound, second.lower_bound]
    assert lz_line(analysis, AnalysisRequest(BLACK)) == (
        f"info move A1 visits 100 winrate 5125 prior 7500 lcb {round(10_000 * lcb[0])} order 0 pv A1 B2 "
        f"info move B2 visits 40 winrate 10000 prior 2500 lcb {round(10_000 * lcb[1])} order 1 pv B2"
    )
    assert kata_line(analysis, AnalysisRequest(BLACK, most_moves=1, root=True, ownership=True)) == (
        "info move A1 visits 100 utility 0.025000 winrate 0.512500 scoreMean 1.2500 scoreStdev 9.0000 "
        f"scoreLead 1.2500 scoreSelfplay 1.2500 prior 0.750000 lcb {lcb[0]:.6f} utilityLcb {2 * lcb[0] - 1:.6f} "
        "order 0 pv A1 B2 rootInfo visits 140 utility 0.025000 winrate 0.512500 scoreMean 1.2500 scoreStdev 9.0000 "
        "scoreLead 1.2500 scoreSelfplay 1.2500 ownership 0.0000 -0.5000 1.0000 0.0000"
    )
    assert cgos_line(analysis, "fine") == (
        '{"winrate":0.5125,"score":1.25,"visits":140,"moves":['
        '{"move":"A1","winrate":0.5125,"score":1.25,"prior":0.75,"visits":100,"pv":"B2"},'
        '{"move":"B2","winrate":1.0,"score":1.25,"prior":0.25,"visits":40,"pv":""}],"ownership":"fQ+f","comment":"fine"}'
    )


def test_moves_nobody_can_trust_yet_are_left_out_unless_asked_for() -> None:
    """Sabaki takes the highest win rate of a line for that of the position: one lucky game would be 100 %."""
    best, lucky = SearchedMove(A1, 100, 0.5, prior=0.5), SearchedMove(B2, 1, 1.0, prior=0.5)
    analysis = analysis_of(best, lucky)
    assert [move["move"] for move in segments(lz_line(analysis, AnalysisRequest(BLACK)))] == ["A1"]
    assert [move["move"] for move in segments(lz_line(analysis, AnalysisRequest(BLACK, least_moves=9)))] == ["A1", "B2"]


# ---- the request ------------------------------------------------------------------------------


@pytest.mark.parametrize(
    "words",
    ["", "10", "b", "B 10", "white 10", "W interval 10", "interval 10", "10 minmoves 3", "0", "b 0.5", "1e3"],
)
def test_colour_and_interval_may_be_left_out(session: GtpSession, words: str) -> None:
    for name in ("lz-analyze", "kata-analyze"):
        assert told(session, f"{name} {words}", 0)[0].startswith("info move ")


@pytest.mark.parametrize(
    ("words", "why"),
    [
        ("b x", "syntax error: 'x' is not understood: write"),
        ("red 10", "syntax error: 'red' is not understood: write"),
        ("10 b", "syntax error: 'b' is not understood: write"),
        ("b -5", "syntax error: the interval is 0 to"),
        ("b 1e99", "syntax error: the interval is 0 to"),
        ("b 1_0", "syntax error: the interval in centiseconds must be a number"),
        ("b interval", "syntax error: a value is missing behind interval"),
        ("b interval nan", "syntax error: the interval in centiseconds must be a number"),
        ("b minmoves -1", "syntax error: minmoves cannot be negative"),
        ("b maxmoves many", "syntax error: maxmoves must be a whole number"),
        ("b ownership", "syntax error: a value is missing behind ownership"),
        ("b ownership yes", "syntax error: ownership is true or false"),
        ("b avoid", "syntax error: write avoid COLOR VERTEX"),
        ("b avoid b D4", "syntax error: write avoid COLOR VERTEX"),
        ("b avoid red D4 3", "syntax error: 'red' is not a colour"),
        ("b avoid b D44 3", "invalid vertex: "),
        ("b avoid b D4,Z9 3", "invalid vertex: "),
        ("b avoid b D4,resign 3", "invalid vertex: "),
        ("b allow b , 3", "invalid vertex: allow names no point"),
        ("b allow b D4 0", "syntax error: a region holds for 1 to 1000 moves"),
        ("b allow b D4 -1", "syntax error: a region holds for 1 to 1000 moves"),
        ("b allow b D4 deep", "syntax error: the depth of a region must be a whole number"),
        ("b allow b C3 1", "these regions leave black no legal move"),
        ("b allow b D4 1 avoid b D4 1", "these regions leave black no legal move"),
    ],
)
def test_a_bad_request_is_told_what_is_wrong_and_the_engine_lives(session: GtpSession, words: str, why: str) -> None:
    session.answer("play w C3")
    for name in ("kata-analyze", "kata-genmove_analyze"):
        assert refusal(session, f"{name} {words}").startswith(why)
    assert session.answer("move_history") == "= white C3\n\n"
    assert told(session, "lz-analyze b 1")


def test_leela_zeros_commands_do_not_know_katagos_words(session: GtpSession) -> None:
    assert "'ownership' is not understood" in refusal(session, "lz-analyze b 10 ownership true")


def test_numbers_of_moves(session: GtpSession) -> None:
    session.answer("play w C4")  # no two moves are the same by symmetry
    told(session, "lz-analyze b 1", 20)
    assert len(segments(told(session, "lz-analyze b 1 maxmoves 2")[0])) == 2
    assert len(segments(told(session, "lz-analyze b 1 maxmoves 0")[0])) == 1
    few = segments(told(session, "lz-analyze b 1")[0])
    many = segments(told(session, "lz-analyze b 1 minmoves 50")[0])
    assert len(many) > len(few)
    assert all(int(move["visits"]) > 0 for move in many)  # nothing is told of a move that was not visited


# ---- regions ----------------------------------------------------------------------------------


def test_what_is_avoided_is_not_considered(session: GtpSession) -> None:
    session.go_to(Position.from_diagram(CAPTURE, BLACK, komi=-5.5))
    assert segments(told(session, "lz-analyze b 1", 3)[-1])[0]["move"] == "F5"
    (line,) = told(session, "lz-analyze b 1 avoid b F5 1")
    assert "move F5 " not in line
    *_, last = told(session, "lz-genmove_analyze b 1 avoid b F5,G5 3 avoid w A1 2")
    assert re.fullmatch(f"play {VERTEX}", last)
    assert last not in ("play F5", "play G5")


def test_only_what_is_allowed_is_considered_as_deep_as_asked(session: GtpSession) -> None:
    """Lizzie asks for a region by both colours; two for the same player are one."""
    corner = "A1,B1,C1,A2,B2,C2,A3,B3,C3"
    (line,) = told(session, f"lz-analyze 1 allow b A1,B1,C1,A2,B2 99999 allow b C2,A3,B3,C3 30 allow w {corner} 50")
    seen = {name for move in segments(line) for name in move["pv"].split()}
    assert seen <= {*corner.split(","), "pass"}
    *_, last = told(session, f"kata-genmove_analyze b 1 allow b {corner} 1")
    assert last.removeprefix("play ") in corner.split(",")


# ---- moves ------------------------------------------------------------------------------------


@pytest.mark.parametrize("name", ["lz-genmove_analyze", "kata-genmove_analyze"])
def test_a_move_comes_with_a_last_line_and_is_played(session: GtpSession, name: str) -> None:
    *lines, last = told(session, f"7 {name} b 1")
    assert lines
    assert all(line.startswith("info move ") for line in lines)
    assert segments(lines[-1])[0]["move"] == last.removeprefix("play ")  # what was chosen was best when it was chosen
    assert session.answer("last_move") == f"= black {last.removeprefix('play ')}\n\n"


def test_lines_come_while_it_thinks(session: GtpSession) -> None:
    session.engine.options = type(session.engine.options)(seconds=0.5)
    *lines, last = told(session, "lz-genmove_analyze b 5")
    assert len(lines) >= 3
    visits = [sum(int(move["visits"]) for move in segments(line)) for line in lines]
    assert visits == sorted(visits)
    assert last.startswith("play ")


def test_a_pass_without_thinking_has_its_line_too(session: GtpSession) -> None:
    finished = """
        . X . X O . O
        X X X X O O O
        . X X X O O .
        X X X X O O O
        . X . X O . O
        X X X X O O O
        . X . X O O ."""
    session.go_to(Position.from_diagram(finished, WHITE, komi=0.5))
    session.answer("play w pass")
    *lines, last = told(session, "lz-genmove_analyze b 10")
    assert last == "play pass"
    assert len(lines) == 1
    assert re.fullmatch(f"{LZ}(?: {LZ})*", lines[0])


def test_a_resignation_is_told_and_nothing_is_played(session: GtpSession) -> None:
    session.answer("komi 200")
    *lines, last = told(session, "kata-genmove_analyze b 10")
    assert last == "play resign"
    assert lines  # one, or more where a machine is slow enough to tell of its progress
    assert session.answer("move_history") == "=\n\n"


def test_cgos(session: GtpSession) -> None:
    for color, words in (("b", "B 100"), ("w", "w")):
        *_, line, last = told(session, f"cgos-genmove_analyze {words}")
        found = json.loads(line)
        assert set(found) == {"winrate", "score", "visits", "moves", "ownership", "comment"}
        assert found["moves"][0]["move"] == last.removeprefix("play ")
        assert set(found["moves"][0]) == {"move", "winrate", "score", "prior", "visits", "pv"}
        assert not found["moves"][0]["pv"].startswith(found["moves"][0]["move"])  # it is what follows
        assert re.fullmatch(r"[A-Za-z0-9+]{81}", found["ownership"])
        assert session.answer("last_move").startswith(f"= {'black' if color == 'b' else 'white'} ")


@pytest.mark.parametrize("engine", ["random", "montecarlo", "replay"])
def test_engines_without_a_tree_move_and_tell_what_they_know(engine: str) -> None:
    with create_engine(engine, seed=1) as player:
        session = GtpSession(player, size=9)
        *lines, last = told(session, "lz-genmove_analyze b 10")
        assert re.fullmatch(f"play {POINT}", last)
        assert (len(lines) > 0) is (engine != "random")
        *_, line, last = told(session, "cgos-genmove_analyze w")
        assert json.loads(line)["comment"].startswith("white ")
        for name in ("lz-analyze", "kata-genmove_analyze b 10 avoid b D4 1", "tengen-priors"):
            if engine == "montecarlo":  # which searches, although it grows no tree
                assert session.answer(name).startswith("=")
                continue
            why = f"the engine {engine} does not search and cannot analyse: use mcts"
            assert refusal(session, name) == why


# ---- the game it is part of ---------------------------------------------------------------------


def test_the_tree_serves_the_next_move(session: GtpSession) -> None:
    engine = session.engine
    assert isinstance(engine, MctsEngine)
    told(session, "lz-analyze b 5", 4)
    known = engine.searcher.simulations
    told(session, "lz-genmove_analyze b 100")
    assert engine.searcher.reused >= known > 0
    told(session, "lz-analyze w 5", 2)
    assert engine.searcher.reused > 0


@pytest.mark.parametrize("line", ["lz-analyze w 1", "kata-analyze b 1 allow b A1,A2 9", "tengen-priors"])
def test_looking_changes_nothing(session: GtpSession, line: str) -> None:
    session.answer("play b D4")
    before = [session.answer(look) for look in ("showboard", "move_history", "printsgf")]
    assert session.answer(line).startswith("=")
    assert [session.answer(look) for look in ("showboard", "move_history", "printsgf")] == before


def test_a_finished_game_and_a_full_board_can_be_analysed(session: GtpSession) -> None:
    for line in ("boardsize 2", "play b pass", "play w pass"):
        session.answer(line)
    assert told(session, "lz-analyze b 1")[0].startswith("info move ")
    session.answer("gogui-setup B A1 B B2")
    assert re.fullmatch(r"info move pass .* pv pass( pass)*", told(session, "lz-analyze w 1")[0])
    assert told(session, "kata-analyze b 1 ownership true")[0].count(" ownership ") == 1


def test_under_territory_rules(session: GtpSession) -> None:
    session.answer("kgs-rules japanese")
    session.go_to(Position.from_diagram(CAPTURE, BLACK, komi=-5.5, rules="japanese"))
    assert segments(told(session, "kata-analyze b 1", 3)[-1])[0]["move"] == "F5"


def test_pondering_goes_on_after_an_analysis_as_before(session: GtpSession) -> None:
    engine = session.engine
    assert isinstance(engine, MctsEngine)
    for line in ("tengen-set ponder yes", "play b D3", "play w F7"):  # a board without symmetries
        session.answer(line)
    told(session, "lz-genmove_analyze b 100")
    known = 0
    for _ in range(3):
        session.ponder()
        told(session, "lz-analyze w 1", 2)  # the same position, and the tree that both have grown
        assert engine.searcher.reused >= known
        known = engine.searcher.reused + engine.searcher.simulations
    assert known > 100

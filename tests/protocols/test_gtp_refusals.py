"""A command that fails changes nothing; looking at the board changes nothing either."""

import pytest

from tengen.engines import create_engine
from tengen.engines.move_report import MoveReport
from tengen.engines.request import MoveRequest
from tengen.game.color import Color
from tengen.game.vertex import Vertex
from tengen.protocols.gtp.commands.registry import COMMANDS, Arguments, CommandEntry
from tengen.protocols.gtp.session import GtpSession
from tengen.wire.syntax import parse_response

# A game with everything that could be lost: handicap, captures, a ko, an own komi, clocks. White has just
# taken the ko at C1; Black may not take back at C2.
GAME = (
    "boardsize 9",
    "kgs-rules aga",
    "komi 3.5",
    "set_free_handicap C2 G7",
    "time_settings 600 0 0",
    *("play w C3", "play b B1", "play w B2", "play b D1", "play w D2", "play b pass", "play w C1"),
)

LOOKS = (
    *("showboard", "move_history", "last_move", "list_stones b", "list_stones w", "captures b", "captures w"),
    *("all_legal b", "all_legal w", "query_boardsize", "get_komi", "get_handicap", "kata-get-rules"),
    *("tengen-settings", "tengen-why_illegal b C2", "printsgf"),
)

REFUSED = [
    # no command
    *("12", "fly", "fly me 3", "PLAY b A1", "genmove_b", "9" * 2000, "=", "?", "= A1", "\ufffd\ufffd"),
    # the wrong number of words
    *("boardsize", "komi", "play", "play b", "play b A1 A2", "genmove", "genmove b w", "undo 1", "quit now"),
    *("clear_board now", "list_stones", "fixed_handicap", "time_settings 1 2", "time_left b", "final_status_list"),
    *("loadsgf", "printsgf a b", "kata-set-rule ko", "tengen-set resign_below", "rectangular_boardsize 9"),
    # setting up
    *("boardsize 1", "boardsize 20", "boardsize -9", "boardsize nine", "boardsize 9.5", "boardsize 1e9"),
    *("rectangular_boardsize 9 13", "rectangular_boardsize 99 99", "rectangular_boardsize x x"),
    *("komi nan", "komi inf", "komi many", "komi 1e6", "komi -1e6"),
    *("fixed_handicap 2", "place_free_handicap 2", "set_free_handicap A1 J9", "fixed_handicap two"),
    *("kgs-rules ing", "kata-set-rules nothing", 'kata-set-rules {"ko": "SIMPLE", "scoring": 3}'),
    *("go_rules ing", "go_param_rules tax", "go_param_rules ko_rule maybe"),
    *('kata-set-rules {"ko": "SIMPLE", "no": 1}', "kata-set-rules {", "kata-set-rule ko maybe"),
    *("tengen-set resign_below 2", "tengen-set resign_below x", "tengen-set strength 9"),
    # moves
    *("play b C2", "play b C1", "play w C1", "play b A10", "play b K1", "play b resign", "play green A1", "play A1 b"),
    *("genmove green", "reg_genmove x", "kgs-genmove_cleanup 1", "gg-undo 8", "gg-undo -1", "gg-undo x"),
    *("gogui-play_sequence B A1 W A1", "gogui-play_sequence B A1 W", "gogui-play_sequence B A1 W Z1"),
    *("gogui-setup B A1 W", "gogui-setup B A1 W pass", "gogui-setup B J1 B J2 W H1 W H2 W J3", "gogui-setup x A1"),
    "gogui-setup_player green",
    # the tree, which this engine has none of
    *("tengen-dump_tree x", "tengen-dump_tree_json tree.json", "tengen-report", "uct_evaluate green"),
    # analysis and pictures
    *(
        "kata-raw-nn 9",
        "lz-analyze green",
        "kata-analyze b x",
        "lz-genmove_analyze green",
        "kata-genmove_analyze b ownership",
    ),
    *("cgos-genmove_analyze green", "cgos-genmove_analyze b soon", "tengen-live_gfx maybe", "tengen-priors b"),
    # fights
    *("tengen-solve A1", "tengen-solve pass", "tengen-solve Z9", "tengen-solve C3 D4 x"),
    # looking
    *("list_stones red", "captures 3", "is_legal b Z9", "all_legal x", "color pass", "color Z9", "countlib A1"),
    *("countlib pass", "findlib A1", "tengen-unconditional x", "tengen-why_illegal b", "final_status pass"),
    # clocks and files
    *("time_settings -1 0 0", "time_settings a b c", "time_left b 1 -1", "time_left x 1 1"),
    *("kgs-time_settings hourglass 1", "kgs-time_settings byoyomi 1 2", "kata-time_settings fischer 1"),
    *("loadsgf no-such-file", "loadsgf / 3", "loadsgf no-such-file x", "printsgf no/such/folder/x.sgf"),
    *("final_status_list sleepy", "static_score by_heart"),
]


@pytest.fixture(scope="module")
def session() -> GtpSession:
    session = GtpSession(create_engine("montecarlo", seed=1, playouts=100), size=19)
    for line in GAME:
        assert session.answer(line).startswith("="), line
    return session


def everything(session: GtpSession) -> list[object]:
    """All that a client can see of the game, and what it cannot."""
    position = session.position
    hidden = [
        position.past_hashes,
        position.ko,
        position.initial_stones,
        position.rules,
        repr([session.game.clocks.of(color) for color in Color]),
    ]
    return [*(session.answer(look) for look in LOOKS), *hidden]


def test_the_game_is_what_it_is_meant_to_be(session: GtpSession) -> None:
    assert session.answer("captures w") == "= 1\n\n"
    assert session.answer("tengen-why_illegal b C2") == "= ko\n\n"
    assert session.answer("get_handicap") == "= 2\n\n"


@pytest.mark.parametrize("line", REFUSED, ids=lambda line: line[:40])
def test_a_refused_command_changes_nothing(session: GtpSession, line: str) -> None:
    before = everything(session)
    response = parse_response(session.answer(line))
    assert not response.success
    assert response.text
    assert "internal error" not in response.text
    assert everything(session) == before
    assert not session.ended


@pytest.mark.parametrize(
    "line",
    [
        *LOOKS,
        *(
            "reg_genmove b",
            "reg_genmove w",
            "final_score",
            "static_score japanese_score",
            "final_status_list dead",
            "final_status C1",
        ),
        *("is_legal b C2", "is_legal w A1", "color C1", "countlib C1", "findlib C1", "tengen-unconditional w"),
        *("name", "version", "help", "echo x", "cputime", "known_command play", "list_commands", "tengen-ownership"),
        *(
            "gogui-interrupt",
            "kgs-game_over",
            "gogui-analyze_commands",
            "kata-list_time_settings",
            "gogui-setup_player b",
        ),
        *("gg-undo 0", "gogui-play_sequence", "tengen-ladders", "tengen-groups", "tengen-live_gfx"),
    ],
)
def test_looking_changes_nothing(session: GtpSession, line: str) -> None:
    before = everything(session)
    assert session.answer(line).startswith("=")
    assert everything(session) == before


def test_every_command_that_takes_words_is_refused_some_here() -> None:
    harmless = {"echo", "help", "known_command"}  # whatever follows them is right
    refused = {line.split()[0] for line in REFUSED}
    assert {entry.name for entry in COMMANDS.values() if entry.usage} - harmless <= refused


def test_an_error_of_our_own_is_told_and_survived(monkeypatch: pytest.MonkeyPatch) -> None:
    session = GtpSession(create_engine("random", seed=1), size=9)

    def fail(session: GtpSession, arguments: Arguments) -> str:
        raise RuntimeError("a bug\nof ours")

    monkeypatch.setitem(COMMANDS, "tengen-fail", CommandEntry("tengen-fail", "", fail, 0, 0))
    response = session.answer("8 tengen-fail")
    assert response.startswith("?8 internal error in tengen-fail")
    assert response.count("\n") == 2
    assert response.endswith("\n\n")
    assert session.answer("9 name") == "=9 Tengen\n\n"


@pytest.mark.parametrize("mistake", [RuntimeError("out of luck"), MemoryError(), RecursionError("too deep")])
def test_an_engine_that_fails_loses_no_move(monkeypatch: pytest.MonkeyPatch, mistake: Exception) -> None:
    session = GtpSession(create_engine("random", seed=1), size=9)
    session.answer("play b E5")

    def fail(request: MoveRequest) -> MoveReport:
        raise mistake

    monkeypatch.setattr(session.engine, "choose", fail)
    assert session.answer("genmove w").startswith("?")
    assert session.answer("move_history") == "= black E5\n\n"


def test_an_engine_that_cheats_is_not_let_through(monkeypatch: pytest.MonkeyPatch) -> None:
    session = GtpSession(create_engine("random", seed=1), size=9)
    session.answer("play b E5")

    def cheat(request: MoveRequest) -> MoveReport:
        return MoveReport(request.position.to_play, Vertex.parse("E5"), "cheat")

    monkeypatch.setattr(session.engine, "choose", cheat)
    assert session.answer("genmove w").startswith("?")
    assert session.answer("move_history") == "= black E5\n\n"

"""Programs that hang, crash, talk nonsense or cheat: the verdict, whose fault it is, and that the match goes on."""

import json
import re
from typing import Any

import pytest

from tengen.engines.builtin.gtp import GtpEngine
from tengen.engines.gtp_thoughts import Thoughts, read_report
from tengen.engines.request import Limit
from tengen.errors import TengenError
from tengen.game.color import BLACK, WHITE, Color
from tengen.lab.conditions import Conditions
from tengen.lab.outcome import End
from tengen.lab.players import Entrant
from tengen.lab.referee import check_referee
from tengen.lab.store import GameRow

RANDOM = Entrant("random", engine="random")
LONGEST = 60.0  # seconds a game may take with a second and a half for a move, on a busy machine

# What the program is told to do: how its games end, and what is said about it.
CRASHES = {
    "exit": ({"on": "genmove", "nth": 3, "do": "exit"}, End.CRASH, r"exit status 1 at 'genmove .'.*the ladder was br"),
    "exit first": ({"on": "genmove", "do": "exit"}, End.CRASH, "exit status 1 at 'genmove .'"),
    "segfault": ({"on": "genmove", "nth": 2, "do": "segfault"}, End.CRASH, "ended by SIGSEGV at 'genmove .'"),
    "crash at play": ({"on": "play", "nth": 2, "do": "segfault"}, End.CRASH, "ended by SIGSEGV at 'play . .*'"),
    "crash counting": ({"on": "final_score", "do": "exit"}, End.CRASH, "exit status 1 at 'final_score'"),
    "mute": ({"on": "genmove", "nth": 2, "do": "mute"}, End.CRASH, "closed its output at 'genmove .'"),
    "dead on start": ({"on": "start", "do": "exit"}, End.START, ".*exit status 1 at 'list_c"),
    "dead at boardsize": ({"on": "boardsize", "do": "segfault"}, End.START, "ended by SIGSEGV at 'boardsize 5'"),
    "no boardsize": ({"on": "boardsize", "do": "refuse unacceptable size"}, End.START, "'boardsize 5': unacceptable"),
    "no list": ({"on": "list_commands", "do": "refuse what?"}, End.START, "refused 'list_commands': what"),
}
HANGS = {
    "hang": ({"on": "genmove", "nth": 3, "do": "hang"}, End.TIMEOUT, "did not answer 'genmove .' within 1.5 s"),
    "hang at play": ({"on": "play", "do": "hang"}, End.TIMEOUT, "did not answer 'play . .*' within 1.5 s"),
    "hang counting": ({"on": "final_score", "do": "hang"}, End.TIMEOUT, "did not answer 'final_score' within 1.5 s"),
    "hang on start": ({"on": "start", "do": "hang"}, End.TIMEOUT, "did not answer 'list_commands' within 3.5 s"),
    "hang at komi": ({"on": "komi", "do": "hang"}, End.TIMEOUT, ".* 'komi 7.5' within 1.5 s"),
    "half": ({"on": "genmove", "do": "raw =ID C3\\n"}, End.TIMEOUT, "within 1.5 s; its last line was '=.* C3'"),
    "stubborn": ({"on": "genmove", "nth": 2, "do": "stubborn"}, End.SCORE, ""),
}
NONSENSE = {
    "no vertex": ({"on": "genmove", "nth": 2, "do": "say the corner"}, End.NONSENSE, "'the corner', which is no move"),
    "nothing": ({"on": "genmove", "do": "say "}, End.NONSENSE, "answered '', which is no move"),
    "no text": ({"on": "genmove", "do": "raw =ID \\xff\\xfe\\n\\n"}, End.NONSENSE, "which is no move"),
    "two lines": ({"on": "genmove", "do": "say C3\\nD3"}, End.NONSENSE, r"'C3\\nD3', which is no move"),
    "huge": ({"on": "genmove", "do": "say C" + "3" * 5000}, End.NONSENSE, "which is no move"),
    "no GTP": ({"on": "genmove", "do": "raw Hello!\\n\\n"}, End.TIMEOUT, "within 1.5 s; its last line was 'Hello!'"),
    "wrong id": ({"on": "genmove", "nth": 2, "do": "raw =99999 C3\\n\\n"}, End.NONSENSE, "has id 99999, not id"),
    "no id": ({"on": "genmove", "do": "raw = C3\\n\\n"}, End.NONSENSE, "the answer has no id, not id"),
    "chatter": ({"on": "genmove", "do": "chatter"}, End.NONSENSE, "wrongly: the answer has id"),
    "no play": ({"on": "play", "nth": 2, "do": "refuse illegal move"}, End.NONSENSE, "refused 'play .*': illegal move"),
    "no move": ({"on": "genmove", "do": "refuse I\\tdo not\\x07 know"}, End.NONSENSE, "'genmove .': I do not know"),
    "off board": ({"on": "genmove", "nth": 2, "do": "say T19"}, End.ILLEGAL, "T19 is illegal"),
    "far off board": ({"on": "genmove", "nth": 2, "do": "say Z25"}, End.ILLEGAL, "Z25 is illegal: it is not on the bo"),
}
HARMLESS = {
    "good": ({}, End.SCORE, ""),
    "stderr": ({"on": "genmove", "nth": 2, "do": "stderr"}, End.SCORE, ""),
    "no count": ({"on": "final_score", "do": "refuse I cannot count"}, End.SCORE, ""),
    "knows no count": ({"without": "final_score"}, End.SCORE, ""),
    "resigns": ({"on": "genmove", "nth": 3, "do": "say resign"}, End.RESIGNATION, ""),
    "resigns loudly": ({"on": "genmove", "nth": 3, "do": "say  ReSiGN "}, End.RESIGNATION, ""),
    "passes loudly": ({"on": "genmove", "nth": 3, "do": "say PASS"}, End.SCORE, ""),
    "fork": ({"on": "genmove", "nth": 2, "do": "fork"}, End.SCORE, ""),
    "banner": ({"on": "genmove", "do": "raw Welcome!\\n\\n=ID pass\\n\\n"}, End.SCORE, ""),
}


# What two programs play, move by move, and what is said of White's last one.
ILLEGAL = {
    "occupied": ("C3 B2", "D3 C3", "white C3 is illegal: the point is occupied"),
    "ko": ("C4 B3 C2 A1 D3", "D4 E3 D2 C3 C3", "white C3 is illegal: .*ko"),
    "suicide": ("C4 B3 C2 D3", "A1 A5 E5 C3", "white C3 is illegal: .*suicide"),
}


def check(name: str, game: GameRow, first: bool, end: End, said: str) -> list[str]:
    """What is wrong with a game in which a player, the first of the pairing or not, was told to misbehave."""
    wrong = []
    if game.end is not end:
        wrong.append(f"ended by {game.end.value}, not {end.value}")
    if game.first_at_fault is not (first if end.is_fault else None):
        wrong.append(f"at fault: {game.at_fault}")
    if not end.counts and (game.winner or game.points is not None or game.margin is not None):
        wrong.append("somebody gained from it")
    if end is End.RESIGNATION and game.points != (0 if first else 1):
        wrong.append("the wrong one resigned")
    if not re.search(said, game.detail) or (end.is_fault and name not in game.detail):
        wrong.append("not clear")
    if not game.detail.isprintable() or len(game.detail) > 520:
        wrong.append("not one line")
    if game.seconds > LONGEST:
        wrong.append(f"took {game.seconds:.1f} s")
    return [f"{name}: {problem} ({game.detail!r})" for problem in wrong]


@pytest.mark.parametrize(
    "cases", [CRASHES, HANGS, NONSENSE, HARMLESS], ids=["crashes", "hangs", "nonsense", "harmless"]
)
def test_every_game_ends_with_the_right_verdict(arena: Any, cases: dict[str, Any]) -> None:
    """Each program has Black against an engine of ours, and White against another program."""
    good = arena.program("opponent")
    players = [arena.program(name, **options) for name, (options, _, _) in cases.items()]
    count = "tengen" if cases is HARMLESS else "agreement"
    as_black = [(player, RANDOM, 1) for player in players]
    as_white = [(good, player, 1) for player in players]
    games = arena.play(*as_black, *as_white, jobs=2, count=count, start_timeout=2.0)
    wrong = []
    for number, (name, (_, end, said)) in enumerate(cases.items()):
        wrong += check(name, games[number][0], True, end, said)
        wrong += check(name, games[number + len(cases)][0], False, end, said)
    assert wrong == []


@pytest.mark.parametrize(("black", "white", "said"), ILLEGAL.values(), ids=ILLEGAL)
def test_illegal_moves(arena: Any, black: str, white: str, said: str) -> None:
    (game,) = arena.work(arena.program("black", moves=black), arena.program("white", moves=white))
    assert (game.end, game.at_fault, game.winner) == (End.ILLEGAL, WHITE, None)
    assert re.fullmatch(f"white: {said}.*", game.detail)
    assert len(game.moves) == 2 * len(white.split()) - 1  # the illegal one is no move
    assert "RE[Void]" in game.sgf


@pytest.mark.parametrize(
    ("do", "end"),
    [
        ("hang", End.TIMEOUT),
        ("exit", End.CRASH),
        ("say the corner", End.NONSENSE),
        ("say T19", End.ILLEGAL),
        ("chatter", End.NONSENSE),
    ],
)
def test_the_next_game_works(arena: Any, do: str, end: End) -> None:
    """The same worker goes on, with a new process for the one who was at fault; colours are swapped."""
    once = arena.program("once", on="genmove", nth=2, do=do, once=arena.folder / "done")
    first, *others = arena.work(once, arena.program("opponent"), 3)
    assert (first.end, first.at_fault, first.winner) == (end, BLACK, None)
    assert [game.end for game in others] == [End.SCORE, End.SCORE]


@pytest.mark.parametrize("do", ["stdout", "endless"])
def test_megabytes_that_are_no_answer(arena: Any, do: str) -> None:
    """With time enough to read them, which takes a while on a busy machine."""
    (game,) = arena.work(RANDOM, arena.program("loud", on="genmove", nth=2, do=do), move_timeout=60.0)
    assert (game.end, game.at_fault, game.winner) == (End.NONSENSE, WHITE, None)
    assert game.detail == "loud answered 'genmove W' wrongly: more than 16777216 characters and no end"


@pytest.mark.parametrize("on", ["list_commands", "komi"])
def test_a_start_that_failed_half_way_is_made_again(arena: Any, on: str) -> None:
    once = arena.program("once", on=on, do="refuse not now", once=arena.folder / "done")
    first, second = arena.work(once, RANDOM, 2)
    assert (first.end, first.at_fault) == (End.START, BLACK)
    assert f"once refused '{on}" in first.detail
    assert second.end is End.SCORE
    assert second.versions[WHITE] == "Troublemaker 1"


def test_no_such_program(arena: Any) -> None:
    (game,) = arena.work(Entrant("missing", command="/no/such/program --mode gtp"), RANDOM)
    assert (game.end, game.at_fault) == (End.START, BLACK)
    assert "cannot start missing ('/no/such/program'): no such program" in game.detail
    (game,) = arena.work(RANDOM, Entrant("broken", command="sh -c 'echo usage: engine >&2; exit 2'"))
    assert (game.end, game.at_fault) == (End.START, WHITE)
    assert game.detail.endswith("its last words: usage: engine")


def test_too_long_a_game_is_nobodys_fault(arena: Any) -> None:
    (game,) = arena.work(arena.program("a"), RANDOM, max_moves=6)
    assert (game.end, game.at_fault, game.winner) == (End.UNFINISHED, None, None)
    assert game.detail == "no end after 6 moves"


@pytest.mark.parametrize("claim", ["W+99", "B+R", "victory\\n\\tis ours! " + "x" * 1000, "0", "", "\\xff"])
def test_lies_about_the_score_are_for_the_referee(arena: Any, claim: str) -> None:
    """After three moves Black owns the board; his opponent sees it otherwise."""
    black = arena.program("black", moves="C3 B3 D3", score="B+17.5")
    white = arena.program("white", moves="pass", on="final_score", do=f"say {claim}")
    (game,) = arena.work(black, white, count="agreement")
    assert (game.end, game.winner, game.margin) == (End.SCORE, BLACK, 17.5)
    assert game.counted_by in ("gnugo", "tengen")
    assert re.match(r"the players differ: black: B\+17.5; white: ", game.detail)
    assert game.detail.isprintable()


@pytest.mark.parametrize(
    ("claim", "winner", "margin"), [("W+3.5", WHITE, 3.5), ("b + 2", BLACK, 2.0), ("0", None, 0.0), ("B+0", None, 0.0)]
)
def test_what_both_say_is_the_score(arena: Any, claim: str, winner: Color | None, margin: float) -> None:
    """Whatever the board looks like: it is theirs to agree."""
    players = [arena.program(name, moves="pass", score=claim) for name in ("one", "other")]
    (game,) = arena.work(*players, count="agreement")
    assert (game.end, game.winner, game.margin, game.counted_by) == (End.SCORE, winner, margin, "agreement")


def test_numbers_a_program_tells_of_itself(arena: Any) -> None:
    """CGOS's command carries thoughts with the move: none of them may end the match, or be kept if it is no number."""
    thoughts = [
        '{"winrate": 0.25, "score": 3.5, "visits": 100}',
        '{"winrate": NaN, "score": Infinity, "visits": Infinity}',
        '{"winrate": 1e999, "score": "much", "visits": ' + "9" * 400 + "}",
        '{"winrate": [], "score": null, "visits": ' + "9" * 30 + "}",
        "[" * 5000,
        '{"winrate": {}, "visits": -5}',
    ]
    for text in thoughts:
        command = "cgos-genmove_analyze"
        thinker = arena.program("thinker", also=command, on=command, do=f"say {text}\\nplay C3")
        (game,) = arena.work(thinker, RANDOM, max_moves=2)
        assert game.end is End.UNFINISHED, game.detail
        expected = (0.25, 3.5, 100) if text is thoughts[0] else (None, None, None)
        move = game.moves[0]
        assert (move.vertex, move.winrate, move.score, move.playouts) == ("C3", *expected)


def test_a_mistake_of_the_laboratory_is_no_players(arena: Any, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("tengen.lab.game.MatchGame._count", lambda game: 1 / 0)
    (game,) = arena.work(RANDOM, RANDOM)
    assert (game.end, game.at_fault, game.winner) == (End.CRASH, None, None)
    assert game.detail == "the laboratory broke down: ZeroDivisionError: division by zero"


# ---- the clock -----------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("clock", "seconds", "end"),
    [
        ({"main_time": 1.0}, 1.3, End.TIME),  # main time
        ({"main_time": 10.0}, 0.3, End.UNFINISHED),
        ({"main_time": 0.2, "period": 0.5, "periods": 2}, 1.4, End.TIME),  # 0.2 s and two periods
        ({"main_time": 0.2, "period": 3.0, "periods": 1}, 0.5, End.UNFINISHED),
        ({"main_time": 0.0, "period": 1.0, "stones": 5}, 1.3, End.TIME),  # a Canadian period
        ({"main_time": 1.0, "increment": 0.1}, 1.4, End.TIME),
        ({"main_time": 9.0}, 2.0, End.UNFINISHED),  # longer than the match's patience, but the time was there
    ],
)
def test_the_clock_is_the_matchs(arena: Any, clock: dict[str, float], seconds: float, end: End) -> None:
    slow = arena.program("slow", on="genmove", nth=2, do="slow", seconds=seconds)
    (game,) = arena.work(RANDOM, slow, max_moves=8, **clock)
    assert game.end is end, game.detail
    if end is End.TIME:  # a loss, and no fault
        assert (game.winner, game.at_fault, game.text) == (BLACK, None, "B+T")
        assert re.fullmatch(r"slow took \d+\.\d\d s for move 4", game.detail)


def test_a_player_who_hangs_has_not_lost_on_time(arena: Any) -> None:
    (game,) = arena.work(arena.program("hangs", on="genmove", nth=2, do="hang"), RANDOM, main_time=1.0)
    assert (game.end, game.at_fault, game.winner) == (End.TIMEOUT, BLACK, None)


@pytest.mark.parametrize(
    ("commands", "told"),
    [
        (["time_settings", "time_left"], ["time_settings 0 5 1", "time_left B 5 1"]),
        (["kgs-time_settings", "time_left"], ["kgs-time_settings byoyomi 0 5 3", "time_left B 5 3"]),
    ],
)
def test_japanese_periods_are_told_as_the_program_understands_them(
    monkeypatch: pytest.MonkeyPatch, commands: list[str], told: list[str]
) -> None:
    """For a program that knows only Canadian overtime, the three periods are not three moves in one."""
    conditions = Conditions(size=5, period=5, periods=3)
    engine = GtpEngine()
    engine._commands = frozenset([*commands, "genmove"])
    said: list[str] = []

    def listen(command: str, patience: float | None = None) -> str:
        said.append(command)
        return "pass"

    monkeypatch.setattr(engine, "_ask", listen)
    monkeypatch.setattr(engine, "_start", lambda: None)
    clock = conditions.clock()
    assert clock is not None
    engine.choose_move(conditions.position(), Limit(clock=clock))
    assert said == ["boardsize 5", "clear_board", "komi 7.5", *told, "genmove B"]


def test_gnu_go_that_is_not_here_did_not_start(arena: Any, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("tengen.lab.gnugo.find_gnugo", lambda: None)
    gnugo = Entrant("GNU Go", level=1)
    with pytest.raises(TengenError, match="GNU Go is not installed"):
        gnugo.check()
    with pytest.raises(TengenError, match="GNU Go is not installed"):
        check_referee(Conditions(count="gnugo"))
    (game,) = arena.work(gnugo, Entrant("random", engine="random"))
    assert (game.end, game.at_fault) == (End.START, BLACK)
    assert "not installed" in game.detail


def test_what_our_own_program_thought_of_a_move() -> None:
    """Win rate and score are the mover's; a report on another move, or none, is no opinion on this one."""
    thought = {"vertex": "C3", "winrate": 0.75, "score": -2.5, "playouts": 100}
    assert read_report("c3", json.dumps({"answer": thought})) == (0.75, -2.5, 100)
    for text in (None, "", "nonsense", "[]", "{}", '{"answer": null}', '{"answer": [1]}'):
        assert read_report("C3", text) == Thoughts()
    assert read_report("D4", json.dumps({"answer": thought})) == Thoughts()

"""The judge of judgement asks about the right positions, reads win rates rightly and goes on where it stopped."""

import json
import sys
from collections.abc import Callable
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from tengen.errors import TengenError
from tengen.game.color import BLACK, WHITE
from tengen.game.position import Position
from tengen.game.vertex import Vertex
from tengen.kernels.geometry import PASS, point_of
from tengen.records.collections import CollectedGame

PROGRAM = r"""
import sys
for line in sys.stdin:
    number, name, *words = line.split()
    answer = {"list_commands": COMMANDS, "name": "Fake", "version": "1"}.get(name, "")
    if name == "lz-genmove_analyze":
        answer = "info move C3 visits 9 winrate 6200 order 0 pv C3 info move D4 visits 1 winrate 100 pv D4\nplay C3"
    if name == "genmove":
        print("a win rate of 38.5%", file=sys.stderr, flush=True)
        answer = "C3"
    print(f"={number} {answer}\n", flush=True)
"""


@pytest.fixture(scope="module")
def judgement(load_benchmark: Callable[[str], Any]) -> Any:
    return load_benchmark("judgement")


def a_game(length: int, passes: int = 0, winner: Any = BLACK) -> CollectedGame:
    points = [point_of(place % 9, place // 9) for place in range(length)]
    return CollectedGame(9, 5.5, winner, None, np.array(points + [PASS] * passes, np.int16))


def program(tmp_path: Path, commands: str) -> str:
    path = tmp_path / "program.py"
    path.write_text(PROGRAM.replace("COMMANDS", repr(commands)))
    return f"{sys.executable} {path}"


def test_places_are_counted_from_both_ends(judgement: Any) -> None:
    game = a_game(45, passes=2)
    assert [judgement.place_of(game, at) for at in (0, 44, 45, -20, -25, -26)] == [0, 44, None, 25, 20, None]


def test_a_question_is_the_position_before_the_move_played(judgement: Any) -> None:
    late, early = reversed(list(judgement.questions_of("x", a_game(45), [-20, 3])))
    assert (early.at, late.at) == (3, -20)
    assert early.played == Vertex(3, 0)
    assert early.position.to_play is WHITE
    assert len(late.position.moves) == 25
    assert late.position.komi == 5.5


@pytest.mark.parametrize(
    ("text", "winrate"),
    [
        ("info move D4 visits 9 winrate 0.25 order 0 pv D4\nplay D4", 0.25),
        ("info move D4 visits 9 winrate 9000 pv D4\ninfo move D4 visits 9 winrate 2500 pv D4\nplay D4", 0.25),
        ("info move C3 visits 9 winrate 2500 pv C3\nplay D4", None),
        ("play resign", 0.0),
        ("play D4", None),
        ("", None),
    ],
)
def test_reading_an_analysis(judgement: Any, text: str, winrate: float | None) -> None:
    assert sys.modules["judges"].read_analysis(text).winrate == winrate


def test_a_program_that_analyses(judgement: Any, tmp_path: Path) -> None:
    judge = judgement.GtpJudge(program(tmp_path, "genmove lz-genmove_analyze"), None, None)
    [question] = judgement.questions_of("x", a_game(45), [3])
    opinion = judge.ask(question)
    judge.close()
    assert (opinion.move, opinion.winrate) == ("C3", 0.62)
    answer = judgement.Answer.of(question, opinion, 0.1)
    assert answer.winrate == pytest.approx(0.38)  # Black's, as White was to move
    assert answer.black_won


def test_a_program_that_tells_in_its_error_output(judgement: Any, tmp_path: Path) -> None:
    judge = judgement.GtpJudge(program(tmp_path, "genmove"), str(tmp_path), r"rate of ([\d.]+)%")
    [question] = judgement.questions_of("x", a_game(45), [4])
    assert judge.ask(question).winrate == pytest.approx(0.385)
    judge.close()


def test_a_program_that_tells_nothing(judgement: Any, tmp_path: Path) -> None:
    with pytest.raises(TengenError, match="say with --told"):
        judgement.GtpJudge(program(tmp_path, "genmove"), None, None)


class Counting:
    """A judge that counts what it is asked."""

    def __init__(self) -> None:
        self.about = {"name": "counting"}
        self.asked = 0

    def ask(self, question: Any) -> Any:
        self.asked += 1
        return sys.modules["judges"].Opinion("C3", 0.6)

    def close(self) -> None:
        return


def test_it_goes_on_where_it_stopped(judgement: Any, tmp_path: Path) -> None:
    path, games = tmp_path / "kept.jsonl", [("a", a_game(45)), ("b", a_game(50, winner=WHITE))]
    said: list[str] = []

    def run(games: Any, about: str = "counting") -> tuple[int, int]:
        judge, kept = Counting(), judgement.Kept(path)
        judge.about = {"name": about}
        key = kept.begin("some", judge.about)
        answers = judgement.ask_all(judge, games, [3, -20], kept, key, lambda text, end="": said.append(text))
        return judge.asked, len(answers)

    assert run(games[:1]) == (2, 2)
    assert run(games) == (2, 4)
    assert run(games) == (0, 4)
    path.write_bytes(path.read_bytes()[:-9])  # as after a power cut
    assert run(games) == (1, 4)
    assert run(games, "another") == (4, 4)
    assert all(json.loads(line) for line in path.read_text().splitlines())


def test_a_game_that_cannot_be_replayed_is_named(judgement: Any) -> None:
    points = np.array([21] * 40, np.int16)
    broken, said = CollectedGame(9, 5.5, BLACK, None, points, "bad.zip#7"), list[str]()
    kept, judge = judgement.Kept(None), Counting()
    key = kept.begin("some", judge.about)
    assert judgement.ask_all(judge, [("a", broken)], [10], kept, key, lambda text, end="": said.append(text)) == []
    assert said[0].startswith("bad.zip#7 is left out: ")


def test_figures_and_differences(judgement: Any) -> None:
    def answers(*rates: float | None) -> list[Any]:
        games = enumerate(zip(rates, (True, False, True, False), strict=True))
        return [judgement.Answer(str(game), 3, rate, won, "C3", "C3" if won else "D4") for game, (rate, won) in games]

    good, bad = answers(0.9, 0.2, 0.8, None), answers(0.4, 0.6, 0.7, 0.1)
    figures = judgement.figures_of(good)
    assert (figures["positions"], figures["untold"]) == (4, 1)
    assert (figures["winner"]["value"], figures["auc"]["value"], figures["move"]["value"]) == (1.0, 1.0, 0.5)
    assert figures["brier"]["value"] == pytest.approx(0.03)
    found = judgement.differences(good, {(answer.game, answer.at): answer for answer in bad})
    assert found["positions"] == 3
    assert found["auc"]["value"] == pytest.approx(0.5)
    assert found["winner"]["value"] == pytest.approx(2 / 3)


def test_other_win_rates(judgement: Any) -> None:
    answer = judgement.Answer("a", 3, 0.8, True, "C3", "C3", mean=0.6)
    rates = [answer.by(which).winrate for which in ("best", "mean", "fair")]
    assert rates == pytest.approx([0.8, 0.6, 0.7])
    assert judgement.Answer("a", 3, 0.8, True, "C3", "C3").by("fair").winrate == 0.8  # it tells one alone


def test_the_same_question_gets_the_same_answer(judgement: Any) -> None:
    judge = judgement.OwnJudge("mcts", {"playout": "light"}, 50, 1)
    [question] = judgement.questions_of("ab", a_game(45), [30])
    assert judge.ask(question) == judge.ask(question)


def test_a_setting_that_is_none_is_refused_before_anything_is_asked(judgement: Any) -> None:
    with pytest.raises(TengenError, match="playuot"):
        judgement.OwnJudge("mcts", {"playuot": "light"}, 50, 1)


def test_an_engine_that_plays_at_once_is_asked_for_its_move(judgement: Any) -> None:
    judge = judgement.OwnJudge("patterns", {}, 1, 1)
    question = judgement.Question("ab", 0, Position(5), Vertex.parse("C3"), True)
    assert Vertex.parse(judge.ask(question).move).is_on(5)

"""How often do we agree with the unit tests of Pachi, about tactics and about how playouts go?

Asks the questions of Pachi's files of diagrams (Baudiš and others; `tengen.regression.diagrams` reads them) and
prints how many answers hold, file by file. Of tactics one answer is right. Of playouts the files say more or less
what should come of them:

    moggy moves 1=C1>90 !B3            the move drawn most often is C1, nine times of ten; B3 is never drawn
    moggy status d6 o  e6 :            D6 is White's in two of three games (O: in four of five), E6 nobody's

Nothing is asserted here: many of these are hopes rather than rules. What tactics must answer is in `tests/kernels`.
`pass_is_safe w 1` asks whether White, to move, may pass. Left out are `atari`, which asks for pattern features, and
`genmove`.

    python benchmarks/pachi_suites.py [--suites FOLDER] [--policy moggy] [--games 500] [--draws 2000] [--failures]
"""

import argparse
import re
from collections import Counter, defaultdict
from collections.abc import Callable
from pathlib import Path
from typing import Any

import numpy as np

from tengen.engines.endgame.passing import pass_is_safe
from tengen.engines.endgame.playout_judgement import judge_by_playouts
from tengen.game.color import BLACK, Color
from tengen.game.position import Position
from tengen.game.ruleset import Scoring
from tengen.game.vertex import Vertex
from tengen.kernels.playouts.choices import policy_choices
from tengen.kernels.playouts.light import TRACE_LENGTH, owner_of
from tengen.kernels.playouts.policies import policy_record
from tengen.kernels.playouts.policy import policy_playout
from tengen.kernels.root_record import new_roots, new_tables
from tengen.kernels.tactics import questions
from tengen.kernels.tactics.reading import new_readings
from tengen.kernels.thread_record import new_threads
from tengen.regression.diagrams import Diagram, Question, boards_of, load_diagrams

SUITES = Path(__file__).resolve().parents[2] / "shared" / "suites" / "pachi"
LEFT_OUT = ("atari", "genmove")
READINGS = new_readings(patience=100_000)
LIKELY, SURE = 0.67, 0.80  # shares of the games
MOVES_WANTED = re.compile(r"1=\(?([A-Za-z0-9|]+)\)?(?:>=?(\d+))?")

Array = np.ndarray[Any, Any]
Answer = tuple[bool | None, str]  # whether it holds (None: nothing was expected), and what was found

OF_MOVES: dict[str, Callable[..., Any]] = {
    "bad_selfatari": questions.is_bad_self_atari_move,
    "sar": questions.is_bad_self_atari_move,
    "snapback": questions.is_snapback_move,
    "breaking_nakade_seki": questions.breaks_nakade_seki_move,
    "false_eye_seki": questions.is_false_eye_seki_move,
}
OF_GROUPS: dict[str, Callable[..., Any]] = {
    "can_countercap": questions.group_can_countercapture,
    "two_eyes": questions.has_group_two_eyes,
}


class Playouts:
    """A policy that is watched."""

    def __init__(self, policy: str, games: int, draws: int, seed: int = 1) -> None:
        self._policy, self._games, self._draws = policy, games, draws
        self._tables, self._thread = new_tables(), new_threads(seed)

    def moves(self, boards: Array, size: int) -> Counter[str]:
        """How often each move is drawn."""
        points, rules = np.zeros(self._draws, np.int64), np.zeros(self._draws, np.int64)
        root = new_roots(boards, policy_record(self._policy, size), 7.5)
        policy_choices(self._tables, root, self._thread, 0, points, rules)
        return Counter(str(Vertex.from_point(point)) for point in points.tolist())

    def owners(self, boards: Array, size: int, vertices: list[Vertex]) -> list[dict[int, float]]:
        """In which share of the games each point is Black's (1), White's (-1) and nobody's (0) in the end."""
        thread, tables, policy = self._thread[0], self._tables, policy_record(self._policy, size)
        shared = (
            thread.generator,
            policy[0],
            tables.patterns,
            thread.work,
            thread.replies,
            tables.liberty_map,
            tables.joseki,
        )
        trace, counts = np.zeros(TRACE_LENGTH, np.int16), [Counter[int]() for _ in vertices]
        for _ in range(self._games):
            played = boards.copy()
            policy_playout(played[0], *shared, trace)
            for count, vertex in zip(counts, vertices, strict=True):
                count[int(owner_of(played[0], vertex.point))] += 1
        return [{owner: times / self._games for owner, times in count.items()} for count in counts]


def about_moves(playouts: Playouts, diagram: Diagram, wanted: list[str]) -> Answer:
    """Whether the moves drawn are those that are wanted."""
    count = playouts.moves(boards_of(diagram), diagram.size)
    total = count.total()
    found = " ".join(f"{move} {times / total:.0%}" for move, times in count.most_common(3))
    if not wanted:
        return None, found
    holds = True
    for word in wanted:
        if word.startswith("!"):
            holds = holds and count[word[1:].upper()] == 0
        elif match := MOVES_WANTED.fullmatch(word):
            [(best, times)] = count.most_common(1)
            holds = holds and best in match[1].upper().split("|") and times / total >= int(match[2] or 0) / 100
        else:
            raise SystemExit(f"line {diagram.line}: what does {word!r} ask for?")
    return holds, found


def about_status(playouts: Playouts, diagram: Diagram, words: list[str]) -> Answer:
    """Whether the points have the owners that are wanted."""
    vertices = [Vertex.parse(word, diagram.size) for word in words[::2]]
    owners = playouts.owners(boards_of(diagram), diagram.size, vertices)
    holds, found = True, []
    for vertex, wanted, shares in zip(vertices, words[1::2], owners, strict=True):
        share = shares.get({"x": 1, "o": -1, ":": 0}[wanted.lower()], 0.0)
        holds = holds and share >= (SURE if wanted in "XO" else LIKELY)
        found.append(f"{vertex} {wanted} {share:.0%}")
    return holds, " ".join(found)


def position_to_pass(diagram: Diagram, mover: Color) -> Position:
    """The diagram as a game in which it is this player's turn.

    Diagrams have no prisoners. Where those count, the komi makes up for them: both have played as many stones as
    their turns, passes and handicap say, and those that are not on the board have been taken.
    """
    position = Position(diagram.size, rules=diagram.rules or "chinese", komi=diagram.komi)
    position.set_up(dict(diagram.stones), mover)
    position.handicap = diagram.handicap
    if position.rules.scoring is Scoring.TERRITORY:
        on_board = sum(1 if color is BLACK else -1 for _, color in diagram.stones)
        more_moves = max(1, diagram.handicap) - (mover is BLACK) - diagram.passes[0] + diagram.passes[1]
        position.komi -= on_board - more_moves
    return position


def may_pass(diagram: Diagram, mover: Color) -> bool:
    """Whether we believe that the player can pass without losing."""
    position = position_to_pass(diagram, mover)
    return pass_is_safe(position, judge_by_playouts(position))


def ask(playouts: Playouts, diagram: Diagram, question: Question) -> Answer:
    """What we say to a question."""
    *words, last = question.arguments
    boards = boards_of(diagram)
    if question.name == "moggy":
        about = about_moves if question.arguments[0] == "moves" else about_status
        return about(playouts, diagram, list(question.arguments[1:]))
    if question.name == "pass_is_safe":
        safe = may_pass(diagram, Color.parse(words[0]))
        return safe is bool(int(last)), str(int(safe))
    if question.name in OF_MOVES:
        point = Vertex.parse(words[1], diagram.size).point
        answer = OF_MOVES[question.name](boards, point, int(Color.parse(words[0])))
    elif question.name in OF_GROUPS:
        answer = OF_GROUPS[question.name](boards, Vertex.parse(words[0], diagram.size).point)
    else:
        answer = questions.is_group_lost(boards, READINGS, Vertex.parse(words[1], diagram.size).point)
    return bool(answer) is bool(int(last)), str(int(answer))


def main() -> None:
    parser = argparse.ArgumentParser(description=(__doc__ or "").partition("\n")[0])
    parser.add_argument("--suites", type=Path, default=SUITES, help="the folder with Pachi's .t files")
    parser.add_argument("--policy", default="moggy", help="the playouts that are watched")
    parser.add_argument("--games", type=int, default=500, help="playouts for each question of status")
    parser.add_argument("--draws", type=int, default=2000, help="moves drawn for each question of moves")
    parser.add_argument("--failures", action="store_true", help="tell every answer that does not hold")
    options = parser.parse_args()
    files = sorted(options.suites.glob("*.t"))
    if not files:
        raise SystemExit(f"no test suites in {options.suites}: --suites says where they are")
    playouts = Playouts(options.policy, options.games, options.draws)
    totals = {"tactics": [0, 0], "playouts": [0, 0], "passing": [0, 0]}
    left_out: Counter[str] = Counter()
    print(f"{'suite':20} {'question':24} {'asked':>5} {'hold':>5}   lines that do not (! neither for Pachi)")
    for path in files:
        answers: dict[str, list[tuple[Question, Answer]]] = defaultdict(list)
        for diagram in load_diagrams(path):
            for question in diagram.questions:
                if question.name in LEFT_OUT:
                    left_out[f"{question.name} ({path.name})"] += 1
                    continue
                answer = ask(playouts, diagram, question)
                kind = f"moggy {question.arguments[0]}" if question.name == "moggy" else question.name
                if answer[0] is not None:
                    answers[kind].append((question, answer))
        for kind, given in answers.items():
            wrong = [(question, answer) for question, answer in given if not answer[0]]
            about = "playouts" if kind.startswith("moggy") else "passing" if kind == "pass_is_safe" else "tactics"
            total = totals[about]
            total[0] += len(given)
            total[1] += len(given) - len(wrong)
            lines = " ".join(f"{question.line}{'!' * question.known_failure}" for question, _ in wrong)
            print(f"{path.name:20} {kind:24} {len(given):5} {len(given) - len(wrong):5}   {lines}", flush=True)
            if options.failures:
                for question, answer in wrong:
                    print(f"    line {question.line}: {question.text}  ->  {answer[1]}")
    for name, (asked, hold) in totals.items():
        print(f"{'all':20} {name:24} {asked:5} {hold:5}   {hold / max(asked, 1):.0%}")
    told = ", ".join(f"{count} of {what}" for what, count in left_out.items())
    print(f"left out, for later: {told or 'nothing'}")


if __name__ == "__main__":
    main()

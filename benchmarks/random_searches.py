"""Searches of all kinds, one after the other in one process, on boards whose size changes all the time.

    TENGEN_CHECKED=1 NUMBA_OPT=1 .venv/bin/python benchmarks/random_searches.py --count 200
    .venv/bin/python benchmarks/random_searches.py --count 200 --json

With TENGEN_CHECKED=1 the kernels are built for it, in a folder of their own: every index is compared with the bounds of
its array, every move with the board, and what is no group's holds rubbish. Whatever then reads where it should
not stops with an error, or the tree differs from that of the ordinary build: each search has a signature, and the
same seed gives the same ones in both. NUMBA_OPT=1 compiles a little faster. After each search the last board of every
thread is worked out anew from its stones.
"""

import argparse
import json
import random
import sys
import time
from collections.abc import Iterator
from dataclasses import dataclass, fields, replace
from typing import Any

import numpy as np

from tengen.engines import create_engine
from tengen.game.position import Position
from tengen.game.reference import ReferenceBoard
from tengen.game.ruleset import RULESETS
from tengen.game.vertex import Vertex
from tengen.kernels.board_record import LIBERTY_WORDS
from tengen.kernels.geometry import BLACK, BORDER, EMPTY, POINTS, STRIDE, WHITE, column_row_of, point_of
from tengen.kernels.playouts.policies import ANALYZE_AFTER, NAMED, RULE_NAMES
from tengen.kernels.tactics import questions
from tengen.kernels.tactics.reading import new_readings
from tengen.kernels.tactics.unconditional_life import unconditional_life
from tengen.parameters import About
from tengen.search.evaluator import Evaluation, Leaves
from tengen.search.group_mode.parameters import FROM_SIZE
from tengen.search.parameters import SearchParameters
from tengen.search.region import Region
from tengen.search.searcher import Searcher

SIZES = range(2, 20)
_RULES = [name for name in RULE_NAMES.values() if name != "random"]
_PLAYOUTS = [
    *NAMED,
    ANALYZE_AFTER,
    *(",".join([rule, "self-atari"]) for rule in _RULES if rule != "self-atari"),
    ",".join(f"{rule}:0.5" for rule in _RULES if rule != "lgrf1"),
    "moggy,lgrf2:0.7,capture:0.5",
    "mogo-global,nakade:0.3,ko:0.9",
]
# Not for the search, or set below.
_LEFT_ALONE = {
    "book",
    "smartstart_database",
    "smartstart_clusters",
    "network",
    "level",
    "ponder",
    "resign_below",
    "memory",
    "playout",
    "parallel",
    "local_trees",
    "outside_priors",
    "group_mode",
    "group_least",
    "zone_mode",
    "zone_simulations",
}
_ZONE_EVERY = 8  # steps: a search in groups and a zone, on a large board
_MEMORY = (1.0, 2.0, 6.0)  # MB: trees are to be pruned


@dataclass(frozen=True)
class Done:
    """What one step did; two builds are to agree on it."""

    step: int
    size: int
    threads: int
    playout: str
    signature: str  # of the trees, where one thread made them


def random_position(choose: random.Random, size: int) -> Position:
    """A game under way: from the start to long after it would have ended."""
    rules = choose.choice(list(RULESETS.values()))
    position = Position(size, rules=rules, komi=choose.choice((rules.komi, 0.0, -30.0, float(size * size))))
    length = int(choose.choice((0, 0.1, 0.5, 1, 2)) * size * size)
    for _ in range(length):
        moves = position.legal_moves()
        if not moves or choose.random() < 0.02:
            position.play("pass")
            continue
        position.play(choose.choice(sorted(moves, key=lambda vertex: vertex.point)))
    return position


def random_parameters(choose: random.Random, step: int) -> SearchParameters:
    """Any settings that go together; playouts, policies and ways to be parallel come in turn."""
    values: dict[str, Any] = {}
    for field in sorted(fields(SearchParameters), key=lambda field: field.name):
        if field.name in _LEFT_ALONE or choose.random() < 0.5:
            continue
        values[field.name] = _random_value(choose, field.default, field.metadata["about"])
    parallel = ("tree", "root", "leaf")[step % 3]
    return replace(
        SearchParameters(network="no"),
        **values,
        memory=choose.choice(_MEMORY),
        playout=_PLAYOUTS[step % len(_PLAYOUTS)],
        parallel=parallel,
        local_trees=parallel != "leaf" and choose.random() < 0.3,
    )


def in_a_zone(choose: random.Random, parameters: SearchParameters) -> SearchParameters:
    """These settings with group mode, and zone mode as well where it goes with them or can be made to."""
    held = replace(parameters, group_mode=True, group_least=1, zone_most=1.0, zone_simulations=40)
    if parameters.playout == ANALYZE_AFTER or choose.random() < 0.2:
        return held
    return replace(held, zone_mode=True, dynamic_komi="none", local_trees=False, smartstart="no")


def _random_value(choose: random.Random, default: Any, about: About) -> Any:
    if about.choices:
        return choose.choice(sorted(about.choices))
    if isinstance(default, bool):
        return choose.random() < 0.5
    if isinstance(default, str):  # a file, or:
        return choose.choice(("no", "yes"))
    least = about.minimum if about.minimum is not None else 0
    usual = max(3.0 * abs(default), least + 3)
    most = min(usual, about.maximum) if about.maximum is not None else usual
    if isinstance(default, int):
        return choose.randint(int(least), int(most))
    return choose.choice((least, most, choose.uniform(least, most)))


def check_board(board: Any) -> None:
    """Compare what a board knows of its groups with the same worked out from its stones."""
    size = int(board.side)
    reference = ReferenceBoard(size)
    for point in range((size + 2) * STRIDE + 1):  # what a copy of a board copies
        column, row = column_row_of(point)
        if 0 <= column < size and 0 <= row < size:
            assert board.color[point] in (EMPTY, BLACK, WHITE)
            if board.color[point] != EMPTY:
                reference.stones[column, row] = int(board.color[point])
        else:
            assert board.color[point] == BORDER
    for stones, liberties in reference.groups():
        names = {int(board.group[point_of(*stone)]) for stone in stones}
        assert len(names) == 1, "a group has two names"
        (name,) = names
        assert board.group_stones[name] == len(stones)
        assert board.liberty_count[name] == len(liberties)
        words = board.liberties[LIBERTY_WORDS * name : LIBERTY_WORDS * name + int(board.liberty_words)]
        assert int.from_bytes(words.tobytes(), "little") == sum(1 << point_of(*liberty) for liberty in liberties)
    assert board.empty_count == size * size - len(reference.stones)


def ask_everything(position: Position) -> int:
    """Ask every question of the tactics about every point; a number that hangs on all answers."""
    boards, readings, answers = position.board, new_readings(), []
    moves, life = np.zeros(POINTS, np.int64), np.zeros(POINTS, np.int8)
    for point in range(POINTS):
        color = int(boards[0].color[point])
        if color == EMPTY:
            for mover in (BLACK, WHITE):
                answers += [
                    questions.is_bad_self_atari_move(boards, point, mover),
                    questions.safer_liberty_than(boards, point, mover),
                    questions.is_snapback_move(boards, point, mover),
                    questions.nakade_point_at(boards, point, mover),
                    questions.is_false_eye_seki_move(boards, point, mover),
                    questions.breaks_nakade_seki_move(boards, point, mover),
                ]
        elif color != BORDER:
            liberties = int(boards[0].liberty_count[boards[0].group[point]])
            answers += [questions.has_group_two_eyes(boards, point), questions.countercaptures_of(boards, point, moves)]
            if liberties == 1:
                answers += [
                    questions.is_group_caught(boards, readings, point),
                    questions.is_group_lost(boards, readings, point),
                ]
    for color in (BLACK, WHITE):
        unconditional_life(boards, color, life)
        answers.append(int(life.sum()))
    return hash(tuple(map(int, answers)))


class Sceptic:
    """An evaluator that likes every third move, and stands by what it says of a position by half."""

    batch, value_weight = 5, 0.5

    def evaluate(self, leaves: Leaves) -> Evaluation:
        """Say the same of the same leaf always."""
        policy = np.zeros((len(leaves), leaves.moves_a_leaf))
        policy[:, ::3] = 1.0
        return Evaluation.of_policy(policy, 20, 0.5 + leaves.stones().mean(axis=(1, 2)) / 2)


def _simulations(size: int, effort: float) -> int:
    return max(20, int(effort * 6000 / (size + 2)))


def _search(searcher: Searcher, position: Position, choose: random.Random, effort: float) -> list[str]:
    """Search, play the best move, search on with what the tree knows; a signature for each."""
    signatures = []
    size = position.size
    knows_groups = searcher.parameters.playout != ANALYZE_AFTER  # a board that is filled without looking does not
    for _ in range(2):
        some = frozenset(Vertex(choose.randrange(size), choose.randrange(size)) for _ in range(3))
        regions = [Region(position.to_play, some, depth=choose.randint(1, 5))] if choose.random() < 0.1 else []
        searcher.begin(position, may_pass=choose.random() < 0.9, regions=regions)
        searcher.run(_simulations(size, effort))
        for thread in searcher.threads:
            if thread[0].simulation.board.side and knows_groups:
                check_board(thread[0].simulation.board)
        signatures += [tree.signature() for tree in searcher.trees]
        report = searcher.report()
        best = report.moves[0].vertex
        if position.is_over:
            break
        position.play(best)
    return signatures


def steps(seed: int, effort: float = 1.0) -> Iterator[Done]:
    """Searches without end; the same ones for the same seed."""
    searchers = {
        (threads, judged): Searcher(
            SearchParameters(memory=1.0, network="no"), threads, seed, Sceptic() if judged else None
        )
        for threads in (1, 2)
        for judged in (False, True)
    }
    step = 0
    while True:
        choose = random.Random(f"{seed} {step}")
        size = choose.choice((2, 3, 3, 4, 5, 7, 9, choose.choice(SIZES), choose.choice(SIZES)))
        threads = 2 if step % 4 == 3 else 1
        parameters = random_parameters(choose, step)
        if step % _ZONE_EVERY == _ZONE_EVERY // 2:
            size, parameters = choose.randint(FROM_SIZE, max(SIZES)), in_a_zone(choose, parameters)
        position = random_position(choose, size)
        told = str(ask_everything(position)) if step % 5 == 0 else ""
        searcher = searchers[threads, parameters.parallel != "leaf" and step % 5 == 1]
        searcher.set_parameters(parameters)
        found = _search(searcher, position, choose, effort)
        if step % 7 == 0:
            found.append(_play_with_engines(position, step))
        yield Done(step, size, threads, parameters.playout, " ".join([told, *found]) if threads == 1 else "")
        step += 1


def _play_with_engines(position: Position, seed: int) -> str:
    """The other ways into the kernels: flat Monte Carlo, judging, finishing, the clean-up."""
    told = []
    for name in ("montecarlo", "mcts"):
        with create_engine(name, playouts=40, threads=1, seed=seed) as engine:
            told.append(str(engine.choose_move(position, cleanup=seed % 2 == 0).vertex))
            told.append(str(sorted(map(str, engine.judge(position).dead))))
    return " ".join(told)


def main() -> None:
    """Search as often as the command line asks for."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--count", type=int, default=100, help="searches")
    parser.add_argument("--seconds", type=float, default=0.0, help="go on for so long instead")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--effort", type=float, default=1.0, help="simulations of a search, compared with the usual")
    parser.add_argument("--json", action="store_true", help="a line for each search")
    options = parser.parse_args()
    began = time.monotonic()
    count = 0
    for done in steps(options.seed, options.effort):
        count += 1
        if options.json:
            print(json.dumps(vars(done)), flush=True)
        elif sys.stderr.isatty():
            print(f"\r{count} searches, {time.monotonic() - began:.0f} s ", end="", file=sys.stderr)
        if time.monotonic() - began > options.seconds if options.seconds else count >= options.count:
            break
    if not options.json:
        print(f"{count} searches in {time.monotonic() - began:.0f} s: no fault")


if __name__ == "__main__":
    main()

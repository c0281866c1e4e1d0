"""The searcher: trees, threads, and compiled slices with Python between them.

Each thread has a board, a generator and a part of a node array of its own and runs slices
of simulations without the GIL on the tree all share. Between slices Python looks at the
clock, at the limit and whether somebody wants it to stop, and prunes a tree that is full.

Threads may instead have a tree each, added up at the end (root parallelisation), or share
only the playouts of one leaf (leaf parallelisation); thesis 3.3.4 compares the three.
"""

import time
from collections.abc import Collection, Sequence
from contextlib import nullcontext
from typing import Any

import numpy as np

from tengen.game.color import Color
from tengen.game.position import Position
from tengen.game.vertex import Vertex
from tengen.kernels.playouts.last_good_reply import new_replies
from tengen.kernels.playouts.policies import parse_policy
from tengen.kernels.root_record import SEARCH_ROOT, Tables, new_tables
from tengen.kernels.thread_record import SIMULATION, TALLY, new_threads
from tengen.kernels.tree.settings import PUCT, SETTINGS
from tengen.kernels.tree.waiting import publish_leaves
from tengen.kernels.tree.walk import TreeArrays, search_slice
from tengen.search import territory
from tengen.search.book_root import BookRoot
from tengen.search.dynamic_komi import DynamicKomi
from tengen.search.dynamic_komi.observation import extra_komi_told, take_observation
from tengen.search.evaluator import Evaluator
from tengen.search.group_mode import GroupMode
from tengen.search.group_mode.estimate import estimate_owners
from tengen.search.joseki import joseki_table
from tengen.search.leaf_judge import LeafJudge
from tengen.search.leaf_rounds import LeafRounds
from tengen.search.learnt_weights import learnt_weights
from tengen.search.local_trees import LocalTrees
from tengen.search.outside_priors import OutsidePriors
from tengen.search.parameters import SearchParameters
from tengen.search.region import Region, lasts, shut_points
from tengen.search.report import SearchReport
from tengen.search.results import (
    mean_criticality,
    mean_ownership,
    mean_score,
    policy_of,
    root_branches,
    score_deviation,
    searched_moves,
    standing_of,
)
from tengen.search.score_scaling import LEAST_SAMPLES, advantage_of, score_share_for, settled_part
from tengen.search.succession import follows, past_of, points_since
from tengen.search.symmetry import fold, symmetries_of, twins
from tengen.search.territory import Outlook
from tengen.search.threads import Threads
from tengen.search.time_control import Standing
from tengen.search.tree import Branch, Tree

Array = np.ndarray[Any, Any]
UNLIMITED = 1 << 40  # simulations
_SLICE_SECONDS = 0.02  # between two looks at the clock
# Parameters that take a new tree
_SHAPING = (
    "memory",
    "parallel",
    "playout",
    "patterns",
    "outside_priors",
    "smartstart",
    "smartstart_database",
    "smartstart_clusters",
    "joseki",
    "book",
    "book_games",
    "liberty_maps",
    "liberty_map_free",
    "liberty_map_threshold",
    "score_scaling",
    "score_share_late",
    "zone_mode",
    "zone_distance",
    "zone_most",
    "zone_simulations",
    "zone_tuning",
)
_NOWHERE = np.zeros(0, SIMULATION)  # for leaves to wait, where there is no evaluator
_FIRST_SLICE = 32  # simulations
_SHORTEST_SLICE = 4  # a thread
_PRUNING_SHARE = 0.3  # of a search's time that may go into pruning before it


class Searcher:
    """Searches positions.

    >>> searcher = Searcher(SearchParameters(playout="light", memory=10, network="no"), threads=1, seed=1)
    >>> searcher.begin(Position(9))
    >>> searcher.run(500)
    500
    >>> sum(branch.visits for branch in searcher.branches())
    500
    """

    def __init__(
        self, parameters: SearchParameters, threads: int, seed: int, evaluator: Evaluator | None = None
    ) -> None:
        """Search with so many threads; leaves are judged by the `evaluator` too, if there is one."""
        self.threads = [new_threads(seed * 1_000_003 + index) for index in range(threads)]
        self._tallies = [thread["tally"] for thread in self.threads]
        self._root_record = np.zeros(1, SEARCH_ROOT)
        self._settings = self._root_record["settings"]
        self.judge = LeafJudge(evaluator, self.threads, self._tree_of)
        self._pool = Threads(threads, "tengen-search")
        self._komi = DynamicKomi(parameters)
        self.groups = GroupMode(parameters)
        self.set_parameters(parameters)

    def set_parameters(self, parameters: SearchParameters) -> None:
        """Search by these parameters from the next `begin` on."""
        parameters.check()
        parse_policy(parameters.playout)  # refuse it now
        self.judge.check(parameters)
        before = getattr(self, "parameters", None)
        if before is not None and all(getattr(before, n) == getattr(parameters, n) for n in _SHAPING):
            self.parameters = self._komi.parameters = self.groups.parameters = parameters
            return  # the tree will do; `begin` sees whether other settings have changed
        count = len(self.threads) if parameters.parallel == "root" else 1
        growing = len(self.threads) if parameters.parallel == "tree" else 1  # threads a tree grows by
        self.trees = [Tree(parameters.memory / count, growing) for _ in range(count)]
        self.parameters = self._komi.parameters = parameters
        self.groups = GroupMode(parameters)
        self.local_trees = [LocalTrees(growing) for _ in range(count)]
        self._learnt = learnt_weights(parameters.patterns)
        self._outside_priors = OutsidePriors(parameters.outside_priors)
        self.book = BookRoot(parameters.book, parameters.book_games)
        self._leaf_rounds = LeafRounds(len(self.threads)) if parameters.parallel == "leaf" else None
        self._root: Position | None = None
        self._progress = 0.0  # of the game, as the search before saw it
        self.outlook: Outlook | None = None  # of the search under way
        self._asked = np.zeros(1, SETTINGS)
        self._shut = shut_points(Color.BLACK)

    # ---- beginning ------------------------------------------------------------------

    def begin(
        self,
        position: Position,
        moves: Collection[Vertex] | None = None,
        *,
        may_pass: bool = True,
        fold_symmetry: bool = True,
        seconds: float | None = None,
        ours: Color | None = None,
        outlook: Outlook | None = None,
        regions: Sequence[Region] = (),
        learnt: bool = True,
        network: bool = True,
        groups: bool = True,
    ) -> None:
        """Search `position`; `moves` are those to consider at its root besides a pass, all if None.

        If it came about by moves from the position searched before, what the tree knows of it is
        kept, unless the tree is nearly full and too little of the `seconds` for the search would be
        left after pruning it. Of moves that are the same by symmetry one is considered, unless the
        parameters or `fold_symmetry` say otherwise. It is `ours`, the mover if nobody is named, for whom the
        dynamic komi is; the `outlook` on the end of the game, if there is one, serves territory rules. `regions` shut
        further moves out; a tree grown under one that reaches beyond the root serves it alone. If not `learnt`, priors
        are by rule alone, whatever was learnt, and no tree book is used; if not `network`, none is asked, whatever the
        parameters say; if not `groups`, the whole board is searched.
        """
        self.judge.choose(self.parameters, position.size, network)
        settings = self.parameters.record(
            position,
            learnt=learnt and self._learnt.is_known and self.judge.network is None,
            network=self.judge.network is not None,
        )
        same_game = follows(self._root, position)
        if not same_game:
            self._tables = self._new_tables(position.size)
            self._komi.forget()
        self.outlook = outlook
        self._progress = self._progress_seen(position)
        reuses = self.parameters.reuse_tree and settings == self._asked
        since = points_since(self._root, position) if reuses else None
        regions = self.groups.begin(position, moves, regions, same=since == [], used=groups)
        if self.parameters.local_trees:
            for local in self.local_trees:
                local.advance(since)
        if since is None or not all(tree.advance(since) for tree in self.trees):
            self._clear_trees()
        for tree in self.trees:
            if seconds is not None and tree.is_nearly_full:
                if tree.pruning_seconds < _PRUNING_SHARE * seconds:
                    tree.prune()
                else:
                    tree.clear()
        wanted, stand_ins = moves, {}
        if fold_symmetry and self.parameters.fold_symmetry and len(symmetries_of(position)) > 1:
            known = {branch.vertex: branch.visits for branch in self.branches()}
            tried = position.legal_moves() if moves is None else moves
            tried = [vertex for vertex in tried if all(region.admits(position.to_play, vertex) for region in regions)]
            wanted = fold(position, tried, known)
            stand_ins = twins(position, tried, wanted)
        if self.judge.network is not None:
            self.judge.network.folded = stand_ins
        shut = shut_points(position.to_play, wanted, may_pass, regions)
        if self.groups.needs_new_tree or self._must_begin_anew(shut, position.to_play, since):
            self._clear_trees()
        allowed = (shut[int(position.to_play)] == 0).astype(np.uint8)
        wins, games = self._outside_priors.ask(position)
        self._root_record["prior_wins"], self._root_record["prior_visits"] = wins, games
        for tree in self.trees:
            if since and settings["policy"][0] != PUCT:  # else the root's moves have them already, or will
                tree.add_priors(wins, games)
            if regions:
                tree.forget_others(allowed)
            else:
                tree.restrict(allowed)
            if not tree.children() and not tree.has_room:
                tree.clear()  # or its root could never grow
            tree.set_growing(True)
            tree.prunings = 0
        self.book.begin(position, self.trees, used=learnt)
        self.reused = sum(tree.visits for tree in self.trees) - self.book.games  # real ones
        self._root = position.copy()
        self._root_record["board"] = position.board
        self._root_record["policy"] = self.parameters.playout_record(position.size)
        self._root_record["shut"] = shut
        self._asked, self._shut = settings, shut
        self._set_up_counting(self._root, same_game, position.to_play if ours is None else ours)
        self.groups.write_to(self._root_record, lambda count: self._estimate_owners(count, seconds))
        self.simulations = 0
        dear = self.judge.rounds is not None  # simulations
        self._slice = self._least_slice = _SHORTEST_SLICE * len(self.threads) if dear else _FIRST_SLICE
        self._pace = 0.0  # seconds a simulation, lately
        self._running = 0.0  # seconds in slices
        self._began = self._ended = time.monotonic()

    def asks_network(self, size: int) -> bool:
        """Whether every simulation on a board of `size` asks a network, which makes them few and dear."""
        return self.judge.asks_network(self.parameters, size)

    def _set_up_counting(self, position: Position, same_game: bool, ours: Color) -> None:
        """Make ready what simulations are counted by and in; `same_game`: as in the search before."""
        # The score's share may grow with the game; a tree is kept although its older results had less of it.
        self._settings[:] = self._asked
        self._settings["score_share"] = score_share_for(self.parameters, position, self._progress)
        territory.write_to(self._settings, position, self.outlook)
        self._root_record["open_points"] = territory.point_flags(self.outlook.open_points if self.outlook else ())
        if self._komi.is_used:
            self._komi.begin(position, ours)
            self._komi.write_to(self._settings)
        self._root_record["past"] = past_of(position)
        self.judge.begin(position, self._settings)
        if self._root_record["policy"]["learns"]:
            for thread in self.threads:
                thread["replies"] = new_replies()
        for tally in self._tallies:
            means = tally["mean_margin"].copy(), tally["mean_of"].copy()
            tally[:] = np.zeros(1, TALLY)
            if same_game:
                tally["mean_margin"], tally["mean_of"] = means

    def _estimate_owners(self, count: int, seconds: float | None) -> Array:
        return estimate_owners(self._pool, self._tables, self._root_record, self.threads, count, seconds)

    def _must_begin_anew(self, shut: Array, to_play: Color, since: list[int] | None) -> bool:
        """Whether the trees lack moves that are considered now, or have some that are shut out."""
        deep, deep_before = np.where(shut > 1, shut, 0), np.where(self._shut > 1, self._shut, 0)
        if since and lasts(deep):
            return not np.array_equal(deep, deep_before)
        if max(deep.max(), deep_before.max()) > 1:
            return since != [] or not np.array_equal(shut, self._shut)
        # In the same position the root has lost what was shut out before.
        return since == [] and bool(np.any(shut[int(to_play)] < self._shut[int(to_play)]))

    def _clear_trees(self) -> None:
        for tree in self.trees:
            tree.clear()

    def _new_tables(self, size: int) -> list[Tables]:
        """Tables for each thread: a liberty map of its own if it has a tree of its own, or else the same for all."""
        used = self.parameters.liberty_maps
        learnt, openings = self._learnt.of(size), self.parameters.openings(size)
        joseki = joseki_table(self.parameters.joseki)
        if self.parameters.parallel == "root":
            return [new_tables(used, learnt, openings, joseki) for _ in range(len(self.threads))]
        return [new_tables(used, learnt, openings, joseki)] * len(self.threads)

    def _progress_seen(self, position: Position) -> float:
        """What the search before says of how much is decided; 0 in another game, or if nobody asks."""
        scaling = self.parameters.score_scaling
        if scaling not in ("settled", "advantage") or not follows(self._root, position):
            return 0.0
        if sum(int(tally["samples"][0]) for tally in self._tallies) < LEAST_SAMPLES:
            return self._progress
        return settled_part(self.ownership()) if scaling == "settled" else advantage_of(self.winrate)

    def advise(self, wins: Array, games: Array) -> None:
        """Add priors of the root's moves (POINTS each) to the search under way: the first time, once they are there."""
        for tree in self.trees:
            if tree.children() and not tree.has_advice:
                tree.add_priors(wins, games)
                tree.has_advice = True

    # ---- running --------------------------------------------------------------------

    def run(self, simulations: int, seconds: float | None = None) -> int:
        """Run so many simulations, shared among the threads; returns their number.

        A full tree is pruned, unless that could take longer than the `seconds` left: then it
        stays as it is until the next search begins.
        """
        with self.judge.waiting or nullcontext():
            left = simulations
            while left > 0:
                most = len(self.trees) if self.book.waits else left
                left -= self._run_round(min(left, most, self._komi.until_change or left))
                self.book.write_to(self.trees)
                if self._komi.is_used:
                    self._komi.observe(take_observation(self._tallies))
                    self._komi.write_to(self._settings)
                if not left or any(tree.is_full for tree in self.trees):
                    self._answer_all()
                for tree in self.trees:
                    tree.forget_by_half()
                    if tree.is_full and (seconds is None or tree.pruning_seconds < seconds):
                        tree.prune()
                    elif tree.is_full:
                        tree.set_growing(False)
        self.simulations += simulations
        self._ended = time.monotonic()
        return simulations

    def _run_round(self, simulations: int) -> int:
        """Run so many simulations, or until a tree is full."""
        if self._leaf_rounds is not None:
            rounds, tree = self._leaf_rounds, self._tree_of(0)
            return rounds.run(self._pool, tree, self._tables, self._root_record, self.threads, simulations)
        waiting = self.judge.waiting
        if self.judge.rounds is not None:
            assert self._root is not None
            return self.judge.rounds.run(self._pool, self._tables, self._root_record, self._root, simulations)
        if waiting is not None:
            has_root = all(tree.children() for tree in self.trees)
            simulations = min(simulations, waiting.most if has_root else len(self.trees))
        share, rest = divmod(simulations, len(self.threads))
        done = sum(self._pool.map(lambda i: self._run_thread(i, share + (i < rest)), range(len(self.threads))))
        if waiting is not None:
            waiting.exchange(self._answer)
        return done

    def run_slice(self, most: int, seconds: float | None = None) -> int:
        """Run about as many simulations as fit between two looks at the clock, at most `most`.

        A slice that would not fit into the `seconds` that are left is shortened.
        """
        count = min(most, self._slice)
        if seconds is not None and self._pace > 0:
            count = min(count, max(_SHORTEST_SLICE * len(self.threads), int(seconds / self._pace)))
        began = time.perf_counter()
        self.run(count, seconds)
        taken = time.perf_counter() - began
        self._pace = taken / count
        self._running += taken
        if taken < _SLICE_SECONDS / 2:
            self._slice *= 2
        elif taken > _SLICE_SECONDS * 2:
            self._slice = max(self._least_slice, self._slice // 2)
        return count

    def _tree_of(self, index: int) -> TreeArrays:
        """What a thread grows: a tree of its own, or its part of the one tree."""
        own = len(self.trees) > 1
        tree, local = self.trees[index if own else 0], self.local_trees[index if own else 0]
        part = 0 if own or self._leaf_rounds else index
        return TreeArrays(tree.nodes, tree.arenas[part], local.trees, local.works[part])

    def _run_thread(self, index: int, count: int) -> int:
        tree, tables, thread = self._tree_of(index), self._tables[index], self.threads[index]
        places = _NOWHERE if self.judge.waiting is None else self.judge.waiting.places[index]
        return int(search_slice(tree, tables, self._root_record, thread, places, 0, count))

    def _answer(self, index: int, places: Array, count: int, *said: Array) -> None:
        """Go on with the leaves of a thread that an evaluator has judged."""
        tree, tables, thread = self._tree_of(index), self._tables[index], self.threads[index]
        publish_leaves(tree.nodes, self._root_record, places, count, *said)
        search_slice(tree, tables, self._root_record, thread, places, count, 0)

    def _answer_all(self) -> None:
        while self.judge.waiting is not None and self.judge.waiting.are_there:
            self.judge.waiting.exchange(self._answer)

    # ---- results --------------------------------------------------------------------

    @property
    def position(self) -> Position | None:
        """The position searched last, to be left as it is; None if the trees are of none."""
        return self._root

    def branches(self) -> list[Branch]:
        """The moves at the root, most visited first; those of several trees added up."""
        return root_branches(self.trees)

    @property
    def looks_elsewhere(self) -> bool:
        """Whether a search that is held to groups finds that the next move is elsewhere: a pass leads."""
        return bool(self.groups.groups) and any(b.vertex.is_pass for b in root_branches(self.trees, visited=True)[:1])

    @property
    def winrate(self) -> float:
        """The part of all simulations that the player to move won, which is the value of the position in a tree."""
        branches = self.branches()
        return sum(branch.wins for branch in branches) / max(1, sum(branch.visits for branch in branches))

    @property
    def pace(self) -> float | None:
        """Simulations a second since the search began; None before the first slice."""
        return self.simulations / self._running if self._running > 0 else None

    def standing(self) -> Standing:
        """How the best moves compare, for the time control; cheap enough for every slice."""
        return standing_of(self.trees, self.simulations)

    def report(self, *, untried: bool = False) -> SearchReport:
        """All that the search knows at this moment; of the moves those visited, and if wished those `untried` too."""
        assert self._root is not None
        trees, tallies, position = self.trees, self._tallies, self._root
        policy = policy_of(trees)
        moves = searched_moves(
            trees,
            tallies,
            position,
            policy,
            by_real_komi=self._komi.is_used or bool(self.groups.zone),
            judged=self.judge.rounds is not None and self._settings["extra_komi"][0] != 0,
            untried=untried,
        )
        return SearchReport(
            position=position.copy(),
            moves=moves,
            mean_score=mean_score(tallies, position),
            score_deviation=score_deviation(tallies),
            playouts=self.simulations,
            reused=self.reused + self.book.games,
            seconds=self._ended - self._began,
            ownership=self.ownership(),
            criticality=mean_criticality(tallies, position),
            policy=policy,
            extra_komi=extra_komi_told(self._settings, tallies) + float(self._settings["zone_komi"][0]),
            nodes=self.node_count,
            depth=max(int(tally["deepest"][0]) for tally in tallies),
            prunings=sum(tree.prunings for tree in trees),
            book_games=self.book.games,
        )

    def ownership(self) -> dict[Vertex, float]:
        """The mean owner of every point over a sample of the simulations, -1 White's to 1 Black's."""
        assert self._root is not None
        said = self.judge.ownership(self._root)
        if said is not None:
            return said
        return self.groups.with_outside(mean_ownership(self._tallies, self._root))

    @property
    def node_count(self) -> int:
        """How many nodes the trees have."""
        return sum(tree.node_count for tree in self.trees)

    def signature(self) -> str:
        """A digest of the tree: the same seed, playouts and one thread give the same one."""
        return self.trees[0].signature()

    def close(self) -> None:
        """End the threads."""
        self._pool.close()
        self.judge.close()

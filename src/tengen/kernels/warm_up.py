"""Compiling every entry point once, with progress.

Each step calls kernels as Python will call them, on a tiny job; Numba compiles what is
missing and keeps it on disk; where there are two cores, a second process does a share of that.
A kernel that Python calls and that no step calls would be compiled in the middle of
somebody's game: add a step with every new entry point.
"""

import time
from collections.abc import Callable

import numpy as np

from tengen.kernels import code_folder
from tengen.kernels.parallel_compile import SHARE, SecondProcess

_SHARED_FROM = "unconditional life"  # before it is the board, which all the rest calls
Step = tuple[str, Callable[[], object]]
Progress = Callable[[str, int, int], None]


def steps() -> list[Step]:
    """The jobs of the warm-up, each with a name to show; those of the second process come late."""
    from tengen.kernels import entry_points
    from tengen.kernels.board_record import new_board, new_boards
    from tengen.kernels.geometry import PASS, POINTS, point_of
    from tengen.kernels.learnt.strengths import measure_chances
    from tengen.kernels.learnt.table import fill_table
    from tengen.kernels.network.inputs import GLOBALS
    from tengen.kernels.network.leaves import show_leaf
    from tengen.kernels.openings import joseki
    from tengen.kernels.openings.clusters import find_cluster
    from tengen.kernels.playouts.analyze_after import analyze_after_playouts
    from tengen.kernels.playouts.choices import policy_choices
    from tengen.kernels.playouts.flat import STATISTICS, flat_playouts
    from tengen.kernels.playouts.light import TRACE_LENGTH, light_playouts
    from tengen.kernels.playouts.policies import policy_record
    from tengen.kernels.random import new_generators
    from tengen.kernels.root_record import new_roots, new_tables
    from tengen.kernels.solving.fight import FIGHT, places_outside, play_move_in_fight
    from tengen.kernels.solving.proof_search import FOUND, best_reply, new_frames, new_table, prove
    from tengen.kernels.tactics import questions
    from tengen.kernels.tactics.reading import new_readings
    from tengen.kernels.tactics.unconditional_life import unconditional_life
    from tengen.kernels.thread_record import SIMULATION, new_threads
    from tengen.kernels.tree import repetition
    from tengen.kernels.tree.age_local_trees import age_local_trees
    from tengen.kernels.tree.leaf import count_leaves, find_leaves, play_leaves
    from tengen.kernels.tree.local_sequences import local_line, rank_local_sequences
    from tengen.kernels.tree.local_tree import new_local_trees, new_local_works
    from tengen.kernels.tree.nodes import NO_NODE, ROOT, clear_node, new_arenas, new_nodes
    from tengen.kernels.tree.prune import collect_blocks, make_root, move_blocks, restrict_root
    from tengen.kernels.tree.settings import SETTINGS
    from tengen.kernels.tree.waiting import publish_leaves, withdraw_leaves
    from tengen.kernels.tree.walk import TreeArrays, search_slice
    from tengen.kernels.workspace import new_works

    nodes = new_nodes(0.1)
    blocks = np.zeros(len(nodes), np.int32)
    past = np.zeros(repetition.PAST_SIZE, np.uint64)
    readings = new_readings()
    local_trees, local_works = new_local_trees(), new_local_works(1)
    tree = TreeArrays(nodes, new_arenas(len(nodes), 1), local_trees, local_works)
    tables, roots, threads = new_tables(), new_roots(new_boards(5), policy_record("mogo")), new_threads(1)
    simulations = np.zeros(1, SIMULATION)
    boards, settings = roots["board"], roots["settings"]
    settings[:] = np.ones(1, SETTINGS)
    priors = np.zeros((1, POINTS))
    integers = np.zeros(POINTS, np.int64)
    words, floats = np.zeros(POINTS, np.uint32), np.zeros(GLOBALS, np.float32)
    hashes = np.zeros(POINTS, np.uint64)
    trace = np.zeros(TRACE_LENGTH, np.int16)
    center = point_of(2, 2)
    fight, found, stones = np.zeros(1, FIGHT), np.zeros(1, FOUND), np.zeros(2, np.uint64)
    reading = fight, np.uint64(0), new_frames(), new_table(4), 1, np.uint64(0), np.uint64(0), 0, -1
    return [
        ("empty board", lambda: new_board(5)),
        ("set-up", lambda: entry_points.set_up(boards, 5, np.zeros(POINTS, np.int8))),
        ("playing", lambda: entry_points.play_move(boards, center, 1)),
        ("replaying", lambda: entry_points.replay(boards, boards.copy(), integers, integers, 0)),
        ("legality", lambda: entry_points.is_legal_move(boards, center + 1, 2)),
        ("sensible moves", lambda: entry_points.is_sensible_move(boards, center + 1, 2)),
        ("self-atari", lambda: entry_points.is_self_atari_move(boards, center + 1, 2)),
        ("superko", lambda: entry_points.hash_after_move(boards, center + 1, 2)),
        ("legal moves", lambda: entry_points.playable_points(boards, 2, 0, integers, hashes)),
        ("unconditional life", lambda: unconditional_life(boards, 1, np.zeros(POINTS, np.int8))),
        ("ladders: running", lambda: questions.is_group_caught(boards, readings, center)),
        ("ladders: every defence", lambda: questions.is_group_lost(boards, readings, center)),
        ("ladders: atari", lambda: questions.atari_catches(boards, readings, center, center + 1)),
        ("counter-captures: any?", lambda: questions.group_can_countercapture(boards, center)),
        ("counter-captures: where", lambda: questions.countercaptures_of(boards, center, integers)),
        ("bad self-ataris", lambda: questions.is_bad_self_atari_move(boards, center + 1, 2)),
        ("safer liberties", lambda: questions.safer_liberty_than(boards, center + 1, 2)),
        ("snapbacks", lambda: questions.is_snapback_move(boards, center + 1, 2)),
        ("nakade", lambda: questions.nakade_point_at(boards, center + 1, 2)),
        ("two eyes", lambda: questions.has_group_two_eyes(boards, center)),
        ("seki by a false eye", lambda: questions.is_false_eye_seki_move(boards, center + 1, 2)),
        ("seki by a nakade", lambda: questions.breaks_nakade_seki_move(boards, center + 1, 2)),
        ("bent fours", lambda: questions.makes_bent_four_move(boards, center, center + 1)),
        ("fights", lambda: prove(*reading, 1, found)),
        ("fights: the line", lambda: best_reply(*reading, found)),
        ("fights: the way out", lambda: places_outside(fight, np.uint64(0))),
        ("fights: a move", lambda: play_move_in_fight(fight, np.uint64(0), np.uint64(0), 0, 0, stones)),
        ("learnt weights", lambda: fill_table(tables.keys, tables.keys[:0], tables.weights, tables.weights[:0])),
        (
            "chances of moves",
            lambda: measure_chances(boards, threads["work"], tables.keys, tables.weights, np.zeros(POINTS)),
        ),
        ("openings", lambda: find_cluster(boards, settings, tables.centres, threads["work"]["nearness"][0])),
        ("corners", lambda: joseki.corners_of(boards, 3, 1, hashes, integers)),
        ("joseki", lambda: joseki.corner_steps(boards, trace[:0], 3, 9, hashes, trace, trace)),
        ("joseki: looking up", lambda: joseki.find_slot(tables.joseki, hashes[0])),
        ("tree nodes", lambda: clear_node(nodes, ROOT, NO_NODE, 0, 0.0, 0.0)),
        ("superko in the tree", lambda: repetition.remember_past(past, past[:0], 0)),
        ("superko keys", lambda: repetition.situation_key(np.uint64(1), 1, 0)),
        (
            "local sequences",
            lambda: rank_local_sequences(local_trees, local_works, boards, settings),
        ),
        ("a local sequence", lambda: local_line(local_trees, 1, settings, integers)),
        ("local trees of a new move", lambda: age_local_trees(local_trees, new_local_trees(), 1)),
        ("leaves, found", lambda: find_leaves(tree, tables, roots, threads, simulations, 0)),
        ("leaves, counted", lambda: count_leaves(nodes, roots, threads, simulations, 0, True)),
        ("light playouts", lambda: light_playouts(boards, boards.copy(), new_generators(1), trace, 1)),
        ("analyze-after simulations", lambda: analyze_after_playouts(boards, threads, 1)),
        ("playout policies", lambda: policy_choices(tables, roots, threads, 1, integers[:1], integers[:1])),
        (
            "flat Monte Carlo",
            lambda: flat_playouts(tables, roots, threads, np.array([PASS]), 0, 1, np.zeros(POINTS, STATISTICS)),
        ),
        ("leaves, played out", lambda: play_leaves(tree, tables, roots, threads, simulations, simulations, 0)),
        ("tree search", lambda: search_slice(tree, tables, roots, threads, simulations[:0], 0, 1)),
        (
            "leaves, judged",
            lambda: publish_leaves(nodes, roots, simulations, 0, priors, priors, priors, *[np.zeros(1)] * 3),
        ),
        ("leaves, shown", lambda: show_leaf(simulations, integers, 0.0, new_works(), words, floats)),
        ("leaves, withdrawn", lambda: withdraw_leaves(nodes, simulations, 0)),
        ("pruning: what is left", lambda: collect_blocks(nodes, 1, blocks, integers)),
        ("pruning: moving it", lambda: move_blocks(nodes, blocks, 0, ROOT + 1)),
        ("reuse of the tree", lambda: make_root(nodes, ROOT)),
        ("choice of moves", lambda: restrict_root(nodes, np.ones(POINTS, np.uint8))),
    ]


def warm_up(progress: Progress | None = None) -> float:
    """Compile what is not compiled yet; returns the seconds it took."""
    began = time.perf_counter()
    jobs = steps()
    cold = not code_folder.is_compiled()
    with SecondProcess() as second:
        for index, (name, job) in enumerate(jobs):
            if progress is not None:
                progress(name, index, len(jobs))
            if cold and name == _SHARED_FROM:
                second.start()
            if name in SHARE:
                second.wait()
            job()
    if progress is not None:
        progress("done", len(jobs), len(jobs))
    seconds = time.perf_counter() - began
    if cold:
        code_folder.mark_compiled(seconds)
    return seconds

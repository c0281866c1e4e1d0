"""Counting a simulation: in the tree, and in the thread's tally."""

import math

import numpy as np

from tengen.kernels.compile import kernel
from tengen.kernels.geometry import STRIDE, U
from tengen.kernels.playouts.light import owner_of
from tengen.kernels.tree.criticality import update_owners, winner_of
from tengen.kernels.tree.margin import extra_komi, observe
from tengen.kernels.tree.update import result_of, update


@kernel
def _count_owners(board, margin, tally, owner):
    """Write who owns each point at the end of a simulation to `owner` (POINTS), and add it up."""
    side = np.int64(board.side)
    winner = winner_of(margin)
    for row in range(side):
        for column in range(side):
            point = (row + 1) * STRIDE + column + 1
            whose = owner_of(board, point)
            owner[U(point)] = whose
            tally.owner[U(point)] += whose
            tally.owner_by_winner[U(point)] += whose * winner
    tally.samples += 1
    tally.sample_wins += winner


@kernel
def _count_margin(margin, even, first_move, settings, tally):
    """Add up how a simulation that began with `first_move` ended: really, and with the dynamic komi."""
    tally.score[U(first_move)] += margin
    tally.score_squares[U(first_move)] += margin * margin
    tally.won[U(first_move)] += 1.0 if margin > 0 else 0.5 if margin == 0 else 0.0
    tally.starts[U(first_move)] += 1
    observe(margin, even, settings, tally)


@kernel
def _count_value(simulation, first_move, settings, tally):
    """Add up what an evaluator said of a leaf that nobody played out."""
    margin, deviation = simulation.value_margin, simulation.value_deviation
    if math.isnan(margin):
        return
    tally.score[U(first_move)] += margin
    tally.score_squares[U(first_move)] += margin * margin + deviation * deviation
    tally.won[U(first_move)] += simulation.value
    tally.starts[U(first_move)] += 1
    tally.observed_wins += simulation.value - (1.0 if margin > extra_komi(0, settings, tally) else 0.0)
    observe(margin, margin - extra_komi(0, settings, tally), settings, tally)


@kernel
def count(nodes, root, thread, simulation, sampled):
    """Count a simulation that has been played; if it is `sampled`, also who owned what at its end."""
    settings, tally, work = root.settings, thread.tally, thread.work
    path, trace, owner = simulation.path[:], simulation.moves[:], work.owner[:]
    depth, length, to_play = np.int64(simulation.depth), np.int64(simulation.length), np.int64(root.board.to_play)
    even, weight = simulation.even, simulation.value_weight
    tally.deepest = max(tally.deepest, depth)
    result = simulation.value
    if weight < 1.0:
        result = result_of(even, settings)
        if weight > 0.0:
            result += weight * (simulation.value - result)
    update(nodes, path, depth, trace, length, to_play, result, work.first_player[:])
    if weight >= 1.0:  # there was no playout
        if depth > 0:
            _count_value(simulation, np.int64(trace[0]), settings, tally)
        return
    if sampled:
        _count_owners(simulation.board, even, tally, owner)
        update_owners(nodes, path, depth, to_play, even, owner)
    _count_margin(simulation.margin, even, np.int64(trace[0]), settings, tally)

"""Sequence forcing: what the local trees know is played before the playout takes over.

Thesis 7.1.2. A fight whose solution the search found in one branch is left to chance in all the others,
where it lies beyond the leaf (the horizon effect). So at the leaf the local sequence that is under
way is played to its end, and then the best sequences of whoever is to play, a given number in all:
both sides' moves, each sequence only if all of it is playable and the simulation has made no move next to
it. Its moves are part of the simulation: AMAF, the replies and the local trees learn from them.

One simulation in eight is left alone and shows what is gained (`local_sequences.py`).
"""

import numpy as np

from tengen.kernels.board import play
from tengen.kernels.board_copy import copy_board
from tengen.kernels.compile import kernel
from tengen.kernels.geometry import EMPTY, U
from tengen.kernels.playouts.light import TRACE_LENGTH
from tengen.kernels.tactics.eyes import is_playable
from tengen.kernels.tree.local_sequences import best_answer, rank_sequences
from tengen.kernels.tree.local_tree import (
    LONGEST_SEQUENCE,
    MOST_RANKED,
    NO_SEQUENCE,
    add_step,
    follow_trace,
    is_control,
    leave_sequence,
    touch,
)

RANK_EVERY = 64  # simulations


@kernel
def _try_sequence(trees, local, reading, node, settings):
    """Play the sequence from `node` on on `reading`, its nodes noted in `local.trial`; 0 if a move cannot be played.

    One that begins now (`local.length` 0) must keep clear of what the simulation has touched.
    """
    begins = local.length == 0
    length = 0
    while node != NO_SEQUENCE and local.length + length < settings.local_sequence_depth:
        point, color = np.int64(trees.move[U(node)]), np.int64(trees.color[U(node)])
        if begins and local.touched[U(point)] == local.simulations:
            return 0
        if reading.color[U(point)] != EMPTY or not is_playable(reading, point, color):
            return 0
        play(reading, point, color)
        local.trial[U(length)] = node
        length += 1
        node = np.int64(best_answer(trees, node, 3 - color == local.first_color, settings))
    return length


@kernel
def _force(trees, local, board, reading, node, trace, settings):
    """Play a sequence from `node` on; how many moves were written to `trace`. The boards stay the same position."""
    length = np.int64(_try_sequence(trees, local, reading, node, settings))
    if length == 0:
        copy_board(reading, board)
    for i in range(length):
        step = np.int64(local.trial[U(i)])
        point = np.int64(trees.move[U(step)])
        play(board, point, np.int64(trees.color[U(step)]))
        trace[U(i)] = point
        touch(local, point)
        add_step(local, step)
    return length


@kernel
def _force_best(trees, local, board, reading, trace, settings):
    """Play the best sequence of whoever is to play; how many moves it has, 0 if there is none to play."""
    color = np.int64(board.to_play)
    for rank in range(local.ranked[U(color - 1)]):
        node = np.int64(local.rank_node[U((color - 1) * MOST_RANKED + rank)])
        point = np.int64(trees.move[U(node)])
        if local.touched[U(point)] == local.simulations or board.color[U(point)] != EMPTY:
            continue
        leave_sequence(local)
        local.first_point, local.first_color = point, color
        length = np.int64(_force(trees, local, board, reading, node, trace, settings))
        if length > 0:
            return length
    return np.int64(0)


@kernel
def force_sequences(trees, local, board, reading, trace, depth, settings):
    """Play sequences on `board` and write them to `trace` from `depth` on; how many moves they are.

    `reading` is the same position before and afterwards.
    """
    length, sequences = np.int64(0), 0
    room = len(trace) - TRACE_LENGTH - LONGEST_SEQUENCE  # a playout comes after them
    if local.node != NO_SEQUENCE and settings.forced_sequences > 0 and depth <= room:
        by_first = board.to_play == local.first_color
        answer = np.int64(best_answer(trees, np.int64(local.node), by_first, settings))
        if answer != NO_SEQUENCE:
            length = np.int64(_force(trees, local, board, reading, answer, trace[depth:], settings))
            sequences = 1 if length > 0 else 0
    while sequences < settings.forced_sequences and depth + length <= room:
        more = np.int64(_force_best(trees, local, board, reading, trace[depth + length :], settings))
        if more == 0:
            break
        length += more
        sequences += 1
    return length


@kernel
def play_local_sequences(trees, local, start, board, reading, trace, depth, ended, work, settings):
    """Follow a simulation that came from `start` to the leaf `board`, and force what is known; the moves forced."""
    follow_trace(trees, local, start, reading, trace, depth, work, settings)
    if local.simulations % RANK_EVERY == 0:
        rank_sequences(trees, local, start, settings)
    if ended or is_control(local):
        return np.int64(0)
    return np.int64(force_sequences(trees, local, board, reading, trace, depth, settings))

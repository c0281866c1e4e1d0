"""The best sequences of the local trees: what each side gains by playing first somewhere.

A move by itself looks good if it gets bad answers (thesis 7.1), so a first move is worth what it is at the
end of the line where both answer best. And a move deep in one's own territory has a high local value
but changes nothing, so what counts is the *gain*: for a first move over the value its point
has in simulations that are left alone; for an answer over the simulations that went no further
there. The answer that gains too little ends the line: its player may as well play elsewhere. The
thesis leaves these choices open; it names criticality, which also asks what a point decides.
"""

import numpy as np

from tengen.kernels.compile import kernel
from tengen.kernels.fences import observe_published
from tengen.kernels.geometry import BLACK, BORDER, EAST, EMPTY, NORTH, POINTS, SOUTH, WEST, U
from tengen.kernels.tree.local_tree import LONGEST_SEQUENCE, MOST_RANKED, NO_SEQUENCE

LEAST_SAMPLES = 8  # simulations left alone, before anything is said to gain


@kernel
def mean_value(trees, node):
    """The mean local value of the sequence at `node`, its first player's."""
    return trees.value_sum[U(node)] / max(1.0, np.float64(trees.visits[U(node)]))


@kernel
def best_answer(trees, node, by_first, settings):
    """The best known move after `node`, NO_SEQUENCE if none is better than leaving things there.

    `by_first` says whether the answer is of the player who began the sequence.
    """
    left_visits = np.float64(trees.visits[U(node)])
    left_sum = np.float64(trees.value_sum[U(node)])
    best, best_value = np.int64(NO_SEQUENCE), -1.0
    child = np.int64(trees.first_child[U(node)])
    observe_published()
    while child != NO_SEQUENCE:
        visits = np.float64(trees.visits[U(child)])
        left_visits -= visits
        left_sum -= trees.value_sum[U(child)]
        if visits >= settings.local_sequence_visits:
            value = mean_value(trees, child) if by_first else 1.0 - mean_value(trees, child)
            if value > best_value:
                best, best_value = child, value
        child = np.int64(trees.next_sibling[U(child)])
    if best != NO_SEQUENCE and left_visits >= settings.local_sequence_visits:
        left_value = left_sum / left_visits if by_first else 1.0 - left_sum / left_visits
        if best_value - left_value < settings.local_sequence_gain:
            return np.int64(NO_SEQUENCE)
    return best


@kernel
def best_line(trees, first, settings, line):
    """Write the nodes of the best sequence from the first move `first` on to `line`; how many they are."""
    length, node, by_first = 0, np.int64(first), True
    while node != NO_SEQUENCE and length < min(len(line), settings.local_sequence_depth):
        line[U(length)] = node
        length += 1
        by_first = not by_first
        node = np.int64(best_answer(trees, node, by_first, settings))
    return length


@kernel
def _insert(local, color, node, gain):
    """Put a first move where it belongs among those of its colour; the least falls off."""
    base = (color - 1) * MOST_RANKED
    rank = np.int64(local.ranked[U(color - 1)])
    if rank < MOST_RANKED:
        local.ranked[U(color - 1)] = rank + 1
    elif gain <= local.rank_gain[U(base + rank - 1)]:
        return
    else:
        rank -= 1
    while rank > 0 and local.rank_gain[U(base + rank - 1)] < gain:
        local.rank_gain[U(base + rank)] = local.rank_gain[U(base + rank - 1)]
        local.rank_node[U(base + rank)] = local.rank_node[U(base + rank - 1)]
        rank -= 1
    local.rank_gain[U(base + rank)] = gain
    local.rank_node[U(base + rank)] = node


@kernel
def _share_owned(trees, board, point, color):
    """How often `point` was `color`'s at the end of a simulation left alone; beyond the edge always."""
    if board.color[U(point)] == BORDER:
        return 1.0
    mean = trees.owner[U(point)] / np.float64(trees.samples)
    return 0.5 * (1.0 + mean) if color == BLACK else 0.5 * (1.0 - mean)


@kernel
def expected_value(trees, board, point, color):
    """The local value a move of `color` at `point` would have had, had nobody forced anything."""
    around = _share_owned(trees, board, point + NORTH, color) + _share_owned(trees, board, point + EAST, color)
    around += _share_owned(trees, board, point + SOUTH, color) + _share_owned(trees, board, point + WEST, color)
    return (2.0 * _share_owned(trees, board, point, color) + around) / 6.0


@kernel
def rank_sequences(trees, local, board, settings):
    """Find where the best sequences on `board` begin, by colour and gain."""
    local.ranked[0] = 0
    local.ranked[1] = 0
    if trees.samples < LEAST_SAMPLES:
        return
    for color in range(1, 3):
        for point in range(POINTS):
            first = np.int64(trees.firsts[U((color - 1) * POINTS + point)])
            if first == NO_SEQUENCE or board.color[U(point)] != EMPTY:
                continue
            if trees.visits[U(first)] < settings.local_sequence_visits:
                continue
            length = best_line(trees, first, settings, local.trial[:])
            value = mean_value(trees, local.trial[U(length - 1)])
            gain = value - expected_value(trees, board, point, color)
            if value >= settings.local_sequence_value and gain >= settings.local_sequence_gain:
                _insert(local, color, first, gain)


@kernel
def rank_local_sequences(local_trees, local_works, boards, all_settings):
    """`rank_sequences` for Python."""
    rank_sequences(local_trees[0], local_works[0], boards[0], all_settings[0])


@kernel
def local_line(local_trees, first, all_settings, line):
    """`best_line` for Python; `line` (LONGEST_SEQUENCE) takes the nodes."""
    return best_line(local_trees[0], first, all_settings[0], line[:LONGEST_SEQUENCE])

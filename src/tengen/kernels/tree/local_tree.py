"""Local trees: what was played in one corner of the board, whatever happened in the others.

Baudiš, "MCTS with information sharing" (thesis, 2011), 7.1.2. Beside the tree of the whole game stand
two local ones, of the sequences that Black began and of those that White began. A simulation goes down
them with the moves it made in the tree: a move near the last one (`tactics/distance.py`, the common
fate graph) goes on with the sequence, any other, and the first after a pass, begins a new one. The last
move of the game begins the first. Every move of a sequence learns what its *first* move was worth locally
at the end (`tactics/local_value.py`), the value of its first player. `force_sequences.py` plays what
was learnt.

After its first move a sequence grows by one a simulation, as the main tree does. All is one record of fixed size,
shared by threads without locks like the nodes of the main tree: each takes new nodes from a range of its own,
and a node is written before another names it. If two add a move to the same node at once, one of
the two is lost, and is added again the next time.
"""

import numpy as np

from tengen.kernels.board import play, play_pass
from tengen.kernels.board_copy import copy_board
from tengen.kernels.compile import kernel
from tengen.kernels.fences import observe_published, publish
from tengen.kernels.geometry import PASS, POINTS, STRIDE, U
from tengen.kernels.playouts.light import owner_of
from tengen.kernels.record_type import record_type
from tengen.kernels.tactics.distance import is_near
from tengen.kernels.tactics.local_value import local_value

NO_SEQUENCE = 0  # the first node is never used
FIRST_LOCAL = 1
MOST_LOCAL_NODES = 1 << 17
LONGEST_SEQUENCE = 16  # moves
MOST_RANKED = 8  # sequences of a colour
CONTROL_EVERY = 8  # simulations: one goes on without the local trees
_MOST_STEPS = 1200  # moves of a simulation that are followed

LOCAL_TREES = record_type(
    [
        ("firsts", np.int32, 2 * POINTS),  # the node of a first move, at (colour - 1, point)
        ("value_sum", np.float64, MOST_LOCAL_NODES),  # local values of the sequence's first move
        ("visits", np.int32, MOST_LOCAL_NODES),
        ("first_child", np.int32, MOST_LOCAL_NODES),
        ("next_sibling", np.int32, MOST_LOCAL_NODES),
        ("move", np.int16, MOST_LOCAL_NODES),
        ("color", np.int8, MOST_LOCAL_NODES),  # who made the move
        # Of the simulations that were left alone:
        ("owner", np.int64, POINTS),  # those ending as Black's point minus those as White's
        ("samples", np.int64),
    ]
)

# One thread's place in the trees.
LOCAL_WORK = record_type(
    [
        ("used", np.int64),  # the next free node, and where the thread's nodes end
        ("limit", np.int64),
        ("simulations", np.int64),
        # The sequence the simulation is in:
        ("node", np.int64),  # its last move, NO_SEQUENCE if that is not in the tree
        ("length", np.int64),
        ("first_point", np.int64),
        ("first_color", np.int64),
        # The nodes the simulation went through, with the first moves of their sequences:
        ("steps", np.int64),
        ("step_node", np.int32, _MOST_STEPS),
        ("step_point", np.int16, _MOST_STEPS),
        ("step_color", np.int8, _MOST_STEPS),
        ("touched", np.int64, POINTS),  # the last simulation with a move here or next to it
        # Where the best sequences begin, by colour (`local_sequences.py`):
        ("ranked", np.int64, 2),
        ("rank_node", np.int64, 2 * MOST_RANKED),
        ("rank_gain", np.float64, 2 * MOST_RANKED),
        ("trial", np.int64, LONGEST_SEQUENCE),  # nodes of a sequence being tried
    ]
)


def new_local_trees() -> np.ndarray:
    """An array of one empty pair of trees; memory that is never written to costs nothing."""
    return np.zeros(1, LOCAL_TREES)


def new_local_works(threads: int, used: int = FIRST_LOCAL) -> np.ndarray:
    """An array of one record a thread, which share out the nodes behind the first `used`."""
    works = np.zeros(threads, LOCAL_WORK)
    share = (MOST_LOCAL_NODES - used) // threads
    for index in range(threads):
        works[index]["used"] = used + index * share
        works[index]["limit"] = used + (index + 1) * share
    return works


@kernel
def child_of(trees, node, move):
    """The node of `move` after `node`, NO_SEQUENCE if there is none."""
    child = np.int64(trees.first_child[U(node)])
    observe_published()
    while child != NO_SEQUENCE and trees.move[U(child)] != move:
        child = np.int64(trees.next_sibling[U(child)])
    return child


@kernel
def _new_node(trees, local, move, color, sibling):
    """A node of the thread's own for a move, not yet named by another; NO_SEQUENCE if there is no room."""
    node = np.int64(local.used)
    if node >= local.limit:
        return np.int64(NO_SEQUENCE)
    local.used = node + 1
    trees.value_sum[U(node)] = 0.0
    trees.visits[U(node)] = 0
    trees.first_child[U(node)] = NO_SEQUENCE
    trees.next_sibling[U(node)] = sibling
    trees.move[U(node)] = move
    trees.color[U(node)] = color
    return node


@kernel
def add_step(local, node):
    """Note that the simulation came to `node`, to learn from its end."""
    if local.steps < _MOST_STEPS:
        local.step_node[U(local.steps)] = node
        local.step_point[U(local.steps)] = local.first_point
        local.step_color[U(local.steps)] = local.first_color
        local.steps += 1
    local.node = node
    local.length += 1


@kernel
def leave_sequence(local):
    """The next move begins a sequence."""
    local.node = NO_SEQUENCE
    local.length = 0


@kernel
def _begin_sequence(trees, local, move, color):
    """Go from the root of the tree of `color` to its first move."""
    leave_sequence(local)
    local.first_point = move
    local.first_color = color
    place = U((color - 1) * POINTS + move)
    node = np.int64(trees.firsts[place])
    if node == NO_SEQUENCE:
        node = np.int64(_new_node(trees, local, move, color, NO_SEQUENCE))
        publish()
        trees.firsts[place] = node
    if node == NO_SEQUENCE:
        local.length = 1
    else:
        add_step(local, node)


@kernel
def _continue_sequence(trees, local, move, color, longest):
    """Go on to the next move, adding it where it is new; what comes after a new one is not kept."""
    node = np.int64(local.node)
    if node == NO_SEQUENCE or local.length >= longest:
        local.node = NO_SEQUENCE
        return
    child = np.int64(child_of(trees, node, move))
    if child != NO_SEQUENCE:
        add_step(local, child)
        return
    child = np.int64(_new_node(trees, local, move, color, np.int64(trees.first_child[U(node)])))
    if child != NO_SEQUENCE:
        publish()
        trees.first_child[U(node)] = child  # last: other threads look at this
        add_step(local, child)
    local.node = NO_SEQUENCE


@kernel
def touch(local, point):
    """Note that the simulation changed what is at `point` and the eight points around it."""
    for row in range(point - STRIDE, point + STRIDE + 1, STRIDE):
        for neighbor in range(row - 1, row + 2):
            local.touched[U(neighbor)] = local.simulations


@kernel
def follow_trace(trees, local, start, reading, trace, depth, work, settings):
    """Take the first `depth` moves of a simulation from `start` to the local trees; `reading` ends after them."""
    copy_board(reading, start)
    local.simulations += 1
    local.steps = 0
    leave_sequence(local)
    near, color = np.int64(settings.local_sequence_distance), np.int64(start.to_play)
    last = np.int64(start.last_move)
    if start.color[U(last)] == 3 - color:
        _begin_sequence(trees, local, last, 3 - color)
    for i in range(depth):
        move = np.int64(trace[U(i)])
        if move == PASS:
            leave_sequence(local)
            play_pass(reading, color)
        else:
            if local.length > 0 and is_near(reading, last, move, near, work):
                _continue_sequence(trees, local, move, color, settings.local_sequence_depth)
            else:
                _begin_sequence(trees, local, move, color)
            play(reading, move, color)
            touch(local, move)
        last = move
        color = 3 - color


@kernel
def is_control(local):
    """Whether the simulation under way is one that is left alone."""
    return local.simulations % CONTROL_EVERY == 0


@kernel
def learn_sequences(trees, local, board):
    """Count a simulation that ended as `board` for the nodes it went through."""
    for i in range(local.steps):
        node = U(local.step_node[U(i)])
        trees.visits[node] += 1
        trees.value_sum[node] += local_value(board, np.int64(local.step_point[U(i)]), np.int64(local.step_color[U(i)]))
    if is_control(local):
        side = np.int64(board.side)
        for row in range(side):
            for column in range(side):
                point = (row + 1) * STRIDE + column + 1
                trees.owner[U(point)] += owner_of(board, point)
        trees.samples += 1

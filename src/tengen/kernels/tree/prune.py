"""Making room: branches visited seldom are cut off, and what is left moves together.

The blocks of children that can be reached from the root are collected, sorted by where they
lie (in Python), and moved towards the start of the array one after the other. As a block only moves
down and the lower ones have gone before, none is overwritten, and no second array is needed.
A child whose move has been played becomes the root at once; what is lost by that is cut off when
room is needed.
"""

import numpy as np

from tengen.kernels.compile import kernel
from tengen.kernels.geometry import U
from tengen.kernels.tree.nodes import NO_NODE, ROOT


@kernel
def collect_blocks(nodes, least_visits, blocks, sizes):
    """Cut off the children of nodes with fewer visits; list the first child of each family left.

    Returns the number of families and of nodes; `sizes[k]` are the nodes in families of nodes with
    2**k visits or more, but not twice as many. The root keeps its children whatever their visits.
    """
    count, total = 0, 0
    sizes[:] = 0
    if nodes[ROOT].first_child != NO_NODE:
        blocks[0] = nodes[ROOT].first_child
        count = 1
    done = 0
    while done < count:
        first = np.int64(blocks[U(done)])
        family = np.int64(nodes[U(nodes[U(first)].parent)].child_count)
        done += 1
        total += family
        for index in range(first, first + family):
            node = nodes[U(index)]
            if node.first_child == NO_NODE:
                continue
            if node.visits < least_visits:
                node.first_child = NO_NODE
                node.child_count = 0
            else:
                blocks[U(count)] = node.first_child
                count += 1
                doublings = 0
                visits = np.int64(node.visits)
                while visits > 1:
                    visits >>= 1
                    doublings += 1
                sizes[U(doublings)] += np.int64(node.child_count)
    return count, total


@kernel
def _move_node(nodes, source, target):
    """Copy a node to another place and tell its children."""
    nodes[U(target)] = nodes[U(source)]
    first = np.int64(nodes[U(target)].first_child)
    if first != NO_NODE:
        for child in range(first, first + np.int64(nodes[U(target)].child_count)):
            nodes[U(child)].parent = target


@kernel
def move_blocks(nodes, blocks, count, free):
    """Move families, sorted by place, down to `free` and behind each other; the end of the last."""
    for i in range(count):
        first = np.int64(blocks[U(i)])
        parent = np.int64(nodes[U(first)].parent)
        family = np.int64(nodes[U(parent)].child_count)
        if first != free:
            for k in range(family):
                _move_node(nodes, first + k, free + k)
            nodes[U(parent)].first_child = free
        free += family
    return free


@kernel
def make_root(nodes, child):
    """Make a node the root; what does not hang on it is lost."""
    _move_node(nodes, child, ROOT)
    nodes[ROOT].parent = NO_NODE


@kernel
def restrict_root(nodes, allowed):
    """Take away the root's children that are not `allowed`."""
    first = np.int64(nodes[ROOT].first_child)
    if first == NO_NODE:
        return
    kept = 0
    for index in range(first, first + np.int64(nodes[ROOT].child_count)):
        if allowed[U(nodes[U(index)].move)] != 0:
            if index != first + kept:
                _move_node(nodes, index, first + kept)
            kept += 1
    nodes[ROOT].child_count = kept
    if kept == 0:
        nodes[ROOT].first_child = NO_NODE

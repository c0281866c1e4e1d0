"""Growing the tree: a leaf visited often enough gets all its possible moves as children."""

import numpy as np

from tengen.kernels.board import is_legal
from tengen.kernels.compile import kernel
from tengen.kernels.entry_points import hash_after
from tengen.kernels.fences import publish
from tengen.kernels.geometry import BLACK, PASS, WHITE, U
from tengen.kernels.openings.clusters import NO_CLUSTER, nearest_cluster
from tengen.kernels.openings.joseki import add_joseki
from tengen.kernels.tactics.eyes import is_playable
from tengen.kernels.tree.nodes import FROZEN, FULL, clear_node
from tengen.kernels.tree.priors import assess
from tengen.kernels.tree.repetition import has_occurred, situation_key
from tengen.kernels.tree.settings import BIAS, PUCT, WIDENING

_HALF_BIAS = 40.0  # simulations: with puct, a bias that has half of the say


@kernel
def _add_grandparent(nodes, first, count, grandparent, weight, work):
    """Let moves start with what they were worth two moves ago (MoGo 3.4, "information of the parents")."""
    uncle = np.int64(nodes[U(grandparent)].first_child)
    uncles = np.int64(nodes[U(grandparent)].child_count)
    for point in range(len(work.child_at)):
        work.child_at[U(point)] = 0
    for index in range(uncle, uncle + uncles):
        work.child_at[U(nodes[U(index)].move)] = index
    for index in range(first, first + count):
        same = np.int64(work.child_at[U(nodes[U(index)].move)])
        if same == 0:
            continue
        known = np.float64(nodes[U(same)].visits) + np.float64(nodes[U(same)].amaf_visits)
        if known > 0.0:
            value = (nodes[U(same)].wins + nodes[U(same)].amaf_wins) / known
            nodes[U(index)].prior_wins += np.float32(weight * value)
            nodes[U(index)].prior_visits += np.float32(weight)


@kernel
def _add_outside(root, work):
    """Add what others know of the moves at the root."""
    for point in range(len(work.prior_wins)):
        work.prior_wins[U(point)] += root.prior_wins[U(point)]
        work.prior_visits[U(point)] += root.prior_visits[U(point)]


@kernel
def _rank_by_prior(nodes, first, count, settings):
    """Sort children by their priors, the best first; then the priors have done their work."""
    for i in range(first + 1, first + count):
        move = nodes[U(i)].move
        value = nodes[U(i)].prior_wins / max(np.float32(1e-6), nodes[U(i)].prior_visits)
        j = i
        while j > first:
            before = nodes[U(j - 1)]
            if before.prior_wins / max(np.float32(1e-6), before.prior_visits) >= value:
                break
            j -= 1
        if j < i:
            wins, visits = nodes[U(i)].prior_wins, nodes[U(i)].prior_visits
            for k in range(i, j, -1):
                nodes[U(k)].move = nodes[U(k - 1)].move
                nodes[U(k)].prior_wins = nodes[U(k - 1)].prior_wins
                nodes[U(k)].prior_visits = nodes[U(k - 1)].prior_visits
            nodes[U(j)].move = move
            nodes[U(j)].prior_wins = wins
            nodes[U(j)].prior_visits = visits
    for i in range(first, first + count):
        nodes[U(i)].prior_wins = np.float32(0.5 * settings.even_prior)
        nodes[U(i)].prior_visits = np.float32(settings.even_prior)


@kernel
def _add_cluster(work, next_moves, moves, cluster, games):
    """Add won games to the moves that professionals made in such openings."""
    for point in range(len(work.bias)):
        if next_moves[moves, cluster, point] > 0:
            work.bias[U(point)] += games


@kernel
def opening_share(most):
    """What part of the likelihood of moves, for PUCT, is theirs who know openings; `most` games are what a move got."""
    return most / (most + _HALF_BIAS)


@kernel
def _add_bias(board, work, settings):
    """Add what is known of openings to the priors: won games; for PUCT a share of what is likely.

    Where an evaluator will say what is likely, the moves are only marked (`waiting.py`).
    """
    most, total = 0.0, 0.0
    for i in range(board.empty_count):
        games = work.bias[U(board.empty[U(i)])]
        most, total = max(most, games), total + games
    if total == 0.0:
        return
    share = opening_share(most)
    for i in range(board.empty_count):
        point = np.int64(board.empty[U(i)])
        games = work.bias[U(point)]
        if settings.policy != PUCT:
            work.prior_wins[U(point)] += games
            work.prior_visits[U(point)] += games
        elif settings.evaluated != 0:
            work.prior_wins[U(point)] = games
        else:
            work.prior_wins[U(point)] = (1.0 - share) * work.prior_wins[U(point)] + share * games / total


@kernel
def _assess_opening(board, tables, work, settings):
    """Add what clusters and joseki say of the moves; the cluster that moves are to be held to, if there is one."""
    cluster = np.int64(NO_CLUSTER)
    if settings.smartstart != 0:
        cluster = np.int64(nearest_cluster(board, settings, tables.centres, work.nearness[:]))
    is_bias = cluster != NO_CLUSTER and settings.smartstart == BIAS
    if is_bias or settings.joseki != 0:
        for point in range(len(work.bias)):
            work.bias[U(point)] = 0.0
        if is_bias:
            _add_cluster(work, tables.next_moves, np.int64(board.move_number), cluster, settings.smartstart_bias)
        if settings.joseki != 0:
            add_joseki(board, tables.joseki, settings.joseki_bias, work.bias[:])
        _add_bias(board, work, settings)
    return np.int64(NO_CLUSTER) if is_bias else cluster


@kernel
def _write_moves(nodes, first, root, work, simulation, depth, next_moves, cluster):
    """Write the moves of the leaf at `depth` that may be tried: those played in a `cluster`, if one is given."""
    board, settings = simulation.board, root.settings
    node = np.int64(simulation.path[U(depth)])
    color = np.int64(board.to_play)
    # While nothing has been captured every stone stays, and no position comes again.
    may_repeat = settings.check_superko != 0 and board.captured[BLACK] + board.captured[WHITE] > 0
    count = 0
    for i in range(board.empty_count):
        point = np.int64(board.empty[U(i)])
        if cluster != NO_CLUSTER and next_moves[np.int64(board.move_number), cluster, point] == 0:
            continue
        if not is_playable(board, point, color) and (
            settings.consider_own_eyes == 0 or not is_legal(board, point, color)
        ):
            continue
        if root.shut[U(color), U(point)] > depth:
            continue
        if may_repeat:
            key = situation_key(hash_after(board, point, color), 3 - color, np.int64(settings.situational))
            if has_occurred(root.past[:], simulation.path_keys[:], depth, key):
                continue
        clear_node(nodes, first + count, node, point, work.prior_wins[U(point)], work.prior_visits[U(point)])
        count += 1
    return count


@kernel
def write_family(nodes, arena, root, tables, work, simulation, depth):
    """Write the children of the leaf at `depth` behind those of the arena; how many, 0 if it has no room for them.

    Children are the points that are playable (no suicide; no own eye, unless the settings want them)
    and not a repetition, and a pass; less those that are shut out so near to the root (`shut[color, point]` moves from
    it on they are not), but a pass if nothing else is left. In an opening they may be filtered or biased by what
    professionals played (`openings/clusters.py`); if none of that is left, all are tried.
    """
    board, settings = simulation.board, root.settings
    node = np.int64(simulation.path[U(depth)])
    color = np.int64(board.to_play)
    first = np.int64(arena.used)
    if first + board.empty_count + 1 > arena.limit:
        if arena.full != FROZEN:
            arena.full = FULL
        return 0
    assess(board, tables, work, settings)
    if depth == 0 and settings.policy != PUCT:  # there the evaluator's say comes first; see `waiting.py`
        _add_outside(root, work)
    cluster = np.int64(NO_CLUSTER)
    if settings.smartstart != 0 or settings.joseki != 0:
        cluster = _assess_opening(board, tables, work, settings)
    count = np.int64(_write_moves(nodes, first, root, work, simulation, depth, tables.next_moves, cluster))
    if count == 0 and cluster != NO_CLUSTER:
        cluster = np.int64(NO_CLUSTER)
        count = np.int64(_write_moves(nodes, first, root, work, simulation, depth, tables.next_moves, cluster))
    # Nobody passes in an opening.
    if (root.shut[U(color), U(PASS)] <= depth and cluster == NO_CLUSTER) or count == 0:
        clear_node(nodes, first + count, node, PASS, work.prior_wins[U(PASS)], work.prior_visits[U(PASS)])
        count += 1
    if settings.grandparent_prior > 0.0 and depth >= 2:
        grandparent = np.int64(simulation.path[U(depth - 2)])
        _add_grandparent(nodes, first, count, grandparent, settings.grandparent_prior, work)
    return count


@kernel
def publish_family(nodes, node, first, count, settings):
    """Make the family that was written at `first` the children of `node`."""
    if settings.priors == WIDENING:
        _rank_by_prior(nodes, first, count, settings)
    nodes[U(node)].owner_samples = 0  # of children that were cut off before
    nodes[U(node)].owner_wins = 0
    nodes[U(node)].child_count = count
    publish()
    nodes[U(node)].first_child = first  # last: other threads look at this

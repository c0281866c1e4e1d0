"""Liberty maps: which moves for a group in trouble have worked, learnt over the whole game.

Baudiš, "MCTS with information sharing" (thesis, 2011), chapter 6. A rule that looks after a group with few
liberties often finds several moves, some of which work and some do not. Its choices are noted in a playout
and rated by their local value at its end (Algorithm 6, `learn_ratings`); the next choice for the same group
prefers moves that did well or were never tried (Algorithm 7, `choose_by_ratings`).

A group is known by its *liberty hash*: the hashes of its liberties, each with the colours of its four
neighbours, by exclusive or. That tells the fight from others and leaves out all that is farther away.

The map is a hash table of fixed size without locks, which threads may share: a key is checked, a lost update
does no harm. A place has four entries (one cache line) and the one with the fewest games gives way, whereupon
the games of the others count half as much: what is no longer met makes room some day. The mean is one over
the last `_MEMORY` games or so.
"""

import numpy as np

from tengen.kernels.compile import kernel
from tengen.kernels.geometry import PASS, U
from tengen.kernels.random import random_below
from tengen.kernels.tactics.liberties import next_liberty
from tengen.kernels.tactics.local_value import local_value
from tengen.kernels.work import MOST_NOTES

RATING = np.dtype(
    (
        np.record,
        np.dtype(
            [
                ("key", np.uint64),  # of a liberty hash, a player and his move
                ("mean", np.float32),  # local value
                ("games", np.int32),  # that the mean is of
            ],
            align=True,
        ),
    )
)

_ENTRIES = 1 << 18  # 4 MB
_TOGETHER = 4  # entries of one place
_MEMORY = 1000  # games
_NEIGHBORS = 0xFF  # of a 3×3 code: the colours of the four neighbours, without ataris

_S27, _S30, _S31, _S40 = U(27), U(30), U(31), U(40)
_FIRST, _SECOND = U(0xBF58476D1CE4E5B9), U(0x94D049BB133111EB)


def new_liberty_map(used: bool = True) -> np.ndarray:
    """A map that knows nothing, as the entry points take it; one that is not `used` is next to nothing."""
    return np.zeros(_ENTRIES if used else _TOGETHER, RATING)


@kernel
def _mix(number):
    """Spread a number over 64 bits: the finaliser of SplitMix64 (Steele et al., 2014)."""
    number = (number ^ (number >> _S30)) * _FIRST
    number = (number ^ (number >> _S27)) * _SECOND
    return number ^ (number >> _S31)


@kernel
def liberty_hash(board, group):
    """What a group's liberties look like: where they are, and what stands beside each."""
    found = U(0)
    point = next_liberty(board, group, 0)
    while point != PASS:
        found ^= _mix(U((point << 8) | (np.int64(board.code[U(point)]) & _NEIGHBORS)))
        point = next_liberty(board, group, point)
    return found


@kernel
def rating_key(group_hash, color, move):
    """The key of a move of `color` for the group with the liberty hash `group_hash`, never 0."""
    return _mix(group_hash ^ U(color << 9 | move)) | U(1)


@kernel
def _place_of(liberty_map, key):
    return np.int64(key >> _S40) % (len(liberty_map) // _TOGETHER) * _TOGETHER


@kernel
def rating_of(liberty_map, key):
    """The mean local value of the move with this key, -1 if it is not known."""
    place = _place_of(liberty_map, key)
    for i in range(place, place + _TOGETHER):
        if liberty_map[U(i)].key == key:
            return np.float64(liberty_map[U(i)].mean)
    return -1.0


@kernel
def rate(liberty_map, key, value):
    """Count a game in which the move with this key had the local value `value`."""
    place = _place_of(liberty_map, key)
    fewest = place
    for i in range(place, place + _TOGETHER):
        entry = liberty_map[U(i)]
        if entry.key == key:
            games = min(np.int64(entry.games) + 1, _MEMORY)
            mean = np.float64(entry.mean)
            entry.games = games
            entry.mean = mean + (value - mean) / games
            return
        if entry.games < liberty_map[U(fewest)].games:
            fewest = i
    entry = liberty_map[U(fewest)]
    if entry.key != 0:
        for i in range(place, place + _TOGETHER):
            liberty_map[U(i)].games = np.int64(liberty_map[U(i)].games) // 2
    entry.key = key
    entry.mean = value
    entry.games = 1


@kernel
def found_for(work, group, first, end):
    """Note that the candidates `first` to `end` (without it) of `work.moves` were found for `group`."""
    for i in range(first, end):
        work.found_for[U(i)] = group


@kernel
def choose_by_ratings(board, color, generator, free, threshold, liberty_map, work, count):
    """One of the `count` moves in `work.moves`, noted for `learn_ratings`: Algorithm 7.

    One is drawn, and with it the group that it is for. If the choice is not `free`, it falls on the next
    move for this group, from the drawn one on, that is not known or is rated at the `threshold` at least.
    """
    drawn = random_below(generator, count)
    group = np.int64(work.found_for[U(drawn)])
    group_hash = liberty_hash(board, group)
    move = np.int64(work.moves[U(drawn)])
    key = rating_key(group_hash, color, move)
    if not free:
        first, end = drawn, drawn + 1
        while first > 0 and work.found_for[U(first - 1)] == group:
            first -= 1
        while end < count and work.found_for[U(end)] == group:
            end += 1
        for step in range(end - first):
            other = np.int64(work.moves[U(first + (drawn - first + step) % (end - first))])
            other_key = rating_key(group_hash, color, other)
            rating = rating_of(liberty_map, other_key)
            if rating < 0.0 or rating >= threshold:
                move, key = other, other_key
                break
    if work.note_count < MOST_NOTES:
        note = U(work.note_count)
        work.noted_key[note], work.noted_move[note], work.noted_color[note] = key, move, color
        work.note_count += 1
    return move


@kernel
def learn_ratings(liberty_map, board, work):
    """Rate the moves noted since `work.note_count` was 0 by the final position `board`: Algorithm 6."""
    for i in range(work.note_count):
        move, color = np.int64(work.noted_move[U(i)]), np.int64(work.noted_color[U(i)])
        rate(liberty_map, work.noted_key[U(i)], local_value(board, move, color))
    work.note_count = 0

"""Liberty maps: which moves for a group in trouble have worked, learnt over the whole game.

Baudiš, "MCTS with information sharing" (thesis, 2011), chapter 6. A rule that looks after a group with few
liberties often finds several moves, some of which work and some do not. Its choices are noted in a playout
and rated by their local value at its end (Algorithm 6, `learn_ratings`); the next choice for the same group
prefers moves that did well or were never tried (Algorithm 7, `choose_by_ratings`).

A group is known by its *liberty hash*: the hashes of its liberties, each with the colours of its four
neighbours, by exclusive or. That tells the fight from others and leaves out all that is farther away.

The map is a hash table of fixed size without locks, which threads may share: keys are checked, and a lost
update does no harm. A place has eight entries, one cache line. Four of five moves are never met again, so in a
full place the entry with the fewest games gives way to a new one; and any one of them loses a quarter of its
games, so that what is met no more makes room some day.
"""

import numpy as np

from tengen.kernels.compile import kernel
from tengen.kernels.geometry import PASS, U
from tengen.kernels.random import random_below
from tengen.kernels.record_type import record_type
from tengen.kernels.tactics.liberties import next_liberty
from tengen.kernels.tactics.local_value import local_value
from tengen.kernels.workspace import MOST_NOTES

RATING = record_type(
    [
        ("check", np.uint32),  # half of the key; 0: the entry is free
        ("games", np.uint16),  # as many as it is worth keeping
        ("rating", np.uint16),  # the mean local value, of _ONE
    ]
)

_ENTRIES = 1 << 19  # 4 MB: 15,000 simulations of an empty 19×19 board try 800,000 moves for groups, 20,000 often
_TOGETHER = 8  # entries of one place
_MEMORY = 1000  # games that a mean is over; older ones fade
_ONE = 65535.0
_NEIGHBORS = 0xFF  # of a 3×3 code: the colours of the four neighbours, without ataris

_S27, _S30, _S31, _S37, _S40, _LOW = U(27), U(30), U(31), U(37), U(40), U(0xFFFFFFFF)
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
    """The key of a move of `color` for the group with the liberty hash `group_hash`."""
    return _mix(group_hash ^ U(color << 9 | move))


@kernel
def _place_and_check(liberty_map, key):
    """Where the entries of a key begin, and what tells it from others there."""
    place = np.int64(key >> _S40) % (len(liberty_map) // _TOGETHER) * _TOGETHER
    return place, np.uint32(key & _LOW | U(1))


@kernel
def rating_of(liberty_map, key):
    """The mean local value of the move with this key, -1 if it is not known."""
    place, check = _place_and_check(liberty_map, key)
    for i in range(place, place + _TOGETHER):
        if liberty_map[U(i)].check == check:
            return np.float64(liberty_map[U(i)].rating) / _ONE
    return -1.0


@kernel
def rate(liberty_map, key, value):
    """Count a game in which the move with this key had the local value `value`."""
    place, check = _place_and_check(liberty_map, key)
    drawn = place + np.int64(key >> _S37) % _TOGETHER
    fewest = drawn
    for i in range(place, place + _TOGETHER):
        entry = liberty_map[U(i)]
        if entry.check == check:
            games = min(np.int64(entry.games) + 1, _MEMORY)
            mean = np.float64(entry.rating)
            entry.games = games
            entry.rating = np.int64(mean + (value * _ONE - mean) / games + 0.5)
            return
        if entry.games < liberty_map[U(fewest)].games:
            fewest = i
    entry = liberty_map[U(fewest)]
    if entry.check != 0:
        liberty_map[U(drawn)].games = np.int64(liberty_map[U(drawn)].games) * 3 // 4
    entry.check = check
    entry.games = 1
    entry.rating = np.int64(value * _ONE + 0.5)


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

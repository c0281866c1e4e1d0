"""Superko inside the tree: a small hash set of the positions of the game, and the path."""

import numpy as np

from tengen.kernels.compile import kernel
from tengen.kernels.geometry import WHITE, U

PAST_SIZE = 4096  # a power of two, some times the length of the longest game
# Mixed into a key when White is to play, for situational superko.
_WHITE_KEY = np.uint64(0x9E3779B97F4A7C15)
_MASK = np.uint64(PAST_SIZE - 1)
_ONE = np.uint64(1)


@kernel
def situation_key(hash_, to_play, situational):
    """What must not occur again: the stones, or the stones and whose turn it is."""
    if situational != 0 and to_play == WHITE:
        return hash_ ^ _WHITE_KEY
    return hash_


@kernel
def remember_past(past, keys, count):
    """Fill the empty set `past` (PAST_SIZE, zeros) with the keys of the game."""
    for i in range(count):
        slot = U(keys[i]) & _MASK
        while past[slot] != 0:
            slot = (slot + _ONE) & _MASK
        past[slot] = keys[i] | _ONE  # never 0; two positions in 2**63 are taken for one


@kernel
def has_occurred(past, path_keys, depth, key):
    """Whether a key is in the set of the game's or among those of the path so far."""
    for i in range(depth + 1):
        if path_keys[U(i)] == key:
            return True
    wanted = key | _ONE
    slot = key & _MASK
    while past[slot] != 0:
        if past[slot] == wanted:
            return True
        slot = (slot + _ONE) & _MASK
    return False

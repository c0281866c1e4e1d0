"""A table of known keys: where a key stands is the number of its weight.

Keys are 32 bits, 0 for an empty slot; collisions go to the next slot (linear probing). A key that is not known is
taken for a known one once in some thousand times, which costs nothing worth mending.
"""

import numpy as np

from tengen.kernels.compile import kernel
from tengen.kernels.geometry import U

_ONE = np.uint64(1)  # the lowest bit of a key says nothing: it is always set, so that no key is 0


@kernel
def slot_of(keys, key):
    """The slot of `key` in the table, or -1 if it is not known."""
    mask = U(len(keys) - 1)
    slot = U(key) >> _ONE & mask
    while True:
        found = keys[slot]
        if found == key:
            return np.int64(slot)
        if found == 0:
            return -1
        slot = (slot + U(1)) & mask


@kernel
def add_key(keys, key):
    """The slot of `key`, which is taken if it was not known; there must be room."""
    mask = U(len(keys) - 1)
    slot = U(key) >> _ONE & mask
    while keys[slot] != 0 and keys[slot] != key:
        slot = (slot + U(1)) & mask
    keys[slot] = key
    return np.int64(slot)


@kernel
def fill_table(keys, known, values, given):
    """Put all keys of `known` into an empty table, and what is `given` for each into `values`, by slot."""
    for i in range(len(known)):
        values[add_key(keys, known[i])] = given[i]

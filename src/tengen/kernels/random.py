"""A small, fast random generator whose state lives in a record.

xorshift64* (Vigna, "An experimental exploration of Marsaglia's xorshift generators,
scrambled", 2016): three shifts and a multiplication, period 2**64 - 1. The high half of
the product is used. Each thread has a generator of its own; `new_generators` spreads
neighbouring seeds far apart with the finaliser of SplitMix64 (Steele et al., 2014).
"""

import numpy as np

from tengen.kernels.compile import kernel
from tengen.kernels.record_type import record_type

GENERATOR = record_type([("state", np.uint64)])

_MULTIPLIER = np.uint64(2685821657736338717)
_S12, _S25, _S27, _S32 = np.uint64(12), np.uint64(25), np.uint64(27), np.uint64(32)


def new_generators(seed: int) -> np.ndarray:
    """An array of one generator for `seed`; the same seed gives the same numbers for ever."""
    mask = (1 << 64) - 1
    z = (seed * 0x9E3779B97F4A7C15 + 0x9E3779B97F4A7C15) & mask
    z = ((z ^ (z >> 30)) * 0xBF58476D1CE4E5B9) & mask
    z = ((z ^ (z >> 27)) * 0x94D049BB133111EB) & mask
    z ^= z >> 31
    generators = np.zeros(1, GENERATOR)
    generators["state"] = z or 1  # an all-zero state would stay zero
    return generators


def new_generator(seed: int) -> np.record:
    """The generator of `new_generators` by itself, for calls from compiled code's tests."""
    return new_generators(seed)[0]


@kernel
def random_bits(generator):
    """64 random bits, of which the highest are the best."""
    state = generator.state
    state ^= state >> _S12
    state ^= state << _S25
    state ^= state >> _S27
    generator.state = state
    return state * _MULTIPLIER


@kernel
def random_below(generator, limit):
    """A random integer in [0, limit), for limits far below 2**32."""
    high = random_bits(generator) >> _S32
    return np.int64((high * np.uint64(limit)) >> _S32)

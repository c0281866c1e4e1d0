"""Counting and finding bits of a 64-bit word with the processor's own instructions.

A group's liberties are a set of bits (see `board_record.py`), so the two questions asked of a
word are "how many?" and "which is the first?". LLVM has both as one instruction; Numba
does not offer them, so two intrinsics do. Uncompiled, the plain Python below answers.
"""

from llvmlite import ir
from numba import types
from numba.extending import intrinsic, overload


def count_bits(word):
    """How many bits of a uint64 are set."""
    return int(word).bit_count()


def lowest_bit(word):
    """The index of the lowest set bit of a uint64; 64 when there is none."""
    word = int(word)
    return (word & -word).bit_length() - 1 if word else 64


@intrinsic
def _ctpop(typing_context, word):
    def generate(context, builder, signature, arguments):
        return builder.ctpop(arguments[0])

    return types.int64(types.uint64), generate


@intrinsic
def _cttz(typing_context, word):
    def generate(context, builder, signature, arguments):
        return builder.cttz(arguments[0], ir.Constant(ir.IntType(1), 0))

    return types.int64(types.uint64), generate


@overload(count_bits, inline="never")
def _count_bits(word):
    return lambda word: _ctpop(word)


@overload(lowest_bit, inline="never")
def _lowest_bit(word):
    return lambda word: _cttz(word)

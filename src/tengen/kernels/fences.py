"""The order in which threads see each other's writes, on every processor.

A thread writes new nodes and then the number by which others find them. Processors other than x86, and any
compiler, may swap such writes, or the reads of whoever looks: he would find the number and not yet the nodes. A
fence between them forbids that: one of release before the number is written, one of acquire after it was read. On x86
neither is an instruction; they only hold the compiler to the order.
"""

from llvmlite import ir
from numba import types
from numba.extending import intrinsic, overload


def publish():
    """Between writing something and writing where it is found."""


def observe_published():
    """Between reading where something is found and reading it."""


def _fence(ordering):
    @intrinsic
    def fence(typing_context):
        def generate(context, builder, signature, arguments):
            builder.fence(ordering)
            return ir.Constant(ir.IntType(64), 0)

        return types.int64(), generate

    return fence


_release, _acquire = _fence("release"), _fence("acquire")


@overload(publish)
def _publish():
    def implementation():
        _release()

    return implementation


@overload(observe_published)
def _observe_published():
    def implementation():
        _acquire()

    return implementation

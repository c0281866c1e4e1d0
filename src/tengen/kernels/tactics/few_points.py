"""A handful of points, or groups, in one number: lists that cost no memory.

Seven points of nine bits fit in an integer, enough for the small eye spaces and the few
groups that the tactics look at inside a playout, where an array would cost more than the
question. The list and its length travel together.
"""

from tengen.kernels.compile import kernel

MOST_POINTS = 7
_BITS = 9
_MASK = (1 << _BITS) - 1
_LOWS = sum(1 << (i * _BITS) for i in range(MOST_POINTS))  # the lowest bit of every place
_HIGHS = _LOWS << (_BITS - 1)


@kernel
def nth_point(points, index):
    """The point of the list at `index`."""
    return (points >> (index * _BITS)) & _MASK


@kernel
def holds_point(points, count, point):
    """Whether `point`, which is not 0, is in the list."""
    # A place that is zero after the exclusive or borrows its highest bit: all places at once.
    differences = points ^ (point * _LOWS)
    return (differences - _LOWS) & ~differences & _HIGHS != 0


@kernel
def add_point(points, count, point):
    """The list with `point` at its end, and its length; a full list stays as it is, and so does one that has it."""
    if count == MOST_POINTS or holds_point(points, count, point):
        return points, count
    return points | (point << (count * _BITS)), count + 1


@kernel
def lowest_point(points, count):
    """The smallest point of a list that is not empty."""
    lowest = nth_point(points, 0)
    for index in range(1, count):
        lowest = min(lowest, nth_point(points, index))
    return lowest

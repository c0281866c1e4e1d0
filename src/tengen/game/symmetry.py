"""The eight symmetries of the board."""

from enum import Enum

from tengen.game.vertex import Vertex


class Symmetry(Enum):
    """A turn or reflection; the value says (swap axes, mirror columns, mirror rows).

    >>> str(Symmetry.ROTATE_90.apply(Vertex.parse("C4"), 19))
    'D17'
    >>> Symmetry.ROTATE_90.inverse
    <Symmetry.ROTATE_270: (True, True, False)>
    """

    IDENTITY = (False, False, False)
    MIRROR_COLUMNS = (False, True, False)
    MIRROR_ROWS = (False, False, True)
    ROTATE_180 = (False, True, True)
    TRANSPOSE = (True, False, False)
    ROTATE_270 = (True, True, False)
    ROTATE_90 = (True, False, True)
    ANTITRANSPOSE = (True, True, True)

    def apply(self, vertex: Vertex, size: int) -> Vertex:
        """Where `vertex` goes on a board of `size`; pass and resignation stay."""
        if vertex.column < 0:
            return vertex
        swap, mirror_columns, mirror_rows = self.value
        column, row = (vertex.row, vertex.column) if swap else vertex
        return Vertex(size - 1 - column if mirror_columns else column, size - 1 - row if mirror_rows else row)

    @property
    def inverse(self) -> "Symmetry":
        """The symmetry that undoes this one."""
        swap, mirror_columns, mirror_rows = self.value
        return Symmetry((swap, mirror_rows, mirror_columns) if swap else self.value)

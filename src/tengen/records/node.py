"""A node of a record: a move or stones set up, comments and marks, and what follows."""

from collections.abc import Iterable, Iterator, Mapping
from types import MappingProxyType
from typing import TYPE_CHECKING

from sgfmill import sgf_grammar

from tengen.errors import TengenError
from tengen.game.color import BLACK, WHITE, Color
from tengen.game.move import ColorLike, Move, VertexLike, to_color
from tengen.game.position import Position
from tengen.game.vertex import Vertex
from tengen.records import points
from tengen.records.errors import RecordError
from tengen.records.replay import position_after

if TYPE_CHECKING:
    from tengen.records.record import GameRecord

# For the type checker, mappings from names, from vertices and from pairs are different things.
Labels = Mapping[Vertex, str] | Mapping[str, str] | Mapping[tuple[int, int], str] | Mapping[VertexLike, str]
Properties = dict[str, tuple[str, ...]]  # raw values: escapes and line ends as in the file

_MOVES = {"B": BLACK, "W": WHITE}
_SETUP: dict[str, Color | None] = {"AB": BLACK, "AW": WHITE, "AE": None}
_NO_SETUP: Mapping[Vertex, Color | None] = MappingProxyType({})
_INTERPRETED = {"B", "W", "AB", "AW", "AE", "PL"}


class GameNode:
    """One node of a game tree.

    >>> from tengen.records import GameRecord
    >>> record = GameRecord(9)
    >>> first = record.root.add("black", "E5")
    >>> reply = first.add("white", "G3", comment="the usual answer")
    >>> other = first.add("white", "C3")
    >>> [str(node.move) for node in record.main_line() if node.move], len(first.children)
    (['B E5', 'W G3'], 2)
    >>> other.position()["C3"]
    <Color.WHITE: 2>
    >>> other.mark("TR", ["C3"])
    >>> other.properties["TR"]
    ('cg',)
    """

    __slots__ = ("_properties", "_setup", "children", "move", "parent", "record", "to_play")

    record: "GameRecord"  # the record that this node belongs to
    parent: "GameNode | None"  # the node before; None for the root
    children: list["GameNode"]  # the nodes that may follow: the first goes on with the main line
    move: Move | None  # the move of this node
    to_play: Color | None  # who is to play, if the node says so (PL)

    def __init__(self, record: "GameRecord", parent: "GameNode | None", properties: Properties) -> None:
        """A node of raw properties; see `add` and `set_up` for making one in a game."""
        self.record = record
        self.parent = parent
        self.children = []
        self._properties = properties
        self._interpret()

    # ---- the tree ----------------------------------------------------------------

    @property
    def setup(self) -> Mapping[Vertex, Color | None]:
        """Stones put here (AB, AW); None clears a point (AE)."""
        if not self._setup:
            return _NO_SETUP
        size = self.record.size
        found: dict[Vertex, Color | None] = {}
        for name, mask in self._setup:  # made when it is asked for: a few letters may stand for the whole board
            found.update(dict.fromkeys(points.points_of_mask(mask, size), _SETUP[name]))
        return found

    @property
    def has_setup(self) -> bool:
        """Whether stones are put or taken away here; `setup` says which."""
        return bool(self._setup)

    def set_up_on(self, position: Position) -> None:
        """Put the stones of this node on a board; if they are there already its history stays."""
        size = self.record.size
        position.change([(_SETUP[name], points.area_of_mask(mask, size)) for name, mask in self._setup])

    @property
    def next(self) -> "GameNode | None":
        """The node that follows on the main line, or the first variation from here."""
        return self.children[0] if self.children else None

    @property
    def move_number(self) -> int:
        """How many moves lead here, this node's own included."""
        return sum(node.move is not None for node in self._upward())

    def path(self) -> list["GameNode"]:
        """The nodes from the root to this one."""
        return [*self._upward()][::-1]

    def main_line(self) -> Iterator["GameNode"]:
        """This node and those that follow it, taking the first variation at each choice."""
        node: GameNode | None = self
        while node is not None:
            yield node
            node = node.next

    def walk(self) -> Iterator["GameNode"]:
        """This node and everything that follows it, a variation to its end before the next."""
        waiting = [self]
        while waiting:
            node = waiting.pop()
            yield node
            waiting.extend(reversed(node.children))

    def position(self, *, strict: bool = False) -> Position:
        """The position after this node; see `GameRecord.position`."""
        return position_after(self.path(), strict=strict)

    def _upward(self) -> Iterator["GameNode"]:
        node: GameNode | None = self
        while node is not None:
            yield node
            node = node.parent

    # ---- building ----------------------------------------------------------------

    def add(self, color: ColorLike, vertex: VertexLike, comment: str = "") -> "GameNode":
        """Add a move after this node and return its node; a second one is a variation."""
        size = self.record.size
        return self._append({to_color(color).letter: (points.move_of(vertex, size).to_sgf(size),)}, comment)

    def set_up(
        self,
        black: Iterable[VertexLike] = (),
        white: Iterable[VertexLike] = (),
        empty: Iterable[VertexLike] = (),
        *,
        to_play: ColorLike | None = None,
        comment: str = "",
    ) -> "GameNode":
        """Add a node after this one that puts stones on the board or takes them away."""
        groups = {"AB": black, "AW": white, "AE": empty}
        written = {name: tuple(points.write_points(group, self.record.size)) for name, group in groups.items()}
        properties = {name: values for name, values in written.items() if values}
        if to_play is not None:
            properties["PL"] = (to_color(to_play).letter,)
        return self._append(properties, comment)

    def _append(self, properties: Properties, comment: str) -> "GameNode":
        child = GameNode(self.record, self, properties)
        if comment:
            child.comment = comment
        self.children.append(child)
        self.record.revision += 1
        return child

    def put_first(self, child: "GameNode") -> None:
        """Have the main line go on with `child`, a child of this node."""
        if child is not self.children[0]:
            self.children.remove(child)
            self.children.insert(0, child)
            self.record.revision += 1

    # ---- properties --------------------------------------------------------------

    @property
    def properties(self) -> Mapping[str, tuple[str, ...]]:
        """Every property, known or not, as it stands in the file, escapes and all."""
        return MappingProxyType(self._properties)

    def get(self, name: str) -> str | None:
        """The text of a property (of its first value), or None if it is not there."""
        values = self._properties.get(name)
        return points.read_text(values[0]) if values else None

    def set(self, name: str, *texts: str) -> None:
        """Set a property to one or more texts; without any, take it away."""
        if not sgf_grammar.is_valid_property_identifier(name):
            raise TengenError(f"{name[:20]!r} is not the name of a property: write capital letters")
        before = self._properties.get(name)
        self.record.revision += 1
        if texts:
            self._properties[name] = tuple(points.write_text(text) for text in texts)
        else:
            self._properties.pop(name, None)
        if name in _INTERPRETED:
            try:
                self._interpret()
            except RecordError:
                self._properties.pop(name, None)
                if before is not None:
                    self._properties[name] = before
                self._interpret()
                raise

    @property
    def comment(self) -> str:
        """The comment (C); set it to the empty string to take it away."""
        return self.get("C") or ""

    @comment.setter
    def comment(self, text: str) -> None:
        self.set("C", *([text] if text else []))

    @property
    def name(self) -> str:
        """The name of the node (N)."""
        return self.get("N") or ""

    @name.setter
    def name(self, text: str) -> None:
        self.set("N", *([text] if text else []))

    @property
    def labels(self) -> dict[Vertex, str]:
        """The texts on points (LB)."""
        read = (points.read_label(value, self.record.size) for value in self._properties.get("LB", ()))
        return dict(label for label in read if label)

    @labels.setter
    def labels(self, labels: Labels) -> None:
        size = self.record.size
        texts = {points.point_of(place, size).to_sgf(size): text for place, text in labels.items()}
        values = [f"{letters}:{points.write_text(text)}" for letters, text in texts.items()]
        self.record.revision += 1
        self._properties.pop("LB", None)
        if values:
            self._properties["LB"] = tuple(values)

    def marks(self, name: str) -> frozenset[Vertex]:
        """The points with a mark: ``TR``, ``CR``, ``SQ``, ``MA``, ``SL``; territory: ``TB``, ``TW``."""
        try:
            return frozenset(points.read_points(self._properties.get(name, ()), self.record.size))
        except RecordError:
            return frozenset()  # marks off the board are kept but cannot be shown

    def mark(self, name: str, vertices: Iterable[VertexLike]) -> None:
        """Mark points; see `marks`."""
        self.set(name, *points.write_points(vertices, self.record.size))

    # ---- inside ------------------------------------------------------------------

    def _interpret(self) -> None:
        """Read the move and the set-up from the properties."""
        self.move, self.to_play = None, None
        self._setup: tuple[tuple[str, int], ...] = ()  # the points of AB, AW and AE, in the order of the file
        size = self.record.size
        for name, values in self._properties.items():
            try:
                if name in _MOVES:
                    known = points.moves_by_letters(size)[name].get(values[0])
                    self.move = known or Move(_MOVES[name], points.read_move(values[0], size))
                elif name in _SETUP:
                    mask = points.mask_of_points(values, size)
                    self._setup = (*self._setup, (name, mask)) if mask else self._setup
                elif name == "PL":
                    self.to_play = {"b": BLACK, "w": WHITE}.get(values[0].strip().lower()[:1])
            except RecordError as error:
                moves = self.move_number
                where = f"move {moves + 1}" if name in _MOVES else f"set-up after move {moves}"
                raise RecordError(f"{where} ({name}): {error}") from None

    def __repr__(self) -> str:
        what = str(self.move) if self.move else "set-up" if self._setup else "no move"
        return f"<GameNode {what}, move {self.move_number}, {len(self.children)} children>"


def same_trees(one: GameNode, other: GameNode) -> bool:
    """Whether two trees have the same nodes; the encoding that they name does not matter."""
    waiting = [(one, other)]
    while waiting:
        one, other = waiting.pop()
        properties = [{**node.properties, "CA": ()} for node in (one, other)]
        if properties[0] != properties[1] or len(one.children) != len(other.children):
            return False
        waiting.extend(zip(one.children, other.children, strict=True))
    return True

"""A position with its history: what a person means by "the game so far".

`Position` is the centre of the library. It is changed by `play` and `undo`, as a board
on a table is; `copy` makes another one. The stones live on a compiled board
(`tengen.kernels.board`), which knows captures, liberties and simple ko; what needs
history (superko, undo) or rules (suicide, komi, scoring) is here.
"""

import operator
from collections.abc import Iterable, Iterator, Mapping
from typing import TYPE_CHECKING, Any

import numpy as np

from tengen.errors import TengenError
from tengen.game.canonical import Canonical, canonical_of
from tengen.game.color import BLACK, WHITE, Color
from tengen.game.diagram import draw_diagram, parse_diagram
from tengen.game.history import History
from tengen.game.legality import Illegal, IllegalMove
from tengen.game.move import ColorLike, Group, Move, VertexLike, to_color
from tengen.game.ruleset import Ruleset, checked_komi
from tengen.game.symmetry import Symmetry
from tengen.game.vertex import Vertex
from tengen.kernels import entry_points as kernel
from tengen.kernels.board_record import BOARD, LIBERTY_WORDS
from tengen.kernels.geometry import MAX_SIZE, MIN_SIZE, POINTS, STRIDE

if TYPE_CHECKING:
    from tengen.game.scoring import Score

_FORCEABLE = frozenset({Illegal.KO, Illegal.SUPERKO, Illegal.SUICIDE})


class Position:
    """A Go board with rules, komi and the moves that led here.

    >>> position = Position(5)
    >>> for move in ("C3", "C2", "B2", "B1", "D2", "D1", "C1"):
    ...     _ = position.play(move)
    >>> print(position)
       A B C D E
     5 . . . . . 5
     4 . . . . . 4
     3 . . X . . 3
     2 . X . X . 2
     1 . O(X)O . 1
       A B C D E
    >>> position.captures("black"), str(position.to_play)
    (1, 'white')
    >>> position.why_illegal("C2")
    <Illegal.KO: 'ko'>
    >>> str(position.undo())
    'B C1'
    """

    def __init__(
        self,
        size: int = 19,
        *,
        rules: Ruleset | str = "chinese",
        komi: float | None = None,
    ) -> None:
        """An empty board of `size` (2 to 19) points a side; komi is the rules' own if not given."""
        try:
            self.size = operator.index(size)
        except TypeError:
            self.size = 0
        if not MIN_SIZE <= self.size <= MAX_SIZE:
            raise TengenError(f"board size {size} is not possible: choose {MIN_SIZE} to {MAX_SIZE}")
        self.rules = rules
        self.komi = self.rules.komi if komi is None else komi
        self.handicap = 0  # stones Black was given, for the points White gets in return
        self._attach(np.zeros(1, BOARD))
        self._start = np.zeros(1, BOARD)
        self._begin(np.zeros(POINTS, np.int8), BLACK)

    # ---- looking -----------------------------------------------------------------

    @property
    def rules(self) -> Ruleset:
        """The rules; may be set, also by name, in the middle of a game."""
        return self._rules

    @rules.setter
    def rules(self, rules: Ruleset | str) -> None:
        self._rules = Ruleset.named(rules) if isinstance(rules, str) else rules

    @property
    def komi(self) -> float:
        """Points for White."""
        return self._komi

    @komi.setter
    def komi(self, points: float) -> None:
        self._komi = checked_komi(points)

    @property
    def to_play(self) -> Color:
        """Whose turn it is; may be set, as when a game begins with White."""
        return self._history.turn

    @to_play.setter
    def to_play(self, color: ColorLike) -> None:
        self._history.turn = to_color(color)
        self._board["to_play"] = self._history.turn
        if not self._moves:
            self._start["to_play"] = self._history.turn

    @property
    def moves(self) -> tuple[Move, ...]:
        """The moves played since the position was set up."""
        return tuple(self._moves)

    @property
    def points_for_white(self) -> float:
        """What White is given when area is counted: the komi, and what the rules add for handicap stones."""
        return self.komi + self.rules.handicap_points(self.handicap)

    @property
    def move_number(self) -> int:
        """How many moves have been played, passes included."""
        return len(self._moves)

    @property
    def last_move(self) -> Move | None:
        """The move that led here."""
        return self._moves[-1] if self._moves else None

    @property
    def hash(self) -> int:
        """The 64-bit Zobrist hash of the stones on the board."""
        return int(self._board["hash"][0])

    @property
    def canonical(self) -> Canonical:
        """A 64-bit hash that all eight orientations share, and the symmetries that lead to the canonical one.

        Stones, size, whose turn it is and a simple ko count; komi, rules and what was played before do not. It is the
        same in every process and version, so it may be written into files.

        >>> position, turned = Position(9), Position(9)
        >>> for move, mirrored in (("C3", "G3"), ("G7", "C7"), ("G4", "C4")):
        ...     _ = position.play(move), turned.play(mirrored)
        >>> position.canonical.hash == turned.canonical.hash
        True
        >>> home = position.transformed(position.canonical.symmetry)
        >>> turned.transformed(turned.canonical.symmetry) == home
        True
        """
        return canonical_of(self.size, self._board, int(self.to_play))

    @property
    def canonical_hash(self) -> int:
        """The hash of `canonical` alone.

        >>> Position(9).canonical_hash == Position(13).canonical_hash
        False
        """
        return self.canonical.hash

    @property
    def ko(self) -> Vertex | None:
        """Where the simple ko rule forbids to take back at once, if anywhere."""
        point = int(self._board["ko"][0])
        return Vertex.from_point(point) if point else None

    @property
    def stones(self) -> dict[Vertex, Color]:
        """All stones on the board, by their place."""
        colors = self._colors
        return {vertex: Color(value) for vertex in self.vertices() if (value := int(colors[vertex.point]))}

    @property
    def initial_stones(self) -> dict[Vertex, Color]:
        """The stones that were set up before the first move: handicap, a problem."""
        colors = self._start["color"][0]
        return {vertex: Color(value) for vertex in self.vertices() if (value := int(colors[vertex.point]))}

    @property
    def initial_player(self) -> Color:
        """Who was to play before the first move."""
        return Color(int(self._start["to_play"][0]))

    def vertices(self) -> Iterator[Vertex]:
        """Every point of the board, row by row from A1."""
        return (Vertex(column, row) for row in range(self.size) for column in range(self.size))

    def __getitem__(self, vertex: VertexLike) -> Color | None:
        """The stone at a vertex: ``position["D4"]``; None if the point is empty."""
        value = int(self._colors[self._on_board(vertex).point])
        return Color(value) if value else None

    def group(self, vertex: VertexLike) -> Group:
        """The group of the stone at `vertex`.

        >>> position = Position.from_diagram('''. . .
        ...                                     X X O
        ...                                     . . .''')
        >>> sorted(str(v) for v in position.group("A2").liberties)
        ['A1', 'A3', 'B1', 'B3']
        """
        place = self._on_board(vertex)
        color = self[place]
        if color is None:
            raise TengenError(f"there is no stone at {place}")
        board = self._board[0]
        name = int(board["group"][place.point])
        stones = [place.point]
        while (following := int(board["next_stone"][stones[-1]])) != place.point:
            stones.append(following)
        words = board["liberties"][name * LIBERTY_WORDS : (name + 1) * LIBERTY_WORDS]
        used = int(board["liberty_words"])
        liberties = [w * 64 + bit for w in range(used) for bit in range(64) if int(words[w]) >> bit & 1]
        return Group(
            color,
            frozenset(map(Vertex.from_point, stones)),
            frozenset(map(Vertex.from_point, liberties)),
        )

    def captures(self, color: ColorLike) -> int:
        """How many stones `color` has taken."""
        return int(self._board["captured"][0][to_color(color).other])

    @property
    def is_over(self) -> bool:
        """Whether both players have passed in turn (under AGA rules White passes last)."""
        if len(self._moves) < 2:
            return False
        before, last = self._moves[-2:]
        if not (before.vertex.is_pass and last.vertex.is_pass and before.color is not last.color):
            return False
        return last.color is WHITE or not self.rules.pass_stones

    def score(self, dead: Iterable[VertexLike] = (), seki: Iterable[VertexLike] = ()) -> "Score":
        """Count the board by the rules, given the dead stones (and, for territory, those in seki).

        One stone of a group stands for all of it.

        >>> position = Position.from_diagram('''. X O .
        ...                                     X X O O
        ...                                     X X O X
        ...                                     . X O .''', komi=0.5)
        >>> str(position.score(dead=["D2"]))
        'W+0.5'
        """
        from tengen.game.scoring import count  # it counts positions, so it imports this module

        return count(self, self._whole_groups(dead), self._whole_groups(seki))

    # ---- moving ------------------------------------------------------------------

    def why_illegal(self, vertex: VertexLike, color: ColorLike | None = None) -> Illegal | None:
        """The reason `color` may not play at `vertex`, or None if he may."""
        place = Vertex.of(vertex)
        mover = self.to_play if color is None else to_color(color)
        if place.is_pass:
            return None
        if place.is_resign:
            raise TengenError("resigning ends a game but is not a move on the board")
        if not place.is_on(self.size):
            return Illegal.OFF_BOARD
        point = place.point
        if self._colors[point]:
            return Illegal.OCCUPIED
        if point == int(self._board["ko"][0]) and mover == int(self._board["ko_color"][0]):
            return Illegal.KO
        if not self.rules.suicide and not kernel.is_legal_move(self._board, point, int(mover)):
            return Illegal.SUICIDE
        if self._history.repeats(int(kernel.hash_after_move(self._board, point, int(mover))), mover, self.rules.ko):
            return Illegal.SUPERKO
        return None

    def is_legal(self, vertex: VertexLike, color: ColorLike | None = None) -> bool:
        """Whether `color` (the player to move, if not said) may play at `vertex`."""
        return self.why_illegal(vertex, color) is None

    def legal_moves(self, color: ColorLike | None = None) -> list[Vertex]:
        """Every point where `color` may play; passing, always possible, is not listed.

        >>> len(Position(9).legal_moves())
        81
        """
        mover = self.to_play if color is None else to_color(color)
        points = np.zeros(POINTS, np.int64)
        hashes = np.zeros(POINTS, np.uint64)
        count = kernel.playable_points(self._board, int(mover), int(self.rules.suicide), points, hashes)
        repeats = self._history.repeats
        found = zip(points[:count].tolist(), hashes[:count].tolist(), strict=True)
        legal = sorted(point for point, after in found if not repeats(after, mover, self.rules.ko))
        return [Vertex.from_point(point) for point in legal]

    def play(self, vertex: VertexLike, color: ColorLike | None = None, *, force: bool = False) -> Move:
        """Play a move, for the player to move or for `color`; `IllegalMove` if it is not legal.

        With `force`, ko, superko and suicide are not looked at: as records of real games
        want it, played under other rules or with a move left out.
        """
        place = Vertex.of(vertex, self.size)
        mover = self.to_play if color is None else to_color(color)
        reason = self.why_illegal(place, mover)
        if reason is not None and not (force and reason in _FORCEABLE):
            raise IllegalMove(mover, place, reason, self.size)
        self._undone.clear()
        return self._make(Move(mover, place))

    def _make(self, move: Move) -> Move:
        """Play a move that has been found possible."""
        mover, place = move
        kernel.play_move(self._board, place.point, int(mover))
        self._moves.append(move)
        self._history.add((self.hash, mover.other))
        return move

    def undo(self, count: int = 1) -> Move:
        """Take the last move back, or so many, and return the earliest of them.

        The moves that stay are replayed once, however many go.

        >>> position = Position(9)
        >>> for move in ("E5", "C3", "G7"):
        ...     _ = position.play(move)
        >>> str(position.undo(2)), position.move_number, str(position.redo())
        ('W C3', 1, 'W C3')
        """
        if not self._moves:
            raise TengenError("there is no move to undo")
        played = len(self._moves)
        if not hasattr(count, "__index__") or not 1 <= count <= played:
            raise TengenError(f"{count} moves cannot be undone: {played} have been played")
        stay = played - count
        turns = [turn for _, turn in self._history.situations[stay + 1 :]]
        self._undone += reversed(list(zip(self._moves[stay:], turns, strict=True)))
        earliest = self._moves[stay]
        del self._moves[stay:]
        points = np.array([move.vertex.point for move in self._moves], np.int64)
        colors = np.array([move.color for move in self._moves], np.int64)
        kernel.replay(self._board, self._start, points, colors, stay)
        self._history.pop(count)
        self._board["to_play"] = self.to_play  # not always the mover: colours may play out of turn
        return earliest

    def redo(self) -> Move:
        """Play the move that was last undone once more; possible until another move is played."""
        if not self._undone:
            raise TengenError("there is no undone move to play again")
        move, turn = self._undone.pop()
        self._make(move)
        if turn is not self.to_play:
            self.to_play = turn
        return move

    # ---- setting up --------------------------------------------------------------

    def set_up(self, stones: Mapping[Vertex, Color], to_play: ColorLike = BLACK) -> None:
        """Put exactly these stones on the board; the history begins anew from here.

        Prisoners already taken stay taken. If a group would have no liberty this is an
        error, and nothing changes.
        """
        colors = np.zeros(POINTS, np.int8)
        for vertex, color in stones.items():
            colors[self._on_board(vertex).point] = to_color(color)
        self._begin(colors, to_color(to_play))

    def change(self, areas: Iterable[tuple[Color | None, np.ndarray[Any, Any]]]) -> None:
        """Put stones on areas of the board, or clear them (None); if anything is new, the history begins anew.

        An area is an array of truth values by row, from the lowest, and column.

        >>> position = Position(5)
        >>> _ = position.play("C3")
        >>> middle = np.zeros((5, 5), bool); middle[2, 2] = True
        >>> position.change([(BLACK, middle)]); position.move_number
        1
        >>> position.change([(WHITE, middle)]); position.move_number, str(position["C3"])
        (0, 'white')
        """
        colors = self._colors.copy()
        grid = colors[: (self.size + 1) * STRIDE].reshape(-1, STRIDE)[1:, 1 : self.size + 1]
        for color, area in areas:
            grid[area] = 0 if color is None else color
        if not np.array_equal(colors, self._colors):
            self._begin(colors, self.to_play)

    def place(self, color: ColorLike, vertices: Iterable[VertexLike]) -> None:
        """Add stones of one colour to the board; the history begins anew from here."""
        stones = self.stones
        for vertex in vertices:
            place = self._on_board(vertex)
            if place in stones:
                raise TengenError(f"{place} is already occupied")
            stones[place] = to_color(color)
        self.set_up(stones, self.to_play)

    def give_handicap(self, vertices: Iterable[VertexLike]) -> None:
        """Give Black these handicap stones; White moves next.

        >>> position = Position(9)
        >>> position.give_handicap(["C3", "G7"])
        >>> position.handicap, str(position.to_play)
        (2, 'white')
        """
        places = [self._on_board(vertex) for vertex in vertices]
        self.place(BLACK, places)
        self.handicap = len(places)
        self.to_play = WHITE

    @classmethod
    def from_diagram(cls, diagram: str, to_play: ColorLike = BLACK, **options: Any) -> "Position":
        """The position of a text diagram; see `tengen.game.diagram` for its form."""
        size, stones = parse_diagram(diagram)
        position = cls(size, **options)
        position.set_up(stones, to_play)
        return position

    def copy(self) -> "Position":
        """An independent copy with the same history."""
        twin = object.__new__(type(self))
        twin.__dict__.update(self.__dict__)
        twin._attach(self._board.copy())
        twin._start = self._start.copy()
        twin._moves, twin._undone = list(self._moves), list(self._undone)
        twin._history = self._history.copy()
        return twin

    def __copy__(self) -> "Position":
        return self.copy()

    def __deepcopy__(self, memo: object) -> "Position":
        return self.copy()

    def __getstate__(self) -> dict[str, Any]:
        return {name: value for name, value in self.__dict__.items() if name != "_colors"}

    def __setstate__(self, state: dict[str, Any]) -> None:
        self.__dict__.update(state)
        self._attach(self._board)  # the view of the colours is of this board, not of the old one

    def transformed(self, symmetry: Symmetry) -> "Position":
        """The same game on the turned or mirrored board."""
        twin = type(self)(self.size, rules=self.rules, komi=self.komi)
        start = {symmetry.apply(v, self.size): color for v, color in self.initial_stones.items()}
        twin._board["captured"] = self._start["captured"]
        twin.set_up(start, self.initial_player)
        twin.handicap = self.handicap
        turns = [turn for _, turn in self._history.situations[1:]]
        for move, turn in zip(self._moves, turns, strict=True):
            twin._make(Move(move.color, symmetry.apply(move.vertex, self.size)))
            if turn is not twin.to_play:
                twin.to_play = turn
        return twin

    # ---- showing -----------------------------------------------------------------

    def diagram(self, coordinates: bool = True) -> str:
        """The board as text."""
        last = self._moves[-1].vertex if self._moves else None
        return draw_diagram(self.size, self.stones, last, coordinates)

    def __str__(self) -> str:
        return self.diagram()

    def __repr__(self) -> str:
        return (
            f"<Position {self.size}x{self.size}, {self.rules.name} rules, komi {self.komi:g}, "
            f"move {self.move_number}, {self.to_play} to play>"
        )

    def svg(self, **options: Any) -> str:
        """The board as an SVG picture; the options are those of `tengen.game.svg.draw_svg`."""
        from tengen.game.svg import draw_svg  # it draws positions, so it imports this module

        return draw_svg(self, **options)

    def _repr_svg_(self) -> str:
        return self.svg()

    def __eq__(self, other: object) -> bool:
        """Same stones, same player to move, same ko: what matters for the next move."""
        if not isinstance(other, Position):
            return NotImplemented
        return (
            self.size == other.size
            and self.to_play == other.to_play
            and self.ko == other.ko
            and bool(np.array_equal(self._colors, other._colors))
        )

    __hash__ = None  # type: ignore[assignment]  # it changes: use `position.hash` for the stones

    # ---- for engines -------------------------------------------------------------

    @property
    def board(self) -> np.ndarray[Any, Any]:
        """The compiled board, an array of one record: copy it, do not change it."""
        return self._board

    @property
    def past_hashes(self) -> list[int]:
        """The hash after the set-up and after every move: what superko looks at."""
        return [hash_ for hash_, _ in self._history.situations]

    @property
    def past_situations(self) -> list[tuple[int, Color]]:
        """The same with whose turn it was; the present one is the last."""
        return list(self._history.situations)

    # ---- inside ------------------------------------------------------------------

    def _attach(self, board: np.ndarray[Any, Any]) -> None:
        self._board = board
        self._colors = board["color"][0]

    def _begin(self, colors: np.ndarray[Any, Any], to_play: Color) -> None:
        start = np.zeros(1, BOARD)
        choked = int(kernel.set_up(start, self.size, colors))
        if choked:
            raise TengenError(f"the group at {Vertex.from_point(choked)} would have no liberty")
        start["to_play"] = to_play
        start["captured"] = self._board["captured"]
        self._start = start
        self._board[:] = start
        self._moves: list[Move] = []
        self._undone: list[tuple[Move, Color]] = []  # with whose turn it was afterwards
        self._history = History([(self.hash, to_play)])

    def _whole_groups(self, vertices: Iterable[VertexLike]) -> set[Vertex]:
        return {stone for vertex in vertices if self[vertex] for stone in self.group(vertex).stones}

    def _on_board(self, vertex: VertexLike) -> Vertex:
        place = Vertex.of(vertex, self.size)
        if not place.is_on(self.size):
            raise TengenError(f"{place} is not a point of the {self.size}x{self.size} board")
        return place

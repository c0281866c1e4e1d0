"""Files of diagrams with questions about them, in the form of Pachi's unit tests (Baudiš).

    % A stone in a ladder
    boardsize 5
    . . . . .
    . . O . .
    . O X . .
    . . O)O .
    . . . . .

    ladder b c3 1     # caught: 1

A bracket behind a stone marks the last move, `%` a title, `#` a comment. `komi`, `rules`, `handicap`, `passes`
and `ko` are conditions; `ko c3` says that the stone on C3 has just taken a ko. They hold for the questions after
them: where one changes between two questions, the same stones make another diagram. Any other line is a question:
its name, its arguments and, last, what it should be answered; `!` before it says that Pachi itself answers
otherwise. What the questions mean is their askers' business.
"""

from collections.abc import Iterable
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any

import numpy as np

from tengen.errors import TengenError
from tengen.game.color import BLACK, WHITE, Color
from tengen.game.vertex import Vertex
from tengen.kernels.board_record import new_boards
from tengen.kernels.entry_points import set_up
from tengen.kernels.geometry import MAX_SIZE, MIN_SIZE, POINTS

_STONES = {"X": BLACK, "O": WHITE, ".": None}
_CONDITIONS = ("ko", "komi", "rules", "handicap", "passes")


@dataclass(frozen=True)
class Question:
    """One thing asked of a diagram: a name and words, of which the last is often the answer."""

    line: int
    name: str
    arguments: tuple[str, ...]
    known_failure: bool = False  # of the program the file was written for

    @property
    def text(self) -> str:
        """The question as it was written, without the mark of a failure."""
        return " ".join((self.name, *self.arguments))


@dataclass(frozen=True)
class Diagram:
    """Stones, what is known besides, and the questions asked."""

    line: int
    size: int
    title: str = ""
    stones: tuple[tuple[Vertex, Color], ...] = ()
    last_move: Vertex | None = None
    ko: Vertex | None = None  # the stone that has just taken one
    komi: float | None = None
    rules: str | None = None
    handicap: int = 0
    passes: tuple[int, int] = (0, 0)  # made so far, by Black and by White
    questions: tuple[Question, ...] = ()

    @property
    def to_play(self) -> Color:
        """Who did not make the last move; Black if nobody did."""
        last = self.ko or self.last_move
        return BLACK if last is None else dict(self.stones)[last].other


def load_diagrams(path: Path) -> tuple[Diagram, ...]:
    """Read a file of diagrams; a `TengenError` says what is wrong and in which line."""
    try:
        text = path.read_bytes().decode("utf-8", "replace")
    except OSError as error:
        raise TengenError(f"cannot read {path}: {(error.strerror or str(error)).lower()}") from None
    return parse_diagrams(text.splitlines(), str(path))


def parse_diagrams(lines: Iterable[str], name: str = "the file of diagrams") -> tuple[Diagram, ...]:
    """The diagrams of a file, in their order, each with its questions.

    >>> [diagram] = parse_diagrams(["boardsize 2", "X .", ". O)", "ladder b a2 0"])
    >>> str(diagram.last_move), diagram.questions[0].arguments
    ('B1', ('b', 'a2', '0'))
    """
    reader = _Reader()
    number = 0
    for number, line in enumerate(lines, 1):
        try:
            reader.read(number, line.strip())
        except TengenError as error:
            raise TengenError(f"{name}, line {number}: {error}") from None
    try:
        reader.finish()
    except TengenError as error:
        raise TengenError(f"{name}, line {number}: {error}") from None
    return tuple(reader.diagrams)


class _Reader:
    """What has been read so far; the last diagram may be growing."""

    def __init__(self) -> None:
        self.diagrams: list[Diagram] = []
        self._rows_left = 0
        self._title: list[str] = []
        self._in_title = False

    def read(self, number: int, line: str) -> None:
        """Take one line."""
        if line.startswith("%"):
            self._title = [*(self._title if self._in_title else []), line[1:].strip()]
        self._in_title = line.startswith("%")
        line = "" if self._in_title else line.split("#")[0].strip()
        if line.startswith((".", "X", "O")):
            self._read_row(line)
        elif line:
            word, *arguments = line.removeprefix("!").split() or [""]
            if word == "boardsize":
                self._begin(number, arguments)
            elif word in _CONDITIONS:
                self._read_condition(number, word, arguments)
            else:
                self._ask(Question(number, word, tuple(arguments), line.startswith("!")))

    def finish(self) -> None:
        """Make sure that no row of the last diagram is missing."""
        if self._rows_left:
            raise TengenError(f"{self._rows_left} rows of the diagram of line {self.diagrams[-1].line} are missing")

    def _begin(self, number: int, arguments: list[str]) -> None:
        self.finish()
        size = _number(arguments, "boardsize")
        if not MIN_SIZE <= size <= MAX_SIZE:
            raise TengenError(f"boardsize {size}: a board has {MIN_SIZE} to {MAX_SIZE} points a side")
        self.diagrams.append(Diagram(number, size, " ".join(self._title)))
        self._rows_left = size
        self._title = []

    def _current(self) -> Diagram:
        if not self.diagrams:
            raise TengenError("this needs a boardsize and a diagram before it")
        return self.diagrams[-1]

    def _read_row(self, line: str) -> None:
        diagram = self._current()
        if not self._rows_left:
            raise TengenError(f"the diagram has more than {diagram.size} rows")
        self._rows_left -= 1
        stones, last_move, column = list(diagram.stones), diagram.last_move, 0
        for symbol in "".join(line.split()):
            if symbol == ")":
                marked = Vertex(column - 1, self._rows_left)
                if last_move is not None or not stones or stones[-1][0] != marked:
                    raise TengenError("a bracket marks one stone, the last move")
                last_move = marked
                continue
            if symbol not in _STONES:
                raise TengenError(f"{symbol!r} in a diagram means nothing: write X, O or .")
            if (color := _STONES[symbol]) is not None:
                stones.append((Vertex(column, self._rows_left), color))
            column += 1
        if column != diagram.size:
            raise TengenError(f"the row has {column} points, not {diagram.size}")
        self.diagrams[-1] = replace(diagram, stones=tuple(stones), last_move=last_move)

    def _read_condition(self, number: int, word: str, arguments: list[str]) -> None:
        diagram = self._current()
        change = _condition(diagram, word, arguments)
        if diagram.questions:
            self.diagrams.append(replace(diagram, line=number, questions=(), **change))
        else:
            self.diagrams[-1] = replace(diagram, **change)

    def _ask(self, question: Question) -> None:
        diagram = self._current()
        self.finish()
        if not question.name.isidentifier():
            raise TengenError(f"{question.name[:20]!r} is neither a row of a diagram nor a question")
        self.diagrams[-1] = replace(diagram, questions=(*diagram.questions, question))


def _number(arguments: list[str], what: str) -> int:
    """The only argument as a whole number."""
    if len(arguments) != 1 or not arguments[0].isascii() or not arguments[0].isdigit() or len(arguments[0]) > 3:
        raise TengenError(f"{what} wants one whole number")
    return int(arguments[0])


def _condition(diagram: Diagram, word: str, arguments: list[str]) -> dict[str, Any]:
    """What a line of conditions changes of a diagram."""
    if word == "handicap":
        return {word: _number(arguments, word)}
    if word == "passes":
        color = Color.parse(arguments[0] if arguments else "")
        count = _number(arguments[1:], "passes, behind the colour,")
        return {word: (count, diagram.passes[1]) if color is BLACK else (diagram.passes[0], count)}
    if len(arguments) != 1:
        raise TengenError(f"{word} wants one word behind it")
    if word == "komi":
        try:
            return {word: float(arguments[0])}
        except ValueError:
            raise TengenError(f"the komi {arguments[0][:20]!r} is not a number") from None
    if word == "ko":
        _ko_point(diagram, vertex := Vertex.parse(arguments[0], diagram.size))
        return {word: vertex}
    return {word: arguments[0]}


def _ko_point(diagram: Diagram, taker: Vertex) -> Vertex:
    """Where the stone on `taker` may not be taken back: its only liberty, surrounded by its own colour."""
    stones = dict(diagram.stones)
    around = taker.neighbors(diagram.size)
    empty = [vertex for vertex in around if vertex not in stones]
    color = stones.get(taker)
    if color is None or len(empty) != 1 or any(stones.get(vertex) is color for vertex in around):
        raise TengenError(f"ko {taker}: no lone stone with one liberty stands there")
    if any(stones.get(vertex) is not color for vertex in empty[0].neighbors(diagram.size)):
        raise TengenError(f"ko {taker}: the stone taken, on {empty[0]}, would have had another liberty")
    return empty[0]


def boards_of(diagram: Diagram) -> np.ndarray[Any, Any]:
    """An array of one compiled board with the diagram's stones, last move, side to play and ko."""
    colors = np.zeros(POINTS, np.int8)
    for vertex, color in diagram.stones:
        colors[vertex.point] = color
    boards = new_boards(diagram.size)
    if dead := set_up(boards, diagram.size, colors):
        raise TengenError(f"the diagram of line {diagram.line}: {Vertex.from_point(int(dead))} has no liberties")
    boards["to_play"] = diagram.to_play
    if (last := diagram.ko or diagram.last_move) is not None:
        boards["last_move"] = last.point
    if diagram.ko is not None:
        boards["ko"] = boards["last_ko"] = _ko_point(diagram, diagram.ko).point
        boards["ko_color"] = diagram.to_play
    return boards

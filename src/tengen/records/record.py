"""A game as a person keeps it: who played, under which rules, and the tree of moves."""

import os
from collections.abc import Iterator
from typing import Any, overload

from tengen.errors import TengenError
from tengen.game.color import BLACK, WHITE
from tengen.game.move import Move
from tengen.game.position import Position
from tengen.game.ruleset import Ruleset, checked_komi
from tengen.records import header
from tengen.records.errors import RecordError
from tengen.records.node import GameNode, Properties, same_trees
from tengen.records.points import write_points
from tengen.records.replay import empty_board, position_after, replay
from tengen.records.result import Result
from tengen.records.writer import save_atomically, write_sgf


class _Text:
    """A text of the header: it lives in a property of the root."""

    def __init__(self, identifier: str, doc: str) -> None:
        self.identifier = identifier
        self.__doc__ = doc

    @overload
    def __get__(self, record: None, owner: Any = None) -> "_Text": ...
    @overload
    def __get__(self, record: "GameRecord", owner: Any = None) -> str: ...
    def __get__(self, record: "GameRecord | None", owner: Any = None) -> "_Text | str":
        if record is None:
            return self
        return " ".join((record.root.get(self.identifier) or "").split("\n"))

    def __set__(self, record: "GameRecord", text: str) -> None:
        record.root.set(self.identifier, *([text] if text else []))


class GameRecord:
    """A game record.

    >>> record = GameRecord(9, black="Shusaku", white="Gennan", komi=0)
    >>> node = record.root
    >>> for color, vertex in (("black", "E5"), ("white", "E7"), ("black", "pass")):
    ...     node = node.add(color, vertex)
    >>> record
    <GameRecord Shusaku – Gennan, 9x9, chinese rules, komi 0, 3 moves>
    >>> print(record.position(2).diagram(coordinates=False))
    . . . . . . . . .
    . . . . . . . . .
    . . + .(O). + . .
    . . . . . . . . .
    . . . . X . . . .
    . . . . . . . . .
    . . + . . . + . .
    . . . . . . . . .
    . . . . . . . . .
    """

    black = _Text("PB", "The name of Black.")
    white = _Text("PW", "The name of White.")
    black_rank = _Text("BR", "The rank of Black.")
    white_rank = _Text("WR", "The rank of White.")
    date = _Text("DT", "When it was played; SGF writes 2024-05-31.")
    event = _Text("EV", "The tournament.")
    round = _Text("RO", "The round of the tournament.")
    place = _Text("PC", "Where it was played.")
    game_name = _Text("GN", "A name for the game.")
    result = _Text("RE", "The result as written: B+3.5, W+R; `outcome` understands it.")
    overtime = _Text("OT", "The overtime as written: 5x30 byo-yomi.")
    revision = 0  # goes up with every change: what was made of the record is good as long as it stays the same

    def __init__(
        self,
        size: int = header.DEFAULT_SIZE,
        *,
        rules: Ruleset | str = header.DEFAULT_RULES,
        komi: float | None = None,
        handicap: int = 0,
        black: str = "",
        white: str = "",
        result: str = "",
    ) -> None:
        """A record without moves; komi is the customary one if not given."""
        ruleset = Ruleset.named(rules) if isinstance(rules, str) else rules
        points = ruleset.default_komi(handicap) if komi is None else float(komi)
        self.name = ""  # the file it came from
        self.encoding = "utf-8"  # the encoding the file was read in
        self.warnings: list[str] = []  # what had to be guessed or left aside in reading
        self.size = header.read_size([str(size)])
        first = {"GM": "1", "FF": "4", "CA": "UTF-8", "AP": header.APPLICATION, "SZ": str(size)}
        self.root = GameNode(self, None, {name: (value,) for name, value in first.items()})
        self.rules, self.komi, self.handicap = ruleset, points, handicap
        self.black, self.white, self.result = black, white, result

    @classmethod
    def from_properties(cls, properties: Properties) -> "GameRecord":
        """A record whose root has these raw properties, as they came from a file."""
        record = object.__new__(cls)
        record.name, record.encoding, record.warnings = "", "utf-8", []
        game = properties.get("GM", ("1",))[0].strip()
        if game not in ("", "1"):
            raise RecordError(f"GM[{game[:20]}] is not a game of Go, which is GM[1]")
        record.size = header.read_size(properties.get("SZ", ()))
        record.root = root = GameNode(record, None, properties)
        application = " ".join(properties.get("AP", ()))
        record._rules = header.read_rules(root.get("RU"), record.warnings)
        record._handicap = header.read_handicap(root.get("HA"), record.size, record.warnings)
        customary = record._rules.default_komi(record._handicap)
        record._komi = header.read_komi(root.get("KM"), customary, record.size, application, record.warnings)
        return record

    @classmethod
    def from_position(cls, position: Position, *, black: str = "", white: str = "", result: str = "") -> "GameRecord":
        """The record of the game that led to `position`.

        >>> position = Position(9)
        >>> _ = position.play("E5"), position.play("E7")
        >>> [str(move) for move in GameRecord.from_position(position, result="B+R").moves]
        ['B E5', 'W E7']
        """
        record = cls(
            position.size,
            rules=position.rules,
            komi=position.komi,
            handicap=position.handicap,
            black=black,
            white=white,
            result=result,
        )
        stones = position.initial_stones
        for name, color in (("AB", BLACK), ("AW", WHITE)):
            placed = [vertex for vertex, stone in stones.items() if stone is color]
            record.root.set(name, *write_points(placed, position.size))
        if stones or position.initial_player is WHITE:
            record.root.set("PL", position.initial_player.letter)
        node, player = record.root, position.initial_player
        for move in position.moves:
            node, player = node.add(*move), move.color.other
        if player is not position.to_play:
            node.set_up(to_play=position.to_play)
        return record

    # ---- the header --------------------------------------------------------------

    @property
    def rules(self) -> Ruleset:
        """The rules, as far as ``RU`` could be understood; `root.get("RU")` is what it says."""
        return self._rules

    @rules.setter
    def rules(self, rules: Ruleset | str) -> None:
        self._rules = Ruleset.named(rules) if isinstance(rules, str) else rules
        self.root.set("RU", header.write_rules(self._rules))

    @property
    def komi(self) -> float:
        """The komi in points; see `tengen.records.header.read_komi` for what is understood."""
        return self._komi

    @komi.setter
    def komi(self, komi: float) -> None:
        self._komi = checked_komi(komi)
        self.root.set("KM", f"{self._komi:g}")

    @property
    def handicap(self) -> int:
        """The number of handicap stones (HA); the stones themselves are set up in the root."""
        return self._handicap

    @handicap.setter
    def handicap(self, stones: int) -> None:
        if not 0 <= stones < self.size**2:
            raise TengenError(f"{stones} handicap stones do not go on {self.size}x{self.size}")
        self._handicap = stones
        self.root.set("HA", *([str(stones)] if stones else []))

    @property
    def outcome(self) -> Result:
        """The result, understood.

        >>> GameRecord(result="W+R").outcome.winner
        <Color.WHITE: 2>
        """
        return Result.parse(self.result)

    @property
    def time_limit(self) -> float | None:
        """The main time in seconds (TM), if it is given and can be understood."""
        return header.read_seconds(self.root.get("TM"))

    @time_limit.setter
    def time_limit(self, seconds: float | None) -> None:
        self.root.set("TM", *([] if seconds is None else [f"{seconds:g}"]))

    @property
    def comment(self) -> str:
        """The comment on the game as a whole (GC)."""
        return self.root.get("GC") or ""

    @comment.setter
    def comment(self, text: str) -> None:
        self.root.set("GC", *([text] if text else []))

    # ---- the moves ---------------------------------------------------------------

    def main_line(self) -> Iterator[GameNode]:
        """The nodes of the game as played, from the root."""
        return self.root.main_line()

    def nodes(self) -> Iterator[GameNode]:
        """Every node, variations included."""
        return self.root.walk()

    @property
    def moves(self) -> list[Move]:
        """The moves of the game as played."""
        return [node.move for node in self.main_line() if node.move is not None]

    def replay(self, *, strict: bool = False) -> Iterator[tuple[GameNode, Position]]:
        """Play the main line over: each node, with the position after it.

        It is one position that changes, which makes this the fast way through a game;
        `Position.copy` keeps a position. For `strict` see `position`.
        """
        return replay(list(self.main_line()), strict=strict)

    def position(self, move_number: int | None = None, *, strict: bool = False) -> Position:
        """The position after so many moves of the main line; without a number, its end.

        Stones that are set up after that move and before the next one are on the board.
        Where stones are set up in mid-game, the history of the position begins anew.

        A move on a stone is a `RecordError` that names it. Moves against ko, superko or
        suicide are carried out unless `strict`: many games were not played by the rules
        that their file suggests. The rules hold again for the next move.
        """
        path = list(self.main_line())
        if move_number is not None:
            move_nodes = [index for index, node in enumerate(path) if node.move is not None]
            if not 0 <= move_number <= len(move_nodes):
                there_are = f"the game has {len(move_nodes)} moves"
                raise RecordError(f"{there_are}: there is no position {move_number}").in_file(self.name)
            if move_number < len(move_nodes):
                path = path[: move_nodes[move_number]]
        if path:
            return position_after(path, strict=strict)
        position = empty_board(self)  # before a root that has a move itself
        position.to_play = self.moves[0].color
        return position

    # ---- writing and showing -----------------------------------------------------

    def to_sgf(self) -> str:
        """The record as SGF; encode it as UTF-8, which is what it says it is.

        >>> print(GameRecord(9, komi=5.5, rules="japanese").to_sgf(), end="")
        (;GM[1]FF[4]CA[UTF-8]AP[Tengen]SZ[9]RU[Japanese]KM[5.5])
        """
        return write_sgf(self.root)

    def save(self, path: str | os.PathLike[str]) -> None:
        """Write the record to a file: either all of it or, if something fails, nothing."""
        save_atomically(path, self.to_sgf().encode("utf-8"))

    def __str__(self) -> str:
        players = []
        for name, rank in ((self.black, self.black_rank), (self.white, self.white_rank)):
            players.append(f"{name[:40] or '?'} ({rank[:10]})" if rank else name[:40] or "?")
        facts = [" – ".join(players), self.event, self.date, f"{len(self.moves)} moves", self.result]
        return ", ".join(fact[:100] for fact in facts if fact)

    def __repr__(self) -> str:
        players = f" {self.black[:40] or '?'} – {self.white[:40] or '?'}," if self.black or self.white else ""
        facts = [f"{self.size}x{self.size}", f"{self.rules.name} rules", f"komi {self.komi:g}"]
        facts += [f"{len(self.moves)} moves", self.result[:40]]
        return f"<GameRecord{players} {', '.join(fact for fact in facts if fact)}>"

    def _repr_svg_(self) -> str:
        position = Position(self.size)
        try:
            for _, latest in self.replay():
                position = latest
        except RecordError:
            pass  # show the game as far as it could be played
        return position._repr_svg_()

    def __eq__(self, other: object) -> bool:
        """Same trees with the same properties; the encoding of the files does not matter."""
        if not isinstance(other, GameRecord):
            return NotImplemented
        return same_trees(self.root, other.root)

    __hash__ = None  # type: ignore[assignment]  # a record changes

    def __reduce__(self) -> tuple[Any, ...]:
        # A tree is as deep as a game is long: too deep to be pickled or copied node by node.
        from tengen.records.reader import loads

        return loads, (self.to_sgf(), self.name)

"""What a person can do on the page, whichever way he does it: clicks, keys, buttons, the graph and the tree."""

from collections.abc import Callable, Sequence

from nicegui import events

from tengen.errors import TengenError
from tengen.game.vertex import PASS, Vertex
from tengen.records import GameNode
from tengen.web.game import WebGame
from tengen.web.preferences import Preferences

_STEPS = {"ArrowUp": (0, 1), "ArrowDown": (0, -1), "ArrowLeft": (-1, 0), "ArrowRight": (1, 0)}
FAR = 9999  # moves, farther than any game goes
_WALKS = {"ArrowLeft": -1, "ArrowRight": 1, "Home": -FAR, "End": FAR, "PageUp": -10, "PageDown": 10}


class Controls:
    """Carries gestures to the game; what stands against one is told, and nothing else happens."""

    def __init__(
        self,
        game: WebGame,
        preferences: Preferences,
        *,
        refresh: Callable[[], None],
        show_above: Callable[[], None],
        tell: Callable[[str], None],
    ) -> None:
        self.game = game
        self.preferences = preferences
        self.cursor: Vertex | None = None  # of the keyboard, on the board
        self.pointed_at: Vertex | None = None  # the candidate whose variation is shown
        self._refresh = refresh
        self._show_above = show_above
        self._tell = tell

    def attempt(self, act: Callable[[], None]) -> None:
        """Do something, or say why not."""
        try:
            act()
        except TengenError as error:
            self._tell(str(error))

    # ---- the board ----------------------------------------------------------------------

    def clicked(self, event: events.GenericEventArguments) -> None:
        """A point was clicked on, on the board or in the table of moves."""
        if event.args:
            self._play_at(str(event.args))

    def _play_at(self, name: str) -> None:
        self.pointed_at = None
        self.attempt(lambda: self.game.play(Vertex.parse(name, self.game.position.size)))

    def hovered(self, event: events.GenericEventArguments) -> None:
        """A point is pointed at: if it is a candidate its variation is shown."""
        analysis = self.game.analysis
        moves = analysis.moves if analysis is not None else ()
        self.point_at(next((move.vertex for move in moves if str(move.vertex) == event.args), None))

    def point_at(self, vertex: Vertex | None) -> None:
        """Show a candidate's variation, or no more."""
        if vertex != self.pointed_at:
            self.pointed_at = vertex
            self._show_above()

    def board_key(self, event: events.GenericEventArguments) -> None:
        """The board has the keyboard: arrows move a cursor, enter plays."""
        key, size = str(event.args), self.game.position.size
        if key == "Escape":
            self.put_cursor(None)
        elif key in ("Enter", " "):
            if self.cursor is not None:
                self._play_at(str(self.cursor))
        elif self.cursor is None:
            self.put_cursor(Vertex(size // 2, size // 2))
        else:
            across, up = _STEPS[key]
            column, row = self.cursor.column + across, self.cursor.row + up
            self.put_cursor(Vertex(min(max(0, column), size - 1), min(max(0, row), size - 1)))

    def put_cursor(self, vertex: Vertex | None) -> None:
        """Move the keyboard's cursor, or take it away."""
        if vertex != self.cursor:
            self.cursor = vertex
            self._show_above()

    # ---- the record ------------------------------------------------------------------------

    def walk(self, moves: int) -> None:
        """So many moves on along the line, or back."""
        line = self.game.line()
        wanted = min(max(0, line.index(self.game.node) + moves), len(line) - 1)
        if line[wanted] is not self.game.node:
            self._go_to(line[wanted])

    def _go_to(self, node: GameNode) -> None:
        """Show a node; a move of a variation may turn out not to be possible."""
        self.attempt(lambda: self.game.go_to(node))

    def go_to_move(self, event: events.GenericEventArguments) -> None:
        """The graph was clicked on."""
        self.go_to_one_of(self.game.line(), event)

    def go_to_one_of(self, nodes: Sequence[GameNode], event: events.GenericEventArguments) -> None:
        """Show the node of this number; a number that does not exist is a page out of date, or worse."""
        number = str(event.args)
        if number.isascii() and number.isdigit() and len(number) < 9 and int(number) < len(nodes):
            self._go_to(nodes[int(number)])

    def other_variation(self, step: int) -> None:
        """The next variation at the nearest fork before this move."""
        node: GameNode = self.game.node
        while node.parent is not None and len(node.parent.children) < 2:
            node = node.parent
        if node.parent is not None:
            brothers = node.parent.children
            self._go_to(brothers[(brothers.index(node) + step) % len(brothers)])

    def comment(self, event: events.ValueChangeEventArguments[str | None]) -> None:
        """A comment was written."""
        text = event.value or ""
        if text != self.game.node.comment:
            self.game.node.comment = text
            self.game.changed()

    # ---- buttons and keys --------------------------------------------------------------------

    def let_move(self) -> None:
        """Tengen moves, or rests if it plays alone."""
        if self.game.is_engine_alone and self.game.is_thinking:
            self.game.pause()
        else:
            self.game.let_engine_move()

    def turn_watch(self) -> None:
        """Live analysis on or off."""
        self.game.set_watched(not self.game.watched)

    def turn_kind(self, kind: str) -> None:
        """Show marks of a kind, or do not."""
        self.preferences.turn_kind(kind)
        self._refresh()

    def turn_openings(self) -> None:
        """Show the moves that the opening book knows, or do not."""
        self.preferences.turn_openings()
        self._refresh()

    def key(self, event: events.KeyEventArguments) -> None:
        """A key anywhere on the page."""
        if not event.action.keydown or event.modifiers.ctrl or event.modifiers.alt or event.modifiers.meta:
            return
        name = event.key.name
        if name in _WALKS:
            self.walk(_WALKS[name])
            return
        game = self.game
        actions: dict[str, Callable[[], None]] = {
            "ArrowUp": lambda: self.other_variation(-1),
            "ArrowDown": lambda: self.other_variation(1),
            "p": lambda: game.play(PASS),
            "u": game.undo,
            "g": self.let_move,
            "h": game.hint,
            "f": game.ask_fights,
            "e": game.ask_estimate,
            "a": self.turn_watch,
            "b": self.turn_openings,
            "o": lambda: self.turn_kind("ownership"),
            "c": lambda: self.turn_kind("criticality"),
            "m": lambda: self.turn_kind("moves"),
        }
        if name in actions and not event.action.repeat:
            self.attempt(actions[name])

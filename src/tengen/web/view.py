"""A browser's view of a game: builds the page, and shows what has changed."""

import asyncio
import secrets
from collections.abc import Callable
from functools import partial
from html import escape
from typing import Literal

from nicegui import Client, events, ui

from tengen.game.vertex import PASS
from tengen.play import Phase
from tengen.web.board_view import board_markup, overlay_markup
from tengen.web.controls import FAR, Controls
from tengen.web.dialogs import SIDES, help_dialog, new_game_dialog, open_dialog, seats_of
from tengen.web.files import Found
from tengen.web.game import WebGame
from tengen.web.graph import graph_markup
from tengen.web.kept import Kept
from tengen.web.notice import UnkeptNotice
from tengen.web.openings import SHIPPED, Known, openings_markup
from tengen.web.panel import go_label, message_of, moves_markup, players_markup, rate_markup
from tengen.web.preferences import KINDS, THEMES, Preferences
from tengen.web.settings import GameSettings
from tengen.web.style import ICON
from tengen.web.tree_panel import TreePanel

# What of an event reaches the server: the name of the thing that was meant.
_VERTEX = '(e) => { const p = e.target.closest("[data-vertex]"); emit(p ? p.dataset.vertex : ""); }'
_MOVE = '(e) => { const p = e.target.closest("[data-move]"); if (p) emit(p.dataset.move); }'
_BOARD_KEYS = (
    '(e) => { if (["ArrowUp", "ArrowDown", "ArrowLeft", "ArrowRight", "Enter", " ", "Escape"].includes(e.key)) '
    "{ e.preventDefault(); e.stopPropagation(); emit(e.key); } }"
)


class GameView:
    """One page in one browser."""

    def __init__(self, game: WebGame, preferences: Preferences, client: Client) -> None:
        self.game = game
        self.preferences = preferences
        self.client = client
        self.controls = Controls(game, preferences, refresh=self._refresh, show_above=self._show_above, tell=self._tell)
        self._is_due = False
        self._drawn: Kept[str] = Kept()  # the board
        self._commented: Kept[str] = Kept()
        self._known: Kept[Known] = Kept()  # what the opening book says of the position
        self._build()
        self._attach()
        self._refresh()

    # ---- coming and going ---------------------------------------------------------------

    def _attach(self) -> None:
        self.game.listeners.append(self._changed)
        self._is_looking = False
        self.client.on_connect(lambda: self._look(True))
        self.client.on_disconnect(lambda: self._look(False))
        self.client.on_delete(self._detach)

    def _look(self, looking: bool) -> None:
        """A browser that is there counts as a viewer; clocks run only then."""
        if looking is not self._is_looking:
            self._is_looking = looking
            self.game.viewers += 1 if looking else -1

    def _detach(self) -> None:
        self._look(False)
        if self._changed in self.game.listeners:
            self.game.listeners.remove(self._changed)
        if not self.game.viewers and self.game.watched:
            self.game.set_watched(False)  # nobody sees it: the cores have better things to do

    # ---- the page -------------------------------------------------------------------------

    def _build(self) -> None:
        ui.colors(primary="#9c5b1e")
        self._dark = ui.dark_mode(self.preferences.dark)
        self._build_bar()
        self._unkept = UnkeptNotice(self.game, self._save)
        with ui.element("main").classes("table"):
            self._build_board()
            with ui.element("div").classes("panel"):
                self._players = ui.html(sanitize=False)
                with ui.element("div").classes("card"):
                    self._message = ui.html(sanitize=False).props('aria-live="polite" role="status"').classes("message")
                self._build_buttons()
                self._build_navigation()
                self._build_analysis()
                self._build_record()
        ui.keyboard(on_key=self._key, ignore=["input", "select", "textarea"])

    def _build_bar(self) -> None:
        with ui.element("header").classes("bar"):
            ui.html(f"{ICON}<span>Tengen</span>", sanitize=False).classes("brand")
            _button("New game", "add_circle_outline", self._new_game).props('data-testid="new"')
            _button("Open", "folder_open", self._open).props('data-testid="open"')
            _button("Save", "download", self._save).props('data-testid="save"')
            with _button("Board", "palette", lambda: None), ui.menu():
                for theme in THEMES:
                    ui.menu_item(f"{theme.capitalize()} board", partial(self._set_theme, theme))
                ui.menu_item("Coordinates on or off", self._turn_coordinates)
                ui.menu_item("Graph on or off", self._turn_graph)
                ui.menu_item("Light, dark, automatic", self._next_shade)
                ui.menu_item("Another game beside this one", self._another_game)
            _button("", "help_outline", self._help, "Keys and help")

    def _build_board(self) -> None:
        controls = self.controls
        box = ui.element("section").classes("board-box").props('tabindex=0 aria-label="Go board" data-testid="board"')
        with box:
            self._board = ui.html(sanitize=False)
            self._above = ui.html(sanitize=False).classes("above")
            self._spot = ui.html(sanitize=False).classes("unseen").props('aria-live="assertive"')
        self._board.on("click", controls.clicked, js_handler=_VERTEX)
        self._board.on("mouseover", controls.hovered, js_handler=_VERTEX, throttle=0.05)
        self._board.on("mouseleave", lambda: controls.point_at(None))
        box.on("keydown", controls.board_key, js_handler=_BOARD_KEYS)
        box.on("mousedown", js_handler="(e) => e.preventDefault()")  # a click does not take the keys away
        box.on("blur", lambda: controls.put_cursor(None))

    def _build_buttons(self) -> None:
        game, controls = self.game, self.controls
        with ui.element("div").classes("row"):
            self._playing = [
                self._action("Pass", "p", lambda: game.play(PASS)),
                self._action("Undo", "u", game.undo),
                self._action("Hint", "h", game.hint),
                self._action("Fights", "f", game.ask_fights),
                self._action("Score", "e", game.ask_estimate),
                self._action("Resign", "", game.resign),
            ]
            self._go = self._action("Tengen moves", "g", controls.let_move)
            with _button("Players", "group", lambda: None), ui.menu():
                for side, told in SIDES.items():
                    ui.menu_item(told, partial(self._seat, side))
            self._scoring = [
                self._action("Agree", "", game.agree).classes("agree"),
                self._action("Play on", "", game.play_on),
            ]

    def _build_navigation(self) -> None:
        with ui.element("nav").classes("row nav").props('aria-label="moves"'):
            for icon, label, moves in (("first_page", "to the beginning", -FAR), ("chevron_left", "back", -1)):
                _button("", icon, partial(self.controls.walk, moves), label)
            self._number = ui.label().classes("number")
            for icon, label, moves in (("chevron_right", "forward", 1), ("last_page", "to the end", FAR)):
                _button("", icon, partial(self.controls.walk, moves), label)

    def _build_analysis(self) -> None:
        controls = self.controls
        with ui.element("section").classes("card").props('aria-label="analysis"'):
            with ui.element("div").classes("row kinds"):
                self._watch = ui.button("Analysis", on_click=controls.turn_watch, color=None).props(
                    'flat dense no-caps data-testid="analysis"'
                )
                self._kinds = {
                    kind: ui.button(name, on_click=partial(controls.turn_kind, kind), color=None).props(
                        f'flat dense no-caps data-testid="{kind}"'
                    )
                    for kind, name in KINDS.items()
                }
                self._openings_switch = ui.button("Openings", on_click=controls.turn_openings, color=None).props(
                    'flat dense no-caps data-testid="openings"'
                )
            self._openings_switch.tooltip("What strong players played here; key B")
            self._kinds["criticality"].tooltip("Points that decide the game, by playouts: empty with the network")
            self._rate = ui.html(sanitize=False).style("margin: 8px 0")
            self._graph = ui.html(sanitize=False).classes("graph")
            self._graph.on("click", controls.go_to_move, js_handler=_MOVE)
            self._moves = ui.html(sanitize=False).classes("moves")
            self._openings = ui.html(sanitize=False).classes("openings")
            for table in (self._moves, self._openings):
                table.on("click", controls.clicked, js_handler=_VERTEX)
                table.on("mouseover", controls.hovered, js_handler=_VERTEX, throttle=0.05)
                table.on("mouseleave", lambda: controls.point_at(None))

    def _build_record(self) -> None:
        self._tree = TreePanel(self.controls, self.client)
        self._comment = ui.textarea("Comment on this move").props("dense autogrow borderless debounce=500")
        self._comment.classes("card").on_value_change(self.controls.comment)

    def _action(self, label: str, key: str, act: Callable[[], None]) -> ui.button:
        button = ui.button(label, on_click=partial(self.controls.attempt, act), color=None)
        button.props(f'flat dense no-caps data-testid="{label}"')
        return button.tooltip(f"key {key.upper()}") if key else button

    # ---- showing --------------------------------------------------------------------------

    def _changed(self) -> None:
        """Something has changed: look once, however much it was."""
        if not self._is_due:
            self._is_due = True
            asyncio.get_running_loop().call_soon(self._refresh)

    def _refresh(self) -> None:
        self._is_due = False
        if self.client.is_deleted:
            return
        game, preferences = self.game, self.preferences
        theme, coordinates = preferences.theme, preferences.coordinates
        # An analysis tells of itself several times a second, and leaves the board as it is.
        parts = (game.node, game.record.revision, game.position, game.phase, game.judgement, theme, coordinates)
        self._board.set_content(self._drawn.get(parts, lambda: board_markup(game, theme, coordinates)))
        self._show_above()
        self._players.set_content(players_markup(game))
        thinking = " thinking" if game.is_thinking else ""
        self._message.set_content(f'<span class="told{thinking}">{escape(message_of(game))}</span>')
        self._unkept.show()
        scoring = game.phase is Phase.SCORING
        for button in self._scoring:
            button.set_visibility(scoring)
        for button in [*self._playing, self._go]:
            button.set_visibility(not scoring)
        self._go.set_text(go_label(game))
        self._show_line()
        self._show_analysis()

    def _show_above(self) -> None:
        controls = self.controls
        self._above.set_content(
            overlay_markup(
                self.game,
                self.preferences.kinds,
                self.preferences.coordinates,
                controls.pointed_at,
                controls.cursor,
                self._openings_here(),
            )
        )
        spot = controls.cursor
        self._spot.set_content("" if spot is None else f"{spot} {self.game.position[spot] or 'empty'}")

    def _show_line(self) -> None:
        """The graph, the tree, the number of the move and its comment."""
        line = self.game.line()
        current = line.index(self.game.node)
        self._number.set_text(f"move {current} of {len(line) - 1}")
        self._graph.set_content(graph_markup([self.game.values.value(node) for node in line], current))
        self._tree.show()
        node = self.game.node
        comment = self._commented.get((node, self.game.record.revision), lambda: node.comment)
        if self._comment.value != comment:
            self._comment.set_value(comment)

    def _show_analysis(self) -> None:
        game = self.game
        _light(self._watch, game.watched)
        for kind, button in self._kinds.items():
            _light(button, kind in self.preferences.kinds)
        for part in (self._rate, self._graph):
            part.set_visibility(self.preferences.graph)
        self._rate.set_content(rate_markup(game.values.value(game.node)))
        _light(self._openings_switch, self.preferences.openings)
        self._openings.set_content(openings_markup(self._openings_here()))
        self._moves.set_content(moves_markup(game.analysis) if "moves" in self.preferences.kinds else "")

    def _openings_here(self) -> Known:
        """What the book says of the position shown, where somebody wants to know; looked up once a position."""
        position = self.game.position
        return self._known.get((position,), lambda: SHIPPED.look(position)) if self.preferences.openings else Known()

    def _tell(self, message: str, kind: Literal["warning", "info"] = "warning") -> None:
        with self.client:
            ui.notify(message, type=kind, position="top")

    # ---- the bar, the tree --------------------------------------------------------------------

    def _key(self, event: events.KeyEventArguments) -> None:
        if event.key.name == "n" and event.action.keydown and not event.modifiers.ctrl:
            self._new_game()
        else:
            self.controls.key(event)

    def _new_game(self) -> None:
        self._show_dialog(lambda: new_game_dialog(self.game.settings, self._start))

    def _open(self) -> None:
        self._show_dialog(lambda: open_dialog(self._load))

    def _help(self) -> None:
        self._show_dialog(help_dialog)

    def _show_dialog(self, make: Callable[[], ui.dialog]) -> None:
        """Dialogs are made when they are wanted, and go when they are closed."""
        with self.client:
            dialog = make()
        dialog.on("hide", dialog.delete)
        dialog.open()

    def _seat(self, side: str) -> None:
        self.controls.attempt(lambda: self.game.seat(*seats_of(side)))

    def _another_game(self) -> None:
        with self.client:
            ui.navigate.to(f"/?game={secrets.token_hex(4)}", new_tab=True)

    def _start(self, settings: GameSettings) -> None:
        self.controls.attempt(lambda: self.game.start(settings))

    def _load(self, found: Found) -> None:
        self.controls.attempt(lambda: self.game.load(found.record, found.positions))

    def _save(self) -> None:
        ui.download.content(self.game.to_sgf().encode("utf-8"), "tengen-game.sgf", "application/x-go-sgf")

    def _set_theme(self, theme: str) -> None:
        self.preferences.set_theme(theme)
        self._refresh()

    def _turn_coordinates(self) -> None:
        self.preferences.turn_coordinates()
        self._refresh()

    def _turn_graph(self) -> None:
        self.preferences.turn_graph()
        self._refresh()

    def _next_shade(self) -> None:
        self.preferences.next_shade()
        self._dark.set_value(self.preferences.dark)
        self._tell(f"The page is {self.preferences.shade}.", "info")


def _button(label: str, icon: str, act: Callable[[], object], told: str = "") -> ui.button:
    button = ui.button(label, icon=icon, on_click=act, color=None).props("flat dense no-caps")
    return button.props(f'aria-label="{told or label}"')


def _light(button: ui.button, on: bool) -> None:
    button.classes(add="on" if on else "", remove="" if on else "on")
    button.props(f'aria-pressed="{str(on).lower()}"')

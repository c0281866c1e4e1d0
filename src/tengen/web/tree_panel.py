"""The tree on the page: drawn when the record has changed, while a step along the game moves a ring only."""

from nicegui import Client, events, ui

from tengen.records import GameNode
from tengen.web.controls import Controls
from tengen.web.kept import Kept
from tengen.web.tree_view import Placed, Window, mark_markup, place_nodes, told_of, tree_markup, window_around

_NODE = '(e) => { const p = e.target.closest("[data-node]"); if (p) emit(p.dataset.node); }'
# The tree follows the game.
_FIND_NODE = (
    'setTimeout(() => { const n = document.querySelector(".tree-now"), t = n && n.closest(".tree"); if (t) { '
    "t.scrollLeft = n.cx.baseVal.value - t.clientWidth / 2; t.scrollTop = n.cy.baseVal.value - t.clientHeight / 2; } "
    "}, 50)"
)


class TreePanel:
    """The picture of a game's variations."""

    def __init__(self, controls: Controls, client: Client) -> None:
        self._game = controls.game
        self._controls = controls
        self._client = client
        self._kept: Kept[list[Placed]] = Kept()  # the nodes in their places, as long as the record stays the same
        self._placed: list[Placed] = []  # those that are drawn
        self._places: dict[GameNode, int] = {}
        self._window: Window | None = None
        self._at: GameNode | None = None
        with ui.element("div").classes("card tree"), ui.element("div").classes("tree-sheet"):
            self._tree = ui.html(sanitize=False)
            self._mark = ui.html(sanitize=False).classes("tree-mark")
        self._tree.on("click", self._clicked, js_handler=_NODE)
        self._note = ui.label().classes("tree-note")

    def show(self) -> None:
        """Show what has changed, if anything has."""
        game = self._game
        record = game.record
        placed = self._kept.get((record, record.revision), lambda: place_nodes(record.root))
        is_new = placed is not self._placed
        if is_new:
            self._placed = placed
            self._places = {item.node: index for index, item in enumerate(placed)}
        elif game.node is self._at:
            return
        at = self._placed[self._places[game.node]]
        window = window_around(self._placed, at, self._window)
        if is_new or window != self._window:
            self._window = window
            self._tree.set_content(tree_markup(self._placed, window))
            told = told_of(self._placed, window)
            self._note.set_text(told)
            self._note.set_visibility(bool(told))
        self._mark.set_content(mark_markup(at, window))
        if game.node is not self._at:
            self._at = game.node
            self._client.run_javascript(_FIND_NODE)

    def _clicked(self, event: events.GenericEventArguments) -> None:
        self._controls.go_to_one_of([item.node for item in self._placed], event)

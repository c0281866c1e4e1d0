"""The page before the game's own code is loaded: the board as it was left, to look at already.

Drawing a board takes none of the compiled code, and what stood on it is in the game's file.
"""

import json
from collections.abc import Callable, Mapping
from pathlib import Path
from typing import Any, NamedTuple

from nicegui import ui

from tengen.game.color import Color
from tengen.game.move import Move
from tengen.game.svg import draw_svg
from tengen.game.vertex import Vertex
from tengen.web.preferences import THEMES, Preferences
from tengen.web.style import ICON

_WIDTH = 800


class Picture(NamedTuple):
    """What a board looks like."""

    size: int = 9
    stones: Mapping[Vertex, Color] = {}
    last_move: Move | None = None
    to_play: Color = Color.BLACK

    def to_dict(self) -> dict[str, Any]:
        """Plain values, ready for JSON."""
        last = self.last_move
        return {
            "size": self.size,
            "stones": {str(vertex): color.letter for vertex, color in self.stones.items()},
            "last": None if last is None or last.vertex not in self.stones else [last.color.letter, str(last.vertex)],
        }

    @classmethod
    def from_dict(cls, plain: Mapping[str, Any]) -> "Picture":
        """What `to_dict` made."""
        size = int(plain["size"])
        stones = {Vertex.parse(name, size): Color.parse(letter) for name, letter in plain["stones"].items()}
        last = plain["last"] and Move(Color.parse(plain["last"][0]), Vertex.parse(plain["last"][1], size))
        return cls(size, stones, last or None)


def picture_in(path: Path, read: Callable[[Path], bytes] = Path.read_bytes) -> Picture | None:
    """The picture in a game's file; None where there is none that can be read, for whatever reason."""
    try:
        return Picture.from_dict(json.loads(read(path))["picture"])
    except (OSError, ValueError, LookupError, TypeError, AttributeError, ArithmeticError, RecursionError):
        return None


def waiting_page(preferences: Preferences, picture: Picture | None) -> ui.element:
    """The frame of the page with the board in it; to be deleted when the real one is there."""
    ui.colors(primary="#9c5b1e")
    ui.dark_mode(preferences.dark)
    with ui.element("div").style("width: 100%") as page:
        with ui.element("header").classes("bar"):
            ui.html(f"{ICON}<span>Tengen</span>", sanitize=False).classes("brand")
        with ui.element("main").classes("table"):
            with ui.element("section").classes("board-box"):
                theme = THEMES[preferences.theme]
                drawn = draw_svg(picture or Picture(), width=_WIDTH, coordinates=preferences.coordinates, theme=theme)
                ui.html(drawn, sanitize=False)
            with ui.element("div").classes("panel"), ui.element("div").classes("card"):
                ui.html('<span class="thinking">Tengen is sitting down</span>', sanitize=False).classes("message")
        # What the real page is made of is fetched meanwhile, the font of the icons too.
        with ui.element("div").classes("unseen").props('aria-hidden="true"'):
            ui.icon("folder_open")
            ui.textarea()
            ui.keyboard(active=False)
    return page

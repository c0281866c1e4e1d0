"""How a person likes the board: kept with the browser, the same for all of its games."""

from collections.abc import MutableMapping
from typing import Any

from tengen.web.themes import THEMES

KINDS = {"moves": "Moves", "ownership": "Ownership", "criticality": "Criticality", "policy": "Priors"}
_DARK: dict[str, bool | None] = {"auto": None, "light": False, "dark": True}


class Preferences:
    """Theme, coordinates and which marks are shown; what is stored wrongly counts as not stored."""

    def __init__(self, store: MutableMapping[str, Any]) -> None:
        self._store = store

    @property
    def theme(self) -> str:
        """Of the board."""
        theme = self._store.get("theme")
        return theme if theme in THEMES else "wood"

    @property
    def coordinates(self) -> bool:
        """Whether letters and numbers stand around the board."""
        return self._store.get("coordinates") is not False

    @property
    def graph(self) -> bool:
        """Whether the course of the game is shown."""
        return self._store.get("graph") is not False

    @property
    def shade(self) -> str:
        """Of the page: light, dark, or auto, as the system is."""
        shade = self._store.get("shade")
        return shade if shade in _DARK else "auto"

    @property
    def dark(self) -> bool | None:
        """Whether the page is dark; None: as the system is."""
        return _DARK[self.shade]

    @property
    def kinds(self) -> list[str]:
        """The marks to show of an analysis."""
        stored = self._store.get("kinds")
        return [kind for kind in KINDS if kind in stored] if isinstance(stored, list) else ["moves"]

    def set_theme(self, theme: str) -> None:
        """Choose a theme for the board."""
        self._store["theme"] = theme

    def turn_coordinates(self) -> None:
        """Show coordinates, or do not."""
        self._store["coordinates"] = not self.coordinates

    def turn_graph(self) -> None:
        """Show the course of the game, or do not."""
        self._store["graph"] = not self.graph

    def next_shade(self) -> None:
        """Automatic, light, dark, and around again."""
        shades = list(_DARK)
        self._store["shade"] = shades[(shades.index(self.shade) + 1) % len(shades)]

    def turn_kind(self, kind: str) -> None:
        """Show marks of a kind, or do not."""
        before = self.kinds
        self._store["kinds"] = [k for k in KINDS if (k in before) != (k == kind)]

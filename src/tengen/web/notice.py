"""The notice that a game is in memory only: why, what that means, and the game to take away."""

from collections.abc import Callable

from nicegui import ui

from tengen.web.game import WebGame


class UnkeptNotice:
    """A bar above the board; it comes and goes with the trouble, and can be put out of sight until there is another."""

    def __init__(self, game: WebGame, download: Callable[[], None]) -> None:
        self._game = game
        self._hidden = ""  # the trouble that was put out of sight
        with ui.element("div").classes("unkept").props('role="alert" data-testid="unkept"') as self._bar:
            self._told = ui.label().classes("told")
            ui.button("Download the game", icon="download", on_click=download, color=None).props(
                'flat dense no-caps data-testid="download"'
            )
            ui.button("Hide", on_click=self._hide, color=None).props('flat dense no-caps data-testid="hide"')
        self._bar.set_visibility(False)

    def show(self) -> None:
        """As things are now."""
        trouble = self._game.unkept
        if not trouble:
            self._hidden = ""
        elif trouble != self._hidden:
            self._told.set_text(
                f"This game cannot be written to disk at the moment: {trouble}. It goes on in memory as long as Tengen "
                "runs, and will be written as soon as that is possible."
            )
        self._bar.set_visibility(bool(trouble) and trouble != self._hidden)

    def _hide(self) -> None:
        self._hidden = self._game.unkept
        self.show()

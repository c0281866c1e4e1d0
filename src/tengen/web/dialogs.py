"""What the page asks: a new game, a file to open, and what the keys do."""

from collections.abc import Callable
from typing import Any

from nicegui import events, ui

from tengen.engines.levels import STRONGEST, ranks
from tengen.errors import TengenError
from tengen.game.ruleset import RULESETS
from tengen.web.files import Found, read_for_guest
from tengen.web.settings import ENGINE, HUMAN, LARGEST_SIZE, LEAST_SIZE, GameSettings
from tengen.web.sizes import LARGEST_FILE, LONGEST_TEXT

SIDES = {
    "black": "You play Black",
    "white": "You play White",
    "both": "Two people at this board",
    "none": "Tengen against itself",
}
_CLOCKS = {
    "": "none",
    "10:00": "10:00 for the game",
    "5:00+3x0:20": "5:00 and 3 periods of 0:20",
    "10:00+5x0:30": "10:00 and 5 periods of 0:30",
    "5:00+0:05": "5:00 and 0:05 more each move",
}
KEYS = (
    ("← →", "one move back, one forward"),
    ("↑ ↓", "the variation above, the one below"),
    ("Home End", "the beginning, the end"),
    ("Tab, arrows, Enter", "choose a point of the board and play there"),
    ("P", "pass"),
    ("U", "take back"),
    ("G", "Tengen moves: now, or for the player to move"),
    ("H", "hint"),
    ("F", "fights: who lives and who dies, and the line that shows why"),
    ("E", "estimate the score"),
    ("A", "live analysis on or off"),
    ("O  C  M", "ownership, criticality, candidate moves"),
    ("B", "openings: the moves that the book knows"),
    ("N", "new game"),
)


def side_of(settings: GameSettings) -> str:
    """Which of the sides on offer these settings mean."""
    humans = (settings.black == HUMAN, settings.white == HUMAN)
    return {(True, False): "black", (False, True): "white", (True, True): "both", (False, False): "none"}[humans]


def seats_of(side: str) -> tuple[str, str]:
    """Who plays Black and White where a person has chosen one of the sides on offer.

    >>> seats_of("white")
    ('tengen', 'human')
    """
    return HUMAN if side in ("black", "both") else ENGINE, HUMAN if side in ("white", "both") else ENGINE


def settings_from(values: dict[str, Any]) -> GameSettings:
    """The settings a filled-in form means; what is wrong with it is told."""
    values["black"], values["white"] = seats_of(values.pop("side"))
    values["size"] = _number(values["size"], "size", int)
    values["handicap"] = _number(values["handicap"], "handicap", int)
    values["seconds"] = _number(values["seconds"], "thinking time", float)
    values["clock"] = str(values["clock"] or "")
    komi = str(values["komi"] if values["komi"] is not None else "").strip()
    values["komi"] = _number(komi, "komi", float) if komi else None
    return GameSettings(**values)


def _number(value: Any, what: str, kind: Callable[[Any], Any]) -> Any:
    try:
        return kind(value)
    except (TypeError, ValueError):
        raise TengenError(f"the {what} must be a number, not {str(value)[:20]!r}") from None


def new_game_dialog(current: GameSettings, begin: Callable[[GameSettings], None]) -> ui.dialog:
    """Ask for the settings of a new game."""
    fields: dict[str, Any] = {}
    with ui.dialog() as dialog, ui.card():
        ui.label("New game").classes("text-h6")
        with ui.element("div").classes("form"):
            fields["side"] = ui.select(SIDES, value=side_of(current), label="Players").classes("wide")
            sizes = {n: f"{n} × {n}" for n in (9, 13, 19, *range(LEAST_SIZE, LARGEST_SIZE + 1))}
            fields["size"] = ui.select(sizes, value=current.size, label="Board")
            levels = {STRONGEST: "as strong as it can", **{rank: rank for rank in reversed(ranks())}}
            level = current.level if current.level in levels else STRONGEST
            fields["level"] = ui.select(levels, value=level, label="Tengen's level")
            # Numbers without bounds here: NiceGUI would put another number in place of one beyond them, unsaid.
            fields["handicap"] = ui.number("Handicap stones", value=current.handicap, format="%d")
            fields["rules"] = ui.select(sorted(RULESETS), value=current.rules, label="Rules")
            komi = "" if current.komi is None else f"{current.komi:g}"
            fields["komi"] = ui.input("Komi (empty: customary)", value=komi)
            fields["seconds"] = ui.number("Tengen's seconds a move", value=current.seconds)
            fields["clock"] = ui.select(
                _CLOCKS if current.clock in _CLOCKS else _CLOCKS | {current.clock: current.clock},
                value=current.clock,
                label="Clock (choose, or type your own)",
                new_value_mode="add-unique",
            ).classes("wide")

        def start() -> None:
            try:
                settings = settings_from({name: field.value for name, field in fields.items()})
            except TengenError as error:
                ui.notify(str(error), type="warning")
                return
            dialog.close()
            begin(settings)

        with ui.row().classes("w-full justify-end"):
            ui.button("Cancel", on_click=dialog.close).props("flat no-caps")
            ui.button("Play", on_click=start).props('unelevated no-caps data-testid="start"')
    return dialog


def open_dialog(take: Callable[[Found], None]) -> ui.dialog:
    """Ask for an SGF file, or its text."""
    with ui.dialog() as dialog, ui.card():
        ui.label("Open a game").classes("text-h6")

        async def read(data: bytes, name: str) -> None:
            try:
                found = await read_for_guest(data, name)
            except TengenError as error:
                ui.notify(str(error), type="warning", multi_line=True)
                return
            dialog.close()
            take(found)

        async def uploaded(event: events.UploadEventArguments) -> None:
            await read(await event.file.read(), event.file.name)
            upload.reset()

        upload = ui.upload(
            label="SGF file: choose it, or drop it here",
            auto_upload=True,
            max_file_size=LARGEST_FILE,
            on_upload=uploaded,
            on_rejected=lambda: ui.notify(
                f"That file is larger than {LARGEST_FILE // 1_000_000} MB: it is not one game.", type="warning"
            ),
        ).props('accept=".sgf,.SGF,text/plain,application/x-go-sgf"')
        text = ui.textarea("… or paste its text").classes("w-full").props(f"rows=4 maxlength={LONGEST_TEXT}")
        text.on(
            "paste",
            lambda: ui.notify("That text is too long to be pasted: save it as a file, and open that.", type="warning"),
            js_handler=f"(e) => {{ if (e.clipboardData.getData('text').length > {LONGEST_TEXT}) "
            "{ e.preventDefault(); emit(); } }",
        )

        async def pasted() -> None:
            await read(text.value.encode("utf-8"), "the text")

        with ui.row().classes("w-full justify-end"):
            ui.button("Cancel", on_click=dialog.close).props("flat no-caps")
            ui.button("Open the text", on_click=pasted).props("unelevated no-caps")
    return dialog


def help_dialog() -> ui.dialog:
    """What the keys do."""
    with ui.dialog() as dialog, ui.card():
        ui.label("Keys").classes("text-h6")
        rows = "".join(f"<kbd>{keys}</kbd><span>{what}</span>" for keys, what in KEYS)
        ui.html(f'<div class="keys">{rows}</div>', sanitize=False)
        ui.label(
            "Your game is kept on this computer as it goes: close the page and come back when you like. "
            "Point at a candidate to see its variation; click on the graph or the tree to go there."
        ).classes("text-body2").style("max-width: 420px; color: var(--soft)")
        with ui.row().classes("w-full justify-end"):
            ui.button("Close", on_click=dialog.close).props("flat no-caps")
    return dialog

"""The board in the page: a picture with places to click on, and above it what the analysis shows.

Both are SVG made here. The places carry names, so that a click, a touch, the keyboard and a screen reader all mean
the same thing by them.
"""

from collections.abc import Sequence
from html import escape

from tengen.game.color import Color
from tengen.game.position import Position
from tengen.game.svg import CELL, Frame, draw_svg
from tengen.game.vertex import Vertex
from tengen.play import Phase
from tengen.search.picture import overlay, ownership_marks, shown_moves, variation_marks
from tengen.web.game import WebGame
from tengen.web.openings import Known, openings_marks
from tengen.web.preferences import THEMES

_PICTURE_WIDTH = 800  # a size to begin with; the page's style decides
_NO_OPENINGS = Known()


def board_markup(game: WebGame, theme: str, coordinates: bool) -> str:
    """The board of a game with its stones, and a place to click on for every point."""
    frame = Frame(game.position.size, coordinates)
    picture = draw_svg(
        game.position,
        width=_PICTURE_WIDTH,
        coordinates=coordinates,
        labels=dict(game.node.labels),
        overlay=_marks(game, frame),
        theme=THEMES[theme],
    )
    return picture + _places(game.position, frame, can_play=game.phase is Phase.PLAYING)


def overlay_markup(
    game: WebGame,
    kinds: Sequence[str],
    coordinates: bool,
    pointed_at: Vertex | None,
    cursor: Vertex | None,
    openings: Known = _NO_OPENINGS,
) -> str:
    """What lies above the board: marks of these kinds, the variation pointed at, openings, the keyboard's cursor."""
    frame = Frame(game.position.size, coordinates)
    parts: list[str] = []
    taken: set[Vertex] = set()  # by candidates or a variation, which say more
    analysis = game.analysis
    if analysis is not None and game.phase is not Phase.SCORING:
        pointed = analysis.move(pointed_at) if pointed_at is not None and "moves" in kinds else None
        if pointed is not None and pointed in shown_moves(analysis):
            shown = [kind for kind in kinds if kind != "moves"]
            parts.append(overlay(analysis, shown, frame))
            parts.append(variation_marks(pointed.variation, analysis.color, frame))
            taken.update(pointed.variation)
        else:
            parts.append(overlay(analysis, kinds, frame))
            taken.update(move.vertex for move in shown_moves(analysis) if "moves" in kinds)
    elif game.fight_line:
        parts.append(variation_marks(game.fight_line, game.position.to_play, frame))
        taken.update(game.fight_line)
    judged = game.judgement or game.estimate
    if judged is not None:
        parts.append(ownership_marks(judged.ownership, frame))
    parts.append(openings_marks(openings, frame, taken))
    if cursor is not None:
        x, y = frame.place(cursor)
        half = CELL * 0.46
        parts.append(
            f'<rect class="cursor" x="{x - half:g}" y="{y - half:g}" width="{2 * half:g}" height="{2 * half:g}" '
            'rx="6" fill="none" stroke="#1d9bf0" stroke-width="4"/>'
        )
    return f'<svg viewBox="0 0 {frame.side:g} {frame.side:g}" aria-hidden="true">{"".join(parts)}</svg>'


def _marks(game: WebGame, frame: Frame) -> str:
    """Crosses on dead stones."""
    if game.judgement is None or game.phase is Phase.PLAYING:
        return ""
    parts = []
    for vertex in game.judgement.dead:
        x, y = frame.place(vertex)
        parts.append(
            f'<path class="dead" d="M{x - 9:g} {y - 9:g}l18 18m0 -18l-18 18" stroke="#d1495b" stroke-width="5" '
            'stroke-linecap="round"/>'
        )
    return "".join(parts)


def _places(position: Position, frame: Frame, *, can_play: bool) -> str:
    """The clickable layer: a square for every point, with its name and what is there."""
    legal = set(position.legal_moves()) if can_play else set()
    stones = position.stones
    half = CELL / 2
    parts = []
    for vertex in position.vertices():
        x, y = frame.place(vertex)
        there = str(stones[vertex]) if vertex in stones else "empty"
        ghost = f'<circle cx="{x:g}" cy="{y:g}" r="18.5" class="ghost"/>' if vertex in legal else ""
        parts.append(
            f'<g class="point" id="point-{vertex}" data-vertex="{vertex}" role="button" '
            f'aria-label="{vertex} {there}"><rect x="{x - half:g}" y="{y - half:g}" width="{CELL}" height="{CELL}" '
            f'fill="transparent"/>{ghost}</g>'
        )
    return (
        f'<svg class="places {position.to_play}" viewBox="0 0 {frame.side:g} {frame.side:g}" role="group" '
        f'aria-label="{escape(_told(position))}">{"".join(parts)}</svg>'
    )


def _told(position: Position) -> str:
    taken = ", ".join(f"{color} has {position.captures(color)} captures" for color in Color)
    return f"{position.size} by {position.size} board, {position.to_play} to play, {taken}"

"""The side of the page as markup: players, win rate, the table of moves."""

from html import escape

from tengen.game.color import Color
from tengen.play import Phase
from tengen.search.picture import shown_moves
from tengen.search.report import SearchReport
from tengen.web.clocks import face
from tengen.web.game import WebGame
from tengen.web.values import Value

_SHOWN = 6  # candidates in the table


def players_markup(game: WebGame) -> str:
    """Who plays, prisoners, clocks, whose turn it is."""
    parts = []
    for color in Color:
        turn = " turn" if game.position.to_play is color and game.phase is Phase.PLAYING else ""
        captures = game.position.captures(color)
        facts = f"<span>{captures} prisoner{'' if captures == 1 else 's'}</span> "
        if color is Color.WHITE:
            facts += f"<span>komi {game.position.komi:g}</span>"
        elif game.position.handicap:
            facts += f"<span>{game.position.handicap} handicap stones</span>"
        else:
            facts += f"<span>{game.position.rules.name} rules</span>"
        clock = f'<div class="clock">{face(game.clocks.shown(color))}</div>' if game.clocks else ""
        parts.append(
            f'<div class="player{turn}"><div class="stone {color}"></div>'
            f'<div class="name">{escape(game.name_of(color))}</div>'
            f'<div class="facts">{facts}{clock}</div></div>'
        )
    return f'<div class="players">{"".join(parts)}</div>'


def rate_markup(value: Value | None) -> str:
    """Black's and White's chances as a bar."""
    if value is None:
        return '<div class="rate" role="img" aria-label="nothing is known yet"><div class="white"></div></div>'
    side = "B" if value.score >= 0 else "W"
    lead = f"{side}+{abs(value.score):.1f}"
    black, white = f"{value.winrate:.0%}", f"{1 - value.winrate:.0%}"
    told = f"Black wins {black}, White {white}, {lead}"
    left = f"{black} · {lead}" if value.winrate >= 0.3 else black
    right = white if value.winrate >= 0.3 else f"{lead} · {white}"
    return (
        f'<div class="rate" role="img" aria-label="{told}"><div class="black" '
        f'style="width:{100 * value.winrate:.1f}%">{left}</div><div class="white">{right}</div></div>'
    )


def moves_markup(analysis: SearchReport | None) -> str:
    """The best moves as a table."""
    moves = shown_moves(analysis, _SHOWN) if analysis is not None else []
    if analysis is None or not moves:
        return ""
    rows = []
    for move in moves:
        score = "" if move.score is None else f"{move.score:+.1f}"
        line = " ".join(map(str, move.variation[1:7]))
        rows.append(
            f'<tr data-vertex="{move.vertex}"><td class="vertex">{move.vertex}</td><td>{move.winrate:.1%}</td>'
            f'<td>{score}</td><td>{move.visits:,}</td><td class="line">{line}</td></tr>'
        )
    head = '<tr><th class="line">Move</th><th>Wins</th><th>Points</th><th>Visits</th><th class="line">Then</th></tr>'
    return f"<table>{head}{''.join(rows)}</table>"


def message_of(game: WebGame) -> str:
    """What there is to say about the game at this moment."""
    if game.phase is Phase.OVER and game.result not in game.message:
        return f"{game.result}. {game.message}"
    if game.is_thinking:
        return f"{game.message} — Tengen is thinking" if game.message else "Tengen is thinking"
    return game.message


def go_label(game: WebGame) -> str:
    """What the button that makes Tengen move does now."""
    if game.is_thinking:
        return "Pause" if game.is_engine_alone else "Move now"
    return "Go on" if game.is_engine_alone else "Tengen moves"

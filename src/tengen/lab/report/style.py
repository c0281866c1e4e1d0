"""How the page looks: one set of colours for its text and its plots, by day and by night."""

from typing import Final

# Name: (light, dark). Plots are drawn in the light ones, which become CSS variables in the page. Blue and
# orange are told apart by the colour-blind (after Okabe and Ito, 2008); nothing is told by colour alone.
COLORS: Final = {
    "page": ("#fdfdfb", "#16181c"),
    "panel": ("#f3f3ef", "#1f2228"),
    "ink": ("#22252a", "#e4e5e7"),
    "soft": ("#5c626b", "#a3a9b3"),
    "line": ("#d9d9d3", "#3a3f47"),
    "first": ("#1f6db5", "#6db3f2"),
    "first-soft": ("#8fbbe3", "#2f6597"),
    "second": ("#c7601a", "#f09a57"),
    "draw": ("#8b8f96", "#80868f"),
    "green": ("#3b8a62", "#6cc398"),
    "red": ("#b3313b", "#ee7780"),
    "purple": ("#7a55a3", "#b795dd"),
    "yellow": ("#b8930f", "#dcbc4a"),
}
PAGE, PANEL, INK, SOFT, LINE = (COLORS[name][0] for name in ("page", "panel", "ink", "soft", "line"))
FIRST, FIRST_SOFT, SECOND, DRAW = (COLORS[name][0] for name in ("first", "first-soft", "second", "draw"))
GREEN, RED, PURPLE, YELLOW = (COLORS[name][0] for name in ("green", "red", "purple", "yellow"))

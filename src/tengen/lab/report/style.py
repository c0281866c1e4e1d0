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

_FONTS = "system-ui, -apple-system, 'Segoe UI', Roboto, 'Noto Sans', 'DejaVu Sans', sans-serif"


def _variables(dark: bool) -> str:
    return "".join(f"--{name}:{pair[dark]};" for name, pair in COLORS.items())


CSS = f"""
:root {{ color-scheme: light dark; {_variables(False)} }}
@media (prefers-color-scheme: dark) {{ :root {{ {_variables(True)} }} }}
* {{ box-sizing: border-box; }}
body {{ margin: 0 auto; padding: 2.5rem 1.25rem 4rem; max-width: 66rem; background: var(--page); color: var(--ink);
  font: 16px/1.55 {_FONTS}; }}
h1 {{ font-size: 1.9rem; line-height: 1.2; margin: 0 0 .4rem; overflow-wrap: anywhere; }}
h2 {{ font-size: 1.25rem; margin: 3rem 0 .3rem; }}
p, figcaption {{ max-width: 46rem; overflow-wrap: anywhere; }}
p {{ margin: .4rem 0; }}
li {{ overflow-wrap: anywhere; }}
.source {{ color: var(--soft); font-style: italic; }}
.soft, figcaption {{ color: var(--soft); font-size: .92rem; }}
.missing {{ color: var(--soft); background: var(--panel); border-radius: 6px; padding: .6rem .9rem; }}
figure {{ margin: .8rem 0 0; }}
figcaption {{ margin-top: .5rem; }}
.scroll {{ overflow-x: auto; }}
svg {{ display: block; width: 100%; min-width: 38rem; height: auto; }}
svg text {{ font-family: {_FONTS} !important; }}
table {{ border-collapse: collapse; width: 100%; font-size: .9rem; font-variant-numeric: tabular-nums; }}
th, td {{ text-align: right; vertical-align: top; padding: .4rem .55rem; border-bottom: 1px solid var(--line); }}
th {{ font-weight: 600; }}
thead th {{ color: var(--soft); font-size: .82rem; vertical-align: bottom; }}
th:first-child, td:first-child, .words td, .words th {{ text-align: left; }}
th[scope=row] {{ min-width: 9rem; overflow-wrap: anywhere; }}
td {{ white-space: nowrap; }}
.words td {{ white-space: normal; overflow-wrap: anywhere; }}
td small, th small {{ display: block; color: var(--soft); }}
th small {{ font-weight: 400; }}
td b {{ font-weight: 650; }}
code, pre {{ font: .86em/1.45 ui-monospace, 'SF Mono', Menlo, 'DejaVu Sans Mono', monospace; }}
pre {{ background: var(--panel); border-radius: 6px; padding: .7rem .9rem; overflow-x: auto; }}
@media print {{ h2, figure, tr {{ break-inside: avoid; break-after: auto; }} }}
"""

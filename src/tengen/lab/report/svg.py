"""Matplotlib figures as SVG that belongs to a page: its fonts, its colours by day and night, read out aloud.

The text stays text, colours of `style.py` become its CSS variables, and identifiers get the plot's name
so that several plots can stand in one page. Nothing in it points outside.
"""

import html
import io
import re
import warnings
from collections.abc import Iterator
from contextlib import contextmanager
from typing import TYPE_CHECKING, Any

from tengen.errors import TengenError
from tengen.lab.report.style import COLORS, INK, LINE, SOFT

if TYPE_CHECKING:
    from matplotlib.axes import Axes
    from matplotlib.axis import Axis
    from matplotlib.figure import Figure

WIDTH = 9.0  # inches, at 72 units each; the page scales it
_SETTINGS: Any = {
    "svg.fonttype": "none",  # text, not outlines
    "svg.hashsalt": "tengen",  # the same page for the same games
    "text.parse_math": False,  # a player may be called $x$
    "font.family": "sans-serif",
    "font.sans-serif": ["DejaVu Sans"],
    "font.size": 9.5,
    "text.color": INK,
    "axes.edgecolor": LINE,
    "axes.labelcolor": SOFT,
    "axes.labelsize": 9.0,
    "axes.titlesize": 9.5,
    "axes.titlecolor": INK,
    "axes.titlelocation": "left",
    "axes.facecolor": "none",
    "axes.spines.top": False,
    "axes.spines.right": False,
    "axes.axisbelow": True,
    "axes.unicode_minus": True,
    "grid.color": LINE,
    "grid.linewidth": 0.6,
    "xtick.color": LINE,
    "ytick.color": LINE,
    "xtick.labelcolor": SOFT,
    "ytick.labelcolor": SOFT,
    "xtick.labelsize": 8.5,
    "ytick.labelsize": 8.5,
    "legend.frameon": False,
    "legend.fontsize": 9.0,
    "figure.facecolor": "none",
    "hatch.linewidth": 0.8,
}


@contextmanager
def drawing() -> Iterator[None]:
    """The settings that all plots are drawn with; an error a person can mend if there is no Matplotlib."""
    try:
        import matplotlib
    except ImportError:
        raise TengenError("plots need Matplotlib: run `make lab` or pip install 'tengen[lab]'") from None
    with matplotlib.rc_context(rc=_SETTINGS), warnings.catch_warnings():
        # A name may have letters that Matplotlib's font lacks; the reader's has them.
        warnings.filterwarnings("ignore", message=r"Glyph .* missing", category=UserWarning)
        yield


def new_figure(height: float) -> "Figure":
    """An empty figure of the page's width; pyplot, with its windows and globals, is not needed."""
    from matplotlib.figure import Figure

    return Figure(figsize=(WIDTH, height), layout="constrained")


def panels(count: int, *, share_x: bool = True, share_y: bool = True) -> "tuple[Figure, list[Axes]]":
    """Small plots side by side, at most three in a row: one for each player or pairing."""
    columns = min(count, 3)
    rows = -(-count // columns)
    figure = new_figure(2.9 if rows == 1 else 0.5 + 2.0 * rows)
    grid = figure.subplots(rows, columns, sharex=share_x, sharey=share_y, squeeze=False)
    axes: list[Axes] = list(grid.flat)
    for number, axis in enumerate(axes):
        if number >= count:
            axis.set_axis_off()
        elif number + columns >= count:
            axis.tick_params(labelbottom=True)  # nothing stands under it
    return figure, axes[:count]


def count_games(axis: "Axis") -> None:
    """Ticks at whole numbers only: there are no half games."""
    from matplotlib.ticker import MaxNLocator

    axis.set_major_locator(MaxNLocator("auto", steps=[1, 2, 5, 10], integer=True))


def to_svg(figure: "Figure", name: str, description: str) -> str:
    """The figure as an <svg> element, with a title for those who do not see it."""
    buffer = io.StringIO()
    figure.savefig(buffer, format="svg", metadata={"Date": None})
    text = buffer.getvalue()
    body = text[text.index(">", text.index("<svg")) + 1 : text.rindex("</svg>")]
    body = re.sub(r"<metadata>.*?</metadata>", "", body, flags=re.DOTALL)
    body = re.sub(r"<[^>]*>", lambda tag: _adopt(tag[0], name), body)  # names of players are outside of tags
    width, height = (72 * inches for inches in figure.get_size_inches())
    title = f'<title id="{name}-title">{html.escape(description)}</title>'
    opening = f'<svg viewBox="0 0 {width:g} {height:g}" role="img" aria-labelledby="{name}-title">'
    return f"{opening}{title}{body.strip()}</svg>"


def _adopt(tag: str, name: str) -> str:
    """A tag with the page's colours, and with identifiers of this plot."""
    tag = re.sub(r'\bid="([^"]*)"', rf'id="{name}-\1"', tag)
    tag = re.sub(r'\b(?:xlink:)?href="#([^"]*)"', rf'href="#{name}-\1"', tag)
    tag = re.sub(r"url\(#([^)]*)\)", rf"url(#{name}-\1)", tag)
    if "style=" not in tag:  # hatching has its colour in an attribute, where variables are not for all browsers
        tag = re.sub(r'\bfill="(#\w+)"', r'style="fill: \1"', tag)
    for variable, (light, _) in COLORS.items():
        tag = tag.replace(f": {light}", f": var(--{variable})")
    return tag

"""Reviewing games: every move analysed, mistakes named, graphs and an annotated record.

>>> from tengen import create_engine, loads
>>> with create_engine(seed=1) as engine:
...     review = review_game(loads("(;SZ[5]KM[0.5];B[cc];W[cd];B[bd])"), engine=engine, playouts=100)
>>> [str(move.move) for move in review.moves], review.searched
(['B C3', 'W C2', 'B B2'], 4)
"""

from tengen.review.model import GraphPoint, Review, ReviewedMove
from tengen.review.reviewed_position import ReviewedPosition
from tengen.review.reviewer import Progress, review_game
from tengen.review.severity import Severity, Thresholds
from tengen.review.store import SavedAnalysis

__all__ = [
    "GraphPoint",
    "Progress",
    "Review",
    "ReviewedMove",
    "ReviewedPosition",
    "SavedAnalysis",
    "Severity",
    "Thresholds",
    "review_game",
]

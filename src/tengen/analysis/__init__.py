"""What a position is worth, move by move: one value that protocols, pictures, reviews and notebooks share.

`model.py` is the value, `analyzer.py` makes it by a search that can be watched and stopped, `picture.py` draws it, and
`engine.py` is the short way to all of it from a notebook.
"""

from tengen.analysis.analyzer import Analyzer
from tengen.analysis.engine import Engine
from tengen.analysis.model import Analysis, AnalyzedMove

__all__ = ["Analysis", "AnalyzedMove", "Analyzer", "Engine"]

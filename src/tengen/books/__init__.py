"""Opening books: what is known of positions, by a hash that all orientations share.

A book is a table of positions (`table.py`), each with the moves known there. It is made from games (`from_games.py`),
from lines that a person wrote (`forced.py`, Fuego's format) or by searches (`growth.py`), and kept in a file
(`book_file.py`). `book.py` is what one asks; `in_play.py` is the book that a setting names.
"""

from tengen.books.book import Book, BookMove, BookPosition, Kind
from tengen.books.forced import ForcedLine

__all__ = ["Book", "BookMove", "BookPosition", "ForcedLine", "Kind"]

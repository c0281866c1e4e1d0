"""Game records: SGF files as trees of moves, and back.

>>> from tengen.records import loads
>>> record = loads("(;SZ[9]KM[5.5]PB[Ann]PW[Bob];B[ee];W[gc](;B[cc])(;B[gg]C[better]))")
>>> print(record)
Ann – Bob, 3 moves
>>> [str(move) for move in record.moves]
['B E5', 'W G7', 'B C7']
>>> record.position(2).to_play
<Color.BLACK: 1>
>>> [node.comment for node in record.nodes() if node.comment]
['better']
"""

from tengen.records.errors import RecordError
from tengen.records.node import GameNode
from tengen.records.reader import load, load_all, loads, loads_all
from tengen.records.record import GameRecord
from tengen.records.result import Ending, Result

__all__ = ["Ending", "GameNode", "GameRecord", "RecordError", "Result", "load", "load_all", "loads", "loads_all"]

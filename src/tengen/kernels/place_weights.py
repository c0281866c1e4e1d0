"""How much strong players play at each kind of place (`tactics/place.py`) on large boards, as learnt from their games.

`place_weights.csv` holds natural logarithms of the strength of each place, on top of that of the shape;
`tools/learn_shapes.py --places` made it.
"""

from pathlib import Path

import numpy as np

from tengen.kernels.tactics.place import PLACES

_FILE = Path(__file__).with_name("place_weights.csv")


def _read() -> np.ndarray:
    weights = np.zeros(PLACES)
    if _FILE.exists():  # it is not while it is learnt for the first time
        for line in _FILE.read_text().split()[1:]:
            place, weight = line.split(",")
            weights[int(place)] = float(weight)
    return weights


PLACE_WEIGHTS = _read()

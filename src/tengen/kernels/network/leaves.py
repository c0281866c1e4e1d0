"""What a network is shown of a leaf of the search."""

import numpy as np

from tengen.kernels.compile import kernel
from tengen.kernels.geometry import BLACK, U
from tengen.kernels.network.inputs import HISTORY, write_globals, write_words


@kernel
def show_leaf(simulations, played, komi, works, words, values):
    """Write what is seen of the leaf of a simulation (an array of one).

    `played` are the last moves of the game before the search, the newest first; `komi` is White's.
    """
    simulation = simulations[0]
    history = np.zeros(HISTORY, np.int64)
    depth = np.int64(simulation.depth)
    for i in range(HISTORY):
        history[i] = simulation.moves[U(depth - 1 - i)] if i < depth else played[U(i - depth)]
    board = simulation.board
    write_words(board, history, works[0], words)
    own = -komi if board.to_play == BLACK else komi
    write_globals(np.int64(board.side), own, history, values)

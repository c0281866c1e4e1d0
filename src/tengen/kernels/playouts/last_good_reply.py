"""Last good reply with forgetting: what answered a move well last time is played again.

Drake, "The last-good-reply policy for Monte-Carlo Go" (2009); Baier and Drake, "The power of
forgetting: improving the last-good-reply policy in Monte Carlo Go" (2010). After a simulation
every reply of the winner is remembered, and a remembered reply that the loser played is
forgotten, for the moves in the tree as for those of the playout. Replies are kept to the last
move (LGRF-1) and to the last two (LGRF-2). A pass is no reply, and none is kept to a pass.

The table of replies to two moves is a plain one with a place for every pair, 0.7 MB in all.
A hash table would be smaller but would mix replies up or have to check its keys; and of the plain
one a search touches only the pairs of its board, some 60 KB on 9×9. Every thread has tables of its
own.
"""

import numpy as np

from tengen.kernels.compile import kernel
from tengen.kernels.geometry import BLACK, EMPTY, NO_POINT, PASS, POINTS, WHITE, U
from tengen.kernels.record_type import record_type
from tengen.kernels.tactics.eyes import is_playable

# A reply of PASS means that there is none.
REPLIES = record_type(
    [
        ("to_one", np.int16, 2 * POINTS),  # at (colour - 1, last move)
        ("to_two", np.int16, 2 * POINTS * POINTS),  # at (colour - 1, move before it, last move)
    ]
)


def new_replies() -> np.ndarray:
    """An array of one record without any replies, as the entry points take it.

    Memory that is never written to costs nothing: a policy that does not learn pays nothing.
    """
    return np.zeros(1, REPLIES)


@kernel
def _place_of_one(color, last):
    return (color - 1) * POINTS + last


@kernel
def _place_of_two(color, last, before_last):
    return ((color - 1) * POINTS + before_last) * POINTS + last


@kernel
def good_reply(replies, board, color, last, before_last, level):
    """The remembered reply of `color` to the last `level` moves, PASS if there is none to play.

    A reply to two moves goes before one to the last move alone. A reply that is not
    playable here, or would fill an own eye, is left out.
    """
    if last <= NO_POINT:
        return np.int64(PASS)
    if level >= 2 and before_last > NO_POINT:
        reply = np.int64(replies.to_two[U(_place_of_two(color, last, before_last))])
        if reply != PASS and board.color[U(reply)] == EMPTY and is_playable(board, reply, color):
            return reply
    reply = np.int64(replies.to_one[U(_place_of_one(color, last))])
    if reply != PASS and board.color[U(reply)] == EMPTY and is_playable(board, reply, color):
        return reply
    return np.int64(PASS)


@kernel
def learn_replies(replies, start, trace, length, margin, level):
    """Learn from a simulation: `trace[:length]` are its moves on from the board `start`.

    `margin` is Black's; a draw teaches nothing. With a `level` of 1 the replies to two moves
    are left alone.
    """
    if margin == 0:
        return
    winner = BLACK if margin > 0 else WHITE
    color = np.int64(start.to_play)
    before_last = np.int64(start.previous_move)
    last = np.int64(start.last_move)
    for i in range(length):
        move = np.int64(trace[U(i)])
        if move != PASS and last > NO_POINT:
            place = U(_place_of_one(color, last))
            if color == winner:
                replies.to_one[place] = move
            elif replies.to_one[place] == move:
                replies.to_one[place] = PASS
            if level >= 2 and before_last > NO_POINT:
                place = U(_place_of_two(color, last, before_last))
                if color == winner:
                    replies.to_two[place] = move
                elif replies.to_two[place] == move:
                    replies.to_two[place] = PASS
        before_last, last = last, move
        color = 3 - color

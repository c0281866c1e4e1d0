"""The rules that playouts are made of: MoGo's (`mogo.py`), Pachi's (`moggy.py`) and the last good replies.

A new rule is a kernel in a file of its own that lists moves in `work.moves` and returns how many; and here its name,
with a number that no other has, and its place in `moves_by`. Then `--set playout=moggy,its-name:0.5` plays it.
"""

from tengen.kernels.compile import kernel
from tengen.kernels.playouts import moggy, mogo

RANDOM, ATARI, PATTERN, CAPTURE, PATTERN_GLOBAL, LGRF1, LGRF2 = 0, 1, 2, 3, 4, 5, 6
KO, NAKADE, ONE_LIBERTY, TWO_LIBERTIES, FEW_LIBERTIES, SHAPE, SELF_ATARI = 7, 8, 9, 10, 11, 12, 13
KO_FILL, NAKADE_GROUP, THREE_LIBERTIES, EYE_FIX, SEKI, ATTACK_INSTEAD, RANDOM_EYE_FIX = 14, 15, 16, 17, 18, 19, 20
WEIGHTED, BY_WEIGHT, JOSEKI = 21, 22, 23

RULES = {
    "atari": ATARI,
    "pattern": PATTERN,
    "capture": CAPTURE,
    "pattern-global": PATTERN_GLOBAL,
    "lgrf1": LGRF1,  # the last good replies, which `policy.py` asks itself
    "lgrf2": LGRF2,
    "ko": KO,
    "nakade": NAKADE,
    "one-liberty": ONE_LIBERTY,
    "two-liberties": TWO_LIBERTIES,
    "few-liberties": FEW_LIBERTIES,
    "shape": SHAPE,
    "ko-fill": KO_FILL,
    "nakade-group": NAKADE_GROUP,
    "three-liberties": THREE_LIBERTIES,
    "eye-fix": EYE_FIX,
    "joseki": JOSEKI,  # a corner of the dictionary, which `policy.py` asks itself
    "self-atari": SELF_ATARI,
    "seki": SEKI,
    "attack-instead": ATTACK_INSTEAD,
    "random-eye-fix": RANDOM_EYE_FIX,
    "weighted": WEIGHTED,
    "by-weight": BY_WEIGHT,
}
# What lists no moves but says how they are drawn and looked at, wherever it stands: the field with its chance.
LOOKS = {
    SELF_ATARI: "self_atari",
    SEKI: "seki",
    ATTACK_INSTEAD: "attack_instead",
    RANDOM_EYE_FIX: "eye_fix",
    WEIGHTED: "weighted",
    BY_WEIGHT: "by_weight",
}


@kernel
def moves_by(rule, board, color, last, on_board, patterns, work):
    """List the moves of a rule in `work.moves`; how many there are. `last` is the last move, if that is `on_board`."""
    if rule == CAPTURE:
        return mogo.captures(board, color, work)
    if rule == PATTERN_GLOBAL:
        return mogo.patterns_anywhere(board, color, patterns, work)
    if rule == KO:
        return moggy.retake_ko(board, color, work)
    if rule == KO_FILL:
        return moggy.play_ko(board, color, work)
    if not on_board:
        return 0
    if rule == NAKADE:
        return moggy.vital_points_beside(board, last, color, work)
    if rule == ONE_LIBERTY:
        return moggy.answer_one_liberty(board, last, color, work)
    if rule == TWO_LIBERTIES:
        return moggy.answer_two_liberties(board, last, color, work)
    if rule == FEW_LIBERTIES:
        return moggy.answer_few_liberties(board, last, color, work)
    if rule == SHAPE:
        return moggy.good_shapes(board, last, color, patterns, work)
    if rule == NAKADE_GROUP:
        return moggy.vital_points(board, last, color, work)
    if rule == THREE_LIBERTIES:
        return moggy.answer_three_liberties(board, last, color, work)
    if rule == EYE_FIX:
        return moggy.fix_eyes(board, last, color, work)
    if rule == ATARI:
        return mogo.answer_atari(board, last, color, work)
    if rule == PATTERN:
        return mogo.patterns_around(board, last, color, patterns, work)
    return 0

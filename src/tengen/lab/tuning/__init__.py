"""Tuning: numeric settings of an engine of ours against a reference opponent, honest about noise.

`TuningPlan` says what is wanted, `Tuner` plays it, `TuningState` is what is known, `confirm` plays the fresh
match that decides; `display` puts all of it in words. Start reading at `tuning.py`.
"""

from tengen.lab.tuning.confirm import Confirmation, Verdict, confirm, confirmations
from tengen.lab.tuning.live_tuning import tune
from tengen.lab.tuning.plan import TuningPlan
from tengen.lab.tuning.state import TuningState, state_of
from tengen.lab.tuning.tuning import Tuner, begin, stored_plan

__all__ = [
    "Confirmation",
    "Tuner",
    "TuningPlan",
    "TuningState",
    "Verdict",
    "begin",
    "confirm",
    "confirmations",
    "state_of",
    "stored_plan",
    "tune",
]

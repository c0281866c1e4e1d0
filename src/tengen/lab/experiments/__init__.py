"""The published experiments that the laboratory repeats: a TOML file for each table, in ``tables/``.

`experiments()` are all of them, `experiment(name)` is one, and `plan` makes of one the pairings to be played
at a scale: ``paper`` for the paper's own conditions, ``small`` for two cores and less than half an hour.
A row whose feature is not there yet says so in its `missing`, and is played once it is.
"""

from tengen.lab.experiments.availability import is_available, missing, missing_of, waits_for
from tengen.lab.experiments.loader import experiment, experiment_names, experiments
from tengen.lab.experiments.model import Experiment, ExperimentRow, ExperimentScale, Planned, SpeedRow
from tengen.lab.experiments.planning import plan
from tengen.lab.experiments.speed import Speed, measure

__all__ = [
    "Experiment",
    "ExperimentRow",
    "ExperimentScale",
    "Planned",
    "Speed",
    "SpeedRow",
    "experiment",
    "experiment_names",
    "experiments",
    "is_available",
    "measure",
    "missing",
    "missing_of",
    "plan",
    "waits_for",
]

"""What the results of games say: intervals, tests, ratings and when to stop a match.

Pure functions of counts; nothing here plays games or reads files. Start with `MatchTally` (one
match), `compare` (two win rates), `rate` (many players) or `SequentialTest` (when to stop).
"""

from tengen.lab.statistics.comparison import Comparison, Rate, compare, describe, parse_rate, verdict
from tengen.lab.statistics.elo import elo_from_score, elo_interval, score_from_elo
from tengen.lab.statistics.intervals import (
    Estimate,
    Interval,
    exact_interval,
    games_for_half_width,
    normal_interval,
    wilson_interval,
)
from tengen.lab.statistics.proportions import ProportionTest, difference_interval, games_needed, proportion_test
from tengen.lab.statistics.ratings import Encounter, Ratings, rate
from tengen.lab.statistics.sprt import Decision, SequentialState, SequentialTest
from tengen.lab.statistics.superiority import exact_superiority, likelihood_of_superiority
from tengen.lab.statistics.tally import MatchTally, PairCounts

__all__ = [
    "Comparison",
    "Decision",
    "Encounter",
    "Estimate",
    "Interval",
    "MatchTally",
    "PairCounts",
    "ProportionTest",
    "Rate",
    "Ratings",
    "SequentialState",
    "SequentialTest",
    "compare",
    "describe",
    "difference_interval",
    "elo_from_score",
    "elo_interval",
    "exact_interval",
    "exact_superiority",
    "games_for_half_width",
    "games_needed",
    "likelihood_of_superiority",
    "normal_interval",
    "parse_rate",
    "proportion_test",
    "rate",
    "score_from_elo",
    "verdict",
    "wilson_interval",
]

"""`tengen lab compare`: whether two win rates differ."""

import json
from typing import Annotated

import typer

from tengen.cli.options import AsJson


def compare(
    first: Annotated[str, typer.Argument(metavar="A", help="Wins and games: 510/1000, 51%/1000, 510-490.")],
    second: Annotated[str, typer.Argument(metavar="B", help="The same of the other.")],
    as_json: AsJson = False,
) -> None:
    """Say whether two win rates differ, and how many games it would take to see it."""
    from tengen.lab.statistics import compare as compare_rates
    from tengen.lab.statistics import describe, parse_rate, proportion_test

    a, b = parse_rate(first), parse_rate(second)
    found = compare_rates(a.wins, a.games, b.wins, b.games)
    if not as_json:
        print("\n".join(describe(found)))
        return
    plain = proportion_test(a.wins, a.games, b.wins, b.games, corrected=False)
    told = {
        "rates": [a.value, b.value],
        "intervals": [[rate.interval().low, rate.interval().high] for rate in (a, b)],
        "difference": found.difference,
        "difference_interval": [found.difference_interval.low, found.difference_interval.high],
        "p_one_sided": found.test.one_sided,
        "p_two_sided": found.test.two_sided,
        "p_one_sided_uncorrected": plain.one_sided,
        "p_two_sided_uncorrected": plain.two_sided,
        "separable": found.separable,
        "games_needed": found.games_needed,
    }
    print(json.dumps(told))

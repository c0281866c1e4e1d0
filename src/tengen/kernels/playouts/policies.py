"""Playout policies by name, or spelled out rule by rule.

>>> [rule for rule, chance in parse_policy("mogo")]
['atari', 'pattern', 'capture']
>>> parse_policy("atari,pattern:0.5")
[('atari', 1.0), ('pattern', 0.5)]
>>> parse_policy("light-lgrf2")
[('lgrf2', 1.0)]
>>> parse_policy("attari")
Traceback (most recent call last):
...
tengen.errors.TengenError: no playout rule is called 'attari': choose from atari, pattern, capture, ...
"""

from functools import cache

import numpy as np

from tengen.errors import TengenError
from tengen.kernels.patterns import MOGO, pattern_table
from tengen.kernels.playouts import mogo

NAMED = {
    "light": "",  # uniformly random
    "mogo": "atari,pattern,capture",
    "mogo-global": "atari,pattern-global,capture",
    "light-lgrf1": "lgrf1",
    "light-lgrf2": "lgrf2",
    "mogo-lgrf1": "lgrf1,atari,pattern,capture",
    "mogo-lgrf2": "lgrf2,atari,pattern,capture",
}
_RULES = {
    "atari": mogo.ATARI,
    "pattern": mogo.PATTERN,
    "capture": mogo.CAPTURE,
    "pattern-global": mogo.PATTERN_GLOBAL,
    "lgrf1": mogo.LGRF1,
    "lgrf2": mogo.LGRF2,
}
_LEARNS = {mogo.LGRF1: 1, mogo.LGRF2: 2}
RULE_NAMES = {mogo.RANDOM: "random", **{rule: name for name, rule in _RULES.items()}}


def parse_policy(text: str) -> list[tuple[str, float]]:
    """The rules of a policy in their order, each with the chance that it is asked."""
    rules = []
    for part in NAMED.get(text, text).split(","):
        if not part.strip():
            continue
        name, colon, chance_text = part.strip().partition(":")
        if name not in _RULES:
            raise TengenError(f"no playout rule is called {name[:40]!r}: choose from {', '.join(_RULES)}")
        try:
            chance = float(chance_text) if colon else 1.0
        except ValueError:
            chance = -1.0
        if not 0 <= chance <= 1:
            raise TengenError(f"the chance of the playout rule {part[:40]!r} must be a number from 0 to 1")
        rules.append((name, chance))
    if len(rules) > mogo.MOST_RULES:
        raise TengenError(f"a playout policy has at most {mogo.MOST_RULES} rules, not {len(rules)}")
    return rules


def policy_record(text: str) -> np.ndarray:
    """The policy as the kernels take it, an array of one record."""
    rules = parse_policy(text)
    policies = np.zeros(1, mogo.POLICY)
    policies["rule_count"] = len(rules)
    policies["learns"] = max((_LEARNS.get(_RULES[name], 0) for name, _ in rules), default=0)
    for index, (name, chance) in enumerate(rules):
        policies["rules"][0][index] = _RULES[name]
        policies["chances"][0][index] = round(chance * mogo.CERTAIN)
    return policies


@cache
def default_patterns() -> np.ndarray:
    """The table of MoGo's 3×3 shapes, worked out on first use."""
    return pattern_table(MOGO)

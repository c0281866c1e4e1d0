"""Playout policies by name, or spelled out rule by rule.

>>> [rule for rule, chance in parse_policy("mogo")]
['atari', 'pattern', 'capture']
>>> parse_policy("atari,pattern:0.5")
[('atari', 1.0), ('pattern', 0.5)]
>>> parse_policy("light-lgrf2")
[('lgrf2', 1.0)]

Rules behind a name change that policy: another chance (0 switches a rule off), or a rule more. The
chance `auto` is the thesis's (3.4): 0.9 on small boards, 0.8 on large ones. `moggy` always asks the rules that the
thesis asks so often: on 19x19 that tells the winners of masters' games better, and on 9x9 it does no harm.

>>> dict(parse_policy("moggy,two-liberties:0", size=19))["two-liberties"]
0.0
>>> dict(parse_policy("moggy,shape:auto", size=9))["shape"], dict(parse_policy("moggy,shape:auto", size=19))["shape"]
(0.9, 0.8)

Beside rules there are numbers, which say how moves are drawn by weight (`weighted.py`): `exponent` of the learnt
strengths of shapes, and the factors `near` and `near-before` for moves beside the last one and the one before it.

>>> dict(parse_policy("weighted,near:5"))["near"]
5.0

`analyze-after` fills the board without looking (`analyze_after.py`), and has no place for rules.

>>> parse_policy("analyze-after")
[('analyze-after', 1.0)]
>>> parse_policy("moggy,analyze-after")
Traceback (most recent call last):
...
tengen.errors.TengenError: analyze-after fills the board without rules: it cannot be mixed with others, playout=...
>>> parse_policy("mogo,nakade:0")
Traceback (most recent call last):
...
tengen.errors.TengenError: the playout mogo has no rule nakade to switch off: its rules are atari, pattern, capture
>>> parse_policy("attari")
Traceback (most recent call last):
...
tengen.errors.TengenError: no playout rule is called 'attari': choose from atari, pattern, capture, ...
"""

from functools import cache

import numpy as np

from tengen.errors import TengenError
from tengen.kernels.patterns import MOGGY, MOGO, shape_table
from tengen.kernels.playouts import policy
from tengen.kernels.playouts.rules import LGRF1, LGRF2, LOOKS, RANDOM, RULES
from tengen.kernels.playouts.weighted import NEAR_ONE, strengths

NAMED = {
    "light": "",  # uniformly random
    "mogo": "atari,pattern,capture",
    "mogo-global": "atari,pattern-global,capture",
    "light-lgrf1": "lgrf1",
    "light-lgrf2": "lgrf2",
    "mogo-lgrf1": "lgrf1,atari,pattern,capture",
    "mogo-lgrf2": "lgrf2,atari,pattern,capture",
    "weighted": "weighted,self-atari:0.95,seki",
    # By `benchmarks/judgement.py`. Of the other chances none tells winners better or worse by what could be measured;
    # nor does nakade of the whole group (nakade-group), which costs a twentieth of the time or more.
    "moggy": "ko:0.2,nakade:0.2,one-liberty,two-liberties,few-liberties:0.2,shape,self-atari:0.95,seki",
    "moggy-weighted": "ko:0.2,nakade:0.2,one-liberty,two-liberties,few-liberties:0.2,weighted,self-atari:0.95,seki",
}
ANALYZE_AFTER = "analyze-after"
_EXPONENT, _NEAR, _NEAR_BEFORE = "exponent", "near", "near-before"
_NUMBERS = {_EXPONENT: (0.0, 4.0), _NEAR: (1.0, 1000.0), _NEAR_BEFORE: (1.0, 1000.0)}  # and their bounds
_USUAL_NUMBERS = {_EXPONENT: 1.0, _NEAR: 200.0, _NEAR_BEFORE: 8.0}
_LEARNS = {LGRF1: 1, LGRF2: 2}
RULE_NAMES = {RANDOM: "random", **{rule: name for name, rule in RULES.items()}}
_LEAST_PATIENCE, _PATIENCE_A_LINE = 4, 0.3  # predicts winners no worse than three times as much
_SMALL, _LARGE = (9, 0.9), (19, 0.8)  # board size and the thesis's chance of a rule


def _thesis_chance(size: int) -> float:
    share = min(1.0, max(0.0, (size - _SMALL[0]) / (_LARGE[0] - _SMALL[0])))
    return _SMALL[1] + share * (_LARGE[1] - _SMALL[1])


def _parse_number(name: str, text: str) -> float:
    least, most = _NUMBERS[name]
    try:
        number = float(text)
    except ValueError:
        number = -1.0
    if not least <= number <= most:
        raise TengenError(f"{name} of a playout must be a number from {least:g} to {most:g}, not {text[:40]!r}")
    return number


def _parse_rule(part: str, size: int) -> tuple[str, float]:
    name, colon, chance_text = part.strip().partition(":")
    if name in _NUMBERS:
        return name, _parse_number(name, chance_text)
    if name not in RULES:
        raise TengenError(f"no playout rule is called {name[:40]!r}: choose from {', '.join(RULES)}")
    if chance_text == "auto":
        return name, _thesis_chance(size)
    try:
        chance = float(chance_text) if colon else 1.0
    except ValueError:
        chance = -1.0
    if not 0 <= chance <= 1:
        raise TengenError(f"the chance of the playout rule {part[:40]!r} must be a number from 0 to 1, or auto")
    return name, chance


def parse_policy(text: str, size: int = 9) -> list[tuple[str, float]]:
    """The rules of a policy in their order, each with the chance that it is asked on a board of `size`."""
    if ANALYZE_AFTER in (part.partition(":")[0].strip() for part in text.split(",")):
        if text.strip() != ANALYZE_AFTER:
            raise TengenError(
                f"{ANALYZE_AFTER} fills the board without rules: it cannot be mixed with others, "
                f"playout={ANALYZE_AFTER} is all there is to say"
            )
        return [(ANALYZE_AFTER, 1.0)]
    name, _, changes = text.partition(",")
    rules: dict[str, float] = {}
    if name.strip() in NAMED:
        rules.update(_parse_rule(part, size) for part in NAMED[name.strip()].split(",") if part)
    else:
        name, changes = "", text
    for part in filter(str.strip, changes.split(",")):
        rule, chance = _parse_rule(part, size)
        if name and chance == 0 and rule not in rules and rule in RULES:
            has = f"its rules are {', '.join(rules)}" if rules else "it has no rules"
            raise TengenError(f"the playout {name.strip()} has no rule {rule} to switch off: {has}")
        rules[rule] = chance  # a rule named again keeps its place
    if len(rules) > policy.MOST_RULES:
        raise TengenError(f"a playout policy has at most {policy.MOST_RULES} rules, not {len(rules)}")
    return list(rules.items())


def policy_record(text: str, size: int = 9) -> np.ndarray:
    """The policy as the kernels take it on a board of `size`, an array of one record."""
    policies = np.zeros(1, policy.POLICY)
    record = policies[0]
    record["patience"] = round(_LEAST_PATIENCE + _PATIENCE_A_LINE * max(0, size - 9))
    parsed = dict(parse_policy(text, size))
    record["analyze_after"] = parsed.pop(ANALYZE_AFTER, 0) > 0
    numbers = {name: parsed.pop(name, usual) for name, usual in _USUAL_NUMBERS.items()}
    record["near"] = round(numbers[_NEAR] * NEAR_ONE)
    record["near_before"] = round(numbers[_NEAR_BEFORE] * NEAR_ONE)
    record["strengths"] = strengths(numbers[_EXPONENT])
    for name, chance in parsed.items():
        rule = RULES[name]
        if rule in LOOKS:
            record[LOOKS[rule]] = round(chance * policy.CERTAIN)
        elif chance > 0:
            record["rules"][record["rule_count"]] = rule
            record["chances"][record["rule_count"]] = round(chance * policy.CERTAIN)
            record["rule_count"] += 1
            record["learns"] = max(record["learns"], _LEARNS.get(rule, 0))
    return policies


@cache
def default_patterns() -> np.ndarray:
    """The table of the 3×3 shapes, worked out on first use."""
    return shape_table(MOGO, MOGGY)

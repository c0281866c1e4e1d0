"""The rules of Go as a few independent choices, and the customary sets of them.

A `Ruleset` is made of fields, so that a rule can be changed alone; the presets are what
players mean by "Chinese rules" and so on. Names that KGS, KataGo and SGF files use for
them are understood as well.
"""

from dataclasses import asdict, dataclass, replace
from enum import Enum
from typing import Any

from tengen.errors import TengenError
from tengen.kernels.geometry import MAX_SIZE

MOST_KOMI = MAX_SIZE * MAX_SIZE  # points, for either side


class Scoring(Enum):
    """What counts: stones and territory (area), or territory and prisoners."""

    AREA = "area"
    TERRITORY = "territory"


class Ko(Enum):
    """Which repetitions are forbidden."""

    SIMPLE = "simple"  # only the immediate retaking of one stone
    POSITIONAL = "positional"  # any position that was on the board before
    SITUATIONAL = "situational"  # any such position with the same player to move


class Compensation(Enum):
    """The points White gets for Black's handicap stones under area counting."""

    NONE = "none"
    ONE_LESS = "one less"  # n - 1 for n stones (AGA)
    EACH = "each"  # n for n stones (Chinese)


def checked_komi(points: float) -> float:
    """A komi, if it is one: more points than a board has are nobody's.

    >>> checked_komi(7), checked_komi(-361)
    (7.0, -361.0)
    >>> checked_komi(1e300)
    Traceback (most recent call last):
    ...
    tengen.errors.TengenError: a komi of 1e+300 is not possible: give points for White, -361 to 361
    """
    if not -MOST_KOMI <= points <= MOST_KOMI:
        raise TengenError(f"a komi of {points:g} is not possible: give points for White, {-MOST_KOMI} to {MOST_KOMI}")
    return float(points) + 0.0  # no -0


@dataclass(frozen=True)
class Ruleset:
    """One set of rules.

    >>> Ruleset.named("Chinese").komi
    7.5
    >>> Ruleset.named("new_zealand").suicide
    True
    >>> Ruleset.named("japanese").changed(komi=0.5).komi
    0.5
    """

    name: str
    scoring: Scoring
    ko: Ko
    suicide: bool = False
    komi: float = 7.5  # points, in an even game
    compensation: Compensation = Compensation.NONE
    pass_stones: bool = False  # a pass hands over a prisoner, and White passes last
    removes_dead: bool = True  # dead stones are taken off at the end by agreement

    def __post_init__(self) -> None:
        """Let the values of the choices be written as text too."""
        for field, kind in (("scoring", Scoring), ("ko", Ko), ("compensation", Compensation)):
            value = getattr(self, field)
            try:
                object.__setattr__(self, field, kind(value))
            except ValueError:
                choices = ", ".join(choice.value for choice in kind)
                raise TengenError(f"{field} cannot be {value!r}: choose one of {choices}") from None
        checked_komi(self.komi)

    @classmethod
    def named(cls, name: str) -> "Ruleset":
        """The preset of a name, in any usual spelling."""
        key = " ".join(name.lower().replace("_", " ").replace("-", " ").split())
        key = _ALIASES.get(key, key)
        if key not in RULESETS:
            known = ", ".join(RULESETS)
            raise TengenError(f"no rules are called {name[:40]!r}: choose one of {known}")
        return RULESETS[key]

    def changed(self, **fields: Any) -> "Ruleset":
        """These rules with some fields changed; the name says so.

        >>> Ruleset.named("chinese").changed(ko=Ko.SIMPLE).name
        'chinese (changed)'
        """
        changed = replace(self, **fields)
        if "name" not in fields and set(fields) - {"komi"} and changed != self:
            changed = replace(changed, name=f"{self.name.removesuffix(' (changed)')} (changed)")
        return changed

    def handicap_points(self, stones: int) -> int:
        """What White is given for `stones` handicap stones.

        >>> [Ruleset.named(n).handicap_points(4) for n in ("chinese", "aga", "japanese")]
        [4, 3, 0]
        """
        if stones < 2 or self.compensation is Compensation.NONE:
            return 0
        return stones - (self.compensation is Compensation.ONE_LESS)

    def default_komi(self, handicap: int = 0) -> float:
        """The customary komi: the preset's in an even game, half a point with handicap."""
        return 0.5 if handicap else self.komi

    def to_dict(self) -> dict[str, Any]:
        """The fields as plain values, for JSON and settings files."""
        return {key: value.value if isinstance(value, Enum) else value for key, value in asdict(self).items()}


RULESETS: dict[str, Ruleset] = {
    rules.name: rules
    for rules in (
        Ruleset("chinese", Scoring.AREA, Ko.POSITIONAL, compensation=Compensation.EACH),
        Ruleset("japanese", Scoring.TERRITORY, Ko.SIMPLE, komi=6.5),
        Ruleset("korean", Scoring.TERRITORY, Ko.SIMPLE, komi=6.5),
        Ruleset("aga", Scoring.AREA, Ko.SITUATIONAL, compensation=Compensation.ONE_LESS, pass_stones=True),
        Ruleset("new zealand", Scoring.AREA, Ko.SITUATIONAL, suicide=True, komi=7.0),
        Ruleset("tromp-taylor", Scoring.AREA, Ko.POSITIONAL, suicide=True, removes_dead=False),
    )
}

_ALIASES = {
    "tromp taylor": "tromp-taylor",
    "tt": "tromp-taylor",
    "cgos": "tromp-taylor",
    "logical": "tromp-taylor",
    "cn": "chinese",
    "chinese ogs": "chinese",
    "chinese kgs": "chinese",
    "area": "chinese",
    "jp": "japanese",
    "territory": "japanese",
    "kr": "korean",
    "bga": "aga",
    "french": "aga",
    "american": "aga",
    "nz": "new zealand",
    "newzealand": "new zealand",
}

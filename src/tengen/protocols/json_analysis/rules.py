"""Rules as queries name them: a name, an abbreviation, or KataGo's object of single choices."""

import json
from typing import Any

from tengen.errors import TengenError
from tengen.game.ruleset import RULESETS, Compensation, Ko, Ruleset, Scoring
from tengen.protocols.json_analysis.fields import FieldError, chosen, mapping, shown, text, truth

_BONUS = {"0": Compensation.NONE, "N": Compensation.EACH, "N-1": Compensation.ONE_LESS}
_TAXED = ("stone scoring", "ancient territory", "ancient area")
_BUTTON = ("aga button", "button")
_KNOWN = ("ko", "scoring", "tax", "suicide", "hasButton", "whiteHandicapBonus", "friendlyPassOk")


def read_rules(value: Any, field: str = "rules") -> tuple[Ruleset, list[str]]:
    """The rules, and what is to be said about them where they are only nearly those that were meant.

    >>> read_rules("jp")[0].name, read_rules({"scoring": "AREA", "ko": "SIMPLE"})[0].ko
    ('japanese', <Ko.SIMPLE: 'simple'>)
    """
    if isinstance(value, str) and value.strip().startswith("{"):
        try:
            value = json.loads(value)
        except (ValueError, RecursionError):
            raise FieldError(field, f"{field} look like an object but are no JSON: write a name or an object") from None
    if isinstance(value, dict):
        return _from_choices(value, field)
    name = " ".join(text(value, field).lower().replace("_", " ").replace("-", " ").split())
    if name in _TAXED:
        raise FieldError(field, f"{field} {shown(value)} count stones alone, which is not done here: choose {_names()}")
    if name in _BUTTON:
        raise FieldError(field, f"{field} {shown(value)} have a button, which is not played here: choose {_names()}")
    try:
        return Ruleset.named("korean" if name == "ko" else name), []
    except TengenError as error:
        raise FieldError(field, str(error)) from None


def read_bonus(value: Any, field: str) -> Compensation:
    """What White gets for handicap stones: 0, N or N-1.

    >>> read_bonus("N-1", "whiteHandicapBonus"), read_bonus(0, "whiteHandicapBonus")
    (<Compensation.ONE_LESS: 'one less'>, <Compensation.NONE: 'none'>)
    """
    if value == 0 and not isinstance(value, bool):
        return Compensation.NONE
    return _BONUS[chosen(value, field, tuple(_BONUS))]


def _from_choices(value: dict[str, Any], field: str) -> tuple[Ruleset, list[str]]:
    choices = mapping(value, field)
    unknown = [name for name in choices if name not in _KNOWN]
    if unknown:
        raise FieldError(field, f"{field} have no choice {shown(unknown[0])}: there are {', '.join(_KNOWN)}")
    scoring = Scoring(_choice(choices, "scoring", field, ("AREA", "TERRITORY"), "AREA").lower())
    ko = Ko(_choice(choices, "ko", field, ("SIMPLE", "POSITIONAL", "SITUATIONAL"), "POSITIONAL").lower())
    usual_tax = "SEKI" if scoring is Scoring.TERRITORY else "NONE"
    tax = _choice(choices, "tax", field, ("NONE", "SEKI", "ALL"), usual_tax)
    if tax == "ALL":
        raise FieldError(field, f"{field} with a tax on every group are not played here: choose tax {usual_tax}")
    if truth(choices.get("hasButton", False), field):
        raise FieldError(field, f"{field} with a button are not played here: choose hasButton false")
    truth(choices.get("friendlyPassOk", False), field)
    base = RULESETS["japanese" if scoring is Scoring.TERRITORY else "tromp-taylor"]
    rules = base.changed(
        name="chosen",
        ko=ko,
        suicide=truth(choices.get("suicide", False), field),
        compensation=read_bonus(choices.get("whiteHandicapBonus", "0"), field),
        removes_dead=True,
    )
    if tax == usual_tax:
        return rules, []
    counted = "are not counted" if scoring is Scoring.TERRITORY else "are counted"
    return rules, [f"with {scoring.value} scoring, points in seki {counted} here, whatever the tax"]


def _choice(choices: dict[str, Any], name: str, field: str, among: tuple[str, ...], usual: str) -> str:
    word = text(choices.get(name, usual), field).upper()
    if word not in among:
        raise FieldError(field, f"{name} in {field} must be one of {', '.join(among)}, not {shown(choices[name])}")
    return word


def _names() -> str:
    return ", ".join(RULESETS)

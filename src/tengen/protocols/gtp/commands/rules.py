"""Commands that set the rules, as KGS, KataGo and Fuego name them."""

import json
from typing import Any

from tengen.game.ruleset import Compensation, Ko, Ruleset, Scoring
from tengen.protocols.gtp.commands.registry import (
    Arguments,
    GtpRefusal,
    command,
)
from tengen.protocols.gtp.session import GtpSession


@command("kgs-rules", "RULES")
def kgs_rules(session: GtpSession, arguments: Arguments) -> None:
    """Play by the rules KGS calls chinese, aga, japanese or new_zealand."""
    session.set_rules(Ruleset.named(arguments[0]))


# KataGo's names for what a ruleset is made of, and ours.
_KATA_SCORING = {"AREA": Scoring.AREA, "TERRITORY": Scoring.TERRITORY}
_KATA_KO = {"SIMPLE": Ko.SIMPLE, "POSITIONAL": Ko.POSITIONAL, "SITUATIONAL": Ko.SITUATIONAL}
_KATA_BONUS = {"0": Compensation.NONE, "N-1": Compensation.ONE_LESS, "N": Compensation.EACH}
_KATA_RULES: dict[str, tuple[str, dict[Any, Any]]] = {
    "scoring": ("scoring", _KATA_SCORING),
    "ko": ("ko", _KATA_KO),
    "whiteHandicapBonus": ("compensation", _KATA_BONUS),
    "suicide": ("suicide", {True: True, False: False}),
    "friendlyPassOk": ("removes_dead", {True: True, False: False}),
}
_KATA_FIXED = {"tax": "NONE", "hasButton": False}  # what is not played otherwise here


@command("kata-set-rules", "RULES…")
def kata_set_rules(session: GtpSession, arguments: Arguments) -> None:
    """Play by named rules, or by rules given as KataGo's JSON object."""
    text = " ".join(arguments)
    if not text.startswith("{"):
        session.set_rules(Ruleset.named(text))
        return
    try:
        wanted = json.loads(text)
    except (ValueError, RecursionError):
        raise GtpRefusal("syntax error: the rules are not valid JSON") from None
    rules = session.position.rules
    for key, value in wanted.items():
        rules = _with_kata_rule(rules, key, value)
    session.set_rules(rules)


@command("kata-set-rule", "KEY VALUE")
def kata_set_rule(session: GtpSession, arguments: Arguments) -> None:
    """Change one rule, named as KataGo names it."""
    key, text = arguments
    value = {"true": True, "false": False}.get(text.lower(), text)
    session.set_rules(_with_kata_rule(session.position.rules, key, value))


def _with_kata_rule(rules: Ruleset, key: str, value: object) -> Ruleset:
    if key in _KATA_RULES:
        field, values = _KATA_RULES[key]
        if isinstance(value, str | bool) and value in values:
            return rules.changed(**{field: values[value]})
        raise GtpRefusal(f"the rule {key} cannot be {value!r}: choose one of {', '.join(map(str, values))}")
    if key in _KATA_FIXED:
        if value == _KATA_FIXED[key]:
            return rules
        raise GtpRefusal(f"the rule {key}={value!r} is not played here")
    raise GtpRefusal(f"there is no rule {key[:40]!r}")


@command("kata-get-rules")
def kata_get_rules(session: GtpSession, arguments: Arguments) -> str:
    """The rules as KataGo's JSON object."""
    rules = session.position.rules
    return json.dumps(
        {
            "ko": rules.ko.name,
            "scoring": rules.scoring.name,
            "suicide": rules.suicide,
            "whiteHandicapBonus": next(key for key, value in _KATA_BONUS.items() if value is rules.compensation),
            "friendlyPassOk": rules.removes_dead,
            **_KATA_FIXED,
        }
    )


# Fuego's names for rules, where they are not ours; KGS's own are Chinese rules as played there.
_FUEGO_RULESETS = {"kgs": "chinese"}
_FUEGO_KO = {"simple": Ko.SIMPLE, "superko": Ko.SITUATIONAL, "pos_superko": Ko.POSITIONAL}
_FUEGO_RULES: dict[str, tuple[str, dict[str, Any]]] = {
    "allow_suicide": ("suicide", {"0": False, "1": True}),
    "capture_dead": ("removes_dead", {"0": True, "1": False}),
    "extra_handicap_komi": ("compensation", {"0": Compensation.NONE, "1": Compensation.EACH}),
    "japanese_scoring": ("scoring", {"0": Scoring.AREA, "1": Scoring.TERRITORY}),
    "ko_rule": ("ko", _FUEGO_KO),
}


@command("go_rules", "NAME")
def go_rules(session: GtpSession, arguments: Arguments) -> None:
    """Play by named rules, also in games loaded later (Fuego's command: cgos, chinese, japanese, kgs)."""
    name = arguments[0].lower()
    session.set_rules(Ruleset.named(_FUEGO_RULESETS.get(name, name)), keep=True)


@command("go_param_rules", "[NAME] [VALUE]")
def go_param_rules(session: GtpSession, arguments: Arguments) -> str | None:
    """Change one rule, also for games loaded later, or list them (Fuego's command)."""
    rules = session.position.rules
    if not arguments:
        return "\n".join(
            f"{_fuego_kind(values)} {name} {_fuego_value(getattr(rules, field), values)}"
            for name, (field, values) in _FUEGO_RULES.items()
        )
    if arguments[0] not in _FUEGO_RULES:
        raise GtpRefusal(f"there is no rule {arguments[0][:40]!r}: choose from {', '.join(_FUEGO_RULES)}")
    field, values = _FUEGO_RULES[arguments[0]]
    if len(arguments) == 1 or arguments[1] not in values:
        raise GtpRefusal(f"the rule {arguments[0]} can be one of {', '.join(values)}")
    session.set_rules(rules.changed(**{field: values[arguments[1]]}), keep=True)
    return None


def _fuego_kind(values: dict[str, Any]) -> str:
    """How GoGui is told what to offer."""
    return "[bool]" if set(values) == {"0", "1"} else f"[list/{'/'.join(values)}]"


def _fuego_value(value: object, values: dict[str, Any]) -> str:
    """Fuego's word for a value of ours; compensation of another size than Fuego's is some, too."""
    return next((name for name, meant in values.items() if meant == value), "1")

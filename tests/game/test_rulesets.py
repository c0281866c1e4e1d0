"""The customary rules: what each of them says, and by which names they go."""

import json

import pytest

from tengen.errors import TengenError
from tengen.game.position import Position
from tengen.game.ruleset import RULESETS, Compensation, Ko, Ruleset, Scoring

AREA, TERRITORY = Scoring.AREA, Scoring.TERRITORY

# name: scoring, ko, suicide, komi, compensation for handicap, whether a pass costs a stone
EXPECTED = {
    "chinese": (AREA, Ko.POSITIONAL, False, 7.5, Compensation.EACH, False),
    "japanese": (TERRITORY, Ko.SIMPLE, False, 6.5, Compensation.NONE, False),
    "korean": (TERRITORY, Ko.SIMPLE, False, 6.5, Compensation.NONE, False),
    "aga": (AREA, Ko.SITUATIONAL, False, 7.5, Compensation.ONE_LESS, True),
    "new zealand": (AREA, Ko.SITUATIONAL, True, 7.0, Compensation.NONE, False),
    "tromp-taylor": (AREA, Ko.POSITIONAL, True, 7.5, Compensation.NONE, False),
}

SPELLINGS = {
    "chinese": ["chinese", "Chinese", "CHINESE", " chinese ", "cn", "area", "chinese-ogs", "chinese_kgs"],
    "japanese": ["japanese", "Japanese", "jp", "JP", "territory"],
    "korean": ["korean", "Korean", "kr"],
    "aga": ["aga", "AGA", "american", "bga", "BGA", "french"],
    "new zealand": ["new zealand", "New Zealand", "new_zealand", "new-zealand", "newzealand", "nz", "NZ"],
    "tromp-taylor": ["tromp-taylor", "Tromp-Taylor", "tromp taylor", "tromp_taylor", "TT", "cgos", "logical"],
}


def test_there_are_no_other_presets() -> None:
    assert set(RULESETS) == set(EXPECTED)


@pytest.mark.parametrize("name", EXPECTED)
def test_presets(name: str) -> None:
    rules = Ruleset.named(name)
    assert rules.name == name
    fields = (rules.scoring, rules.ko, rules.suicide, rules.komi, rules.compensation, rules.pass_stones)
    assert fields == EXPECTED[name]


@pytest.mark.parametrize(
    ("spelling", "name"), [(spelling, name) for name, spellings in SPELLINGS.items() for spelling in spellings]
)
def test_spellings(spelling: str, name: str) -> None:
    assert Ruleset.named(spelling) is RULESETS[name]
    assert Position(9, rules=spelling).rules is RULESETS[name]


@pytest.mark.parametrize("name", ["", "martian", "chinese rules of 1949", "tromp"])
def test_rules_nobody_knows(name: str) -> None:
    with pytest.raises(TengenError, match="choose one of chinese, japanese, korean, aga, new zealand, tromp-taylor"):
        Ruleset.named(name)
    with pytest.raises(TengenError, match="no rules are called"):
        Position(9, rules=name)


def test_changing_one_rule() -> None:
    chinese = Ruleset.named("chinese")
    simple = chinese.changed(ko=Ko.SIMPLE)
    assert simple.ko is Ko.SIMPLE
    assert (simple.scoring, simple.komi, simple.compensation) == (AREA, 7.5, Compensation.EACH)
    assert chinese.ko is Ko.POSITIONAL
    assert simple.name == "chinese (changed)"
    assert simple.changed(suicide=True).name == "chinese (changed)"
    assert chinese.changed(komi=5.5).name == "chinese"  # komi is agreed upon under any rules
    assert chinese.changed(ko=Ko.POSITIONAL) == chinese
    assert chinese.changed(name="ours", ko=Ko.SIMPLE).name == "ours"


def test_a_rule_that_does_not_exist() -> None:
    with pytest.raises(TypeError, match="rabbits"):
        Ruleset.named("chinese").changed(rabbits=True)


@pytest.mark.parametrize("name", EXPECTED)
def test_rules_as_plain_values(name: str) -> None:
    rules = Ruleset.named(name)
    plain = json.loads(json.dumps(rules.to_dict()))
    assert plain["name"] == name
    assert Scoring(plain["scoring"]) is rules.scoring
    assert Ko(plain["ko"]) is rules.ko
    assert Compensation(plain["compensation"]) is rules.compensation
    assert (plain["komi"], plain["suicide"], plain["pass_stones"]) == (rules.komi, rules.suicide, rules.pass_stones)


@pytest.mark.parametrize(
    ("name", "points"),
    [
        ("chinese", [0, 0, 2, 3, 9]),
        ("aga", [0, 0, 1, 2, 8]),
        ("japanese", [0, 0, 0, 0, 0]),
        ("korean", [0, 0, 0, 0, 0]),
        ("new zealand", [0, 0, 0, 0, 0]),
        ("tromp-taylor", [0, 0, 0, 0, 0]),
    ],
)
def test_what_white_is_given_for_handicap_stones(name: str, points: list[int]) -> None:
    """One "stone" is an even game without komi: there is nothing to make up for."""
    assert [Ruleset.named(name).handicap_points(stones) for stones in (0, 1, 2, 3, 9)] == points


@pytest.mark.parametrize("name", EXPECTED)
def test_komi_that_is_customary(name: str) -> None:
    rules = Ruleset.named(name)
    assert rules.default_komi() == rules.komi == EXPECTED[name][3]
    assert rules.default_komi(4) == 0.5
    assert Position(9, rules=name).komi == rules.komi
    assert Position(9, rules=name, komi=0).komi == 0.0
    assert Position(9, rules=rules.changed(komi=-5)).komi == -5


def test_choices_may_be_written_as_text() -> None:
    rules = Ruleset.named("chinese").changed(scoring="territory", ko="simple")
    assert rules.scoring is Scoring.TERRITORY
    assert rules.ko is Ko.SIMPLE
    with pytest.raises(TengenError, match=r"ko cannot be 'super': choose one of simple, positional, situational"):
        Ruleset.named("chinese").changed(ko="super")


def test_only_tromp_taylor_leaves_dead_stones_on_the_board() -> None:
    assert [name for name, rules in RULESETS.items() if not rules.removes_dead] == ["tromp-taylor"]

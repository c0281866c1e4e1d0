"""`tengen lab compare` in words, and the texts it reads."""

import pytest

from tengen.errors import TengenError
from tengen.lab.statistics import Rate, compare, describe, parse_rate, verdict


def test_the_example_of_smartstart() -> None:
    text = "\n".join(describe(compare(510, 1000, 500, 1000)))
    assert "510/1000  51.0 %  (47.9 % to 54.1 %)" in text
    assert "+1.0 points  (-3.4 to +5.4)" in text
    assert "0.3437 one-sided" in text
    assert "0.6873 two-sided" in text
    assert "not separable" in text
    assert "31,000 games each" in text


@pytest.mark.parametrize(
    ("counts", "words"),
    [
        ((600, 1000, 500, 1000), "the first is better, by"),
        ((500, 1000, 600, 1000), "the second is better, by"),
        ((7140, 14_000, 7000, 14_000), "if nothing else was asked beforehand"),
        ((7000, 14_000, 7140, 14_000), "not separable"),
        ((5, 10, 50, 100), "the rates are the same"),
        ((10, 10, 9, 9), "the rates are the same"),
        ((1, 1, 0, 1), "games each"),
    ],
)
def test_verdicts(counts: tuple[int, int, int, int], words: str) -> None:
    assert words in verdict(compare(*counts))
    assert len(describe(compare(*counts))) == 5


@pytest.mark.parametrize(
    ("text", "rate"),
    [
        ("510/1000", Rate(510, 1000)),
        (" 510 / 1000 ", Rate(510, 1000)),
        ("510.5/1000", Rate(510.5, 1000)),
        ("51%/1000", Rate(510, 1000)),
        ("55.84% of 14000", Rate(7818, 14_000)),
        ("510-490", Rate(510, 1000)),
        ("510.5–489.5", Rate(510.5, 1000)),
        ("0-7", Rate(0, 7)),
    ],
)
def test_rates_are_read(text: str, rate: Rate) -> None:
    assert parse_rate(text) == rate
    assert parse_rate(str(rate)) == rate


@pytest.mark.parametrize(
    ("text", "words"),
    [
        ("", "is no result"),
        ("half", "is no result"),
        ("510", "is no result"),
        ("-5/10", "is no result"),
        ("5-3-2", "is no result"),
        ("5/10.5", "is no result"),
        ("11/10", "more games were won than played"),
        ("0/0", "at least one game"),
        ("0-0", "at least one game"),
        ("101%/10", "no more than 100 %"),
        ("5.3/10", "whole or half"),
        ("5.5-4", "whole number of games"),
    ],
)
def test_what_cannot_be_read_is_said(text: str, words: str) -> None:
    with pytest.raises(TengenError, match=words):
        parse_rate(text)


def test_a_level_is_a_share() -> None:
    with pytest.raises(TengenError, match=r"5 % is 0\.05"):
        compare(1, 2, 1, 2, level=5)

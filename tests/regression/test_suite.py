"""Reading files of regression tests."""

from pathlib import Path

import pytest

from tengen.errors import TengenError
from tengen.regression.suite import Expectation, load_suite, parse_suite

FILE = """\
# A comment, and an empty line.

loadsgf games/one.sgf 12   # up to the move
10 reg_genmove black
#? [C3|D4]

# Known to fail.
play white C3
20 reg_genmove black
# a word in between
#? [!PASS]*
30 countlib C3
"""


def expected(line: str) -> Expectation:
    """What a test with this line expects."""
    expectation = parse_suite(["1 name", line])[0].expectation
    assert expectation is not None
    return expectation


def test_commands_tests_and_comments() -> None:
    steps = parse_suite(FILE.splitlines())
    assert [(step.line, step.command.id, step.text) for step in steps] == [
        (3, None, "loadsgf games/one.sgf 12"),
        (4, 10, "reg_genmove black"),
        (8, None, "play white C3"),
        (9, 20, "reg_genmove black"),
        (12, 30, "countlib C3"),
    ]
    assert [step.expectation for step in steps] == [
        None,
        Expectation("C3|D4"),
        None,
        Expectation("PASS", negated=True, known_failure=True),
        None,
    ]


@pytest.mark.parametrize(
    ("line", "holds", "fails"),
    [
        ("#? [B1]", ["B1", "b1", " B1 "], ["B11", "AB1", "", "B1 C1"]),
        ("#? [A1|PASS]", ["A1", "pass"], ["A10", "BYPASS", "A1|PASS"]),
        ("#? [!R18|R19]", ["R1", "pass"], ["R18", "R19"]),
        ("#? [!(A3|A5)]", ["A4", "A35"], ["A3", "a5"]),
        (r"#? [B\+0\.5]", ["B+0.5"], ["B+0.50", "W+0.5", "B+005"]),
        ("#? [1 (D6|C7)]", ["1 D6", "1 C7"], ["1", "1 D6 C7"]),
        ("#? [25 .*]", ["25 A1 B2", "25 x"], ["26 A1"]),
        ("#? []", ["", "  "], ["D4"]),
        ("#?[[A-C]1]", ["A1", "C1"], ["D1"]),
        ("#? [undecided", ["undecided"], ["dead"]),
    ],
)
def test_the_pattern_is_for_the_whole_answer(line: str, holds: list[str], fails: list[str]) -> None:
    expectation = expected(line)
    assert [answer for answer in holds if not expectation.holds(answer)] == []
    assert [answer for answer in fails if expectation.holds(answer)] == []


def test_a_star_behind_the_bracket_is_a_known_failure() -> None:
    assert expected("#? [D4]*").known_failure
    assert expected("#? [D4] * ").known_failure
    assert not expected("#? [D.*]").known_failure


def test_an_answer_that_is_not_looked_at_makes_no_test() -> None:
    assert parse_suite(["1 reg_genmove b", "#? [D4]&"])[0].expectation is None


def test_quit_ends_the_file() -> None:
    assert [step.text for step in parse_suite(["name", "quit", "version"])] == ["name"]


def test_windows_line_ends(tmp_path: Path) -> None:
    (tmp_path / "a.tst").write_bytes(b"1 name\r\n#? [Tengen]\r\n")
    (test,) = load_suite(tmp_path / "a.tst").tests
    assert test.text == "name"
    assert test.expectation == Expectation("Tengen")


@pytest.mark.parametrize(
    ("text", "words"),
    [
        ("#? [D4]", "line 1: an expected answer needs a numbered command before it"),
        ("name\n#? [D4]", "line 2: an expected answer needs a numbered command before it"),
        ("1 name\n#? [D4]\n#? [D5]", "line 3: test 1 has two expected answers"),
        ("1 name\n#? D4", "line 2: an expected answer is written #? [pattern], not 'D4'"),
        ("1 name\n#? [(D4]", r"line 2: the pattern '\(D4' is not a regular expression"),
        ("\n12", "line 2: missing command"),
    ],
)
def test_what_is_wrong_is_said_with_its_line(tmp_path: Path, text: str, words: str) -> None:
    path = tmp_path / "bad.tst"
    path.write_text(text)
    with pytest.raises(TengenError, match=words.replace("?", r"\?").replace("[", r"\[")) as caught:
        load_suite(path)
    assert str(caught.value).startswith(f"{path}, line")


@pytest.mark.parametrize("name", ["missing.tst", "."])
def test_a_file_that_cannot_be_read(tmp_path: Path, name: str) -> None:
    with pytest.raises(TengenError, match=r"cannot read .*(no such file|is a directory)"):
        load_suite(tmp_path / name)

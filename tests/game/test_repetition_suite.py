"""Fuego's suite on repetition: every line of it holds."""

from collections.abc import Callable

from tengen.game.position import Position
from tengen.game.ruleset import Ko

SUITE = "fuego/repetition.tst"
KO_RULES = {"simple": Ko.SIMPLE, "superko": Ko.SITUATIONAL, "pos_superko": Ko.POSITIONAL}  # Fuego's names


def test_every_line(
    read_suite: Callable[[str], list[tuple[str, str]]], load_sgf: Callable[[str, str], Position]
) -> None:
    position = Position(2)
    held, broken = 0, []
    for command, expected in read_suite(SUITE):
        match command.split():
            case ["loadsgf", *_]:
                position = load_sgf(SUITE, command)
            case ["go_param_rules", "ko_rule", ko]:
                position.rules = position.rules.changed(ko=KO_RULES[ko])
            case ["is_legal", color, vertex]:
                answer = str(int(position.is_legal(vertex, color)))
                if answer == expected:
                    held += 1
                else:
                    broken.append(f"{command} under {position.rules.ko}: {expected}, not {answer}\n{position}")
            case _:
                raise AssertionError(f"{SUITE} has a command that is not known here: {command}")
    assert broken == []
    assert held == 15

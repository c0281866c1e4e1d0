"""Files of tournaments: what is wrong with them is told in a sentence, since they are edited while they are played."""

from pathlib import Path

import pytest

from tengen.errors import TengenError
from tengen.lab.tournament import Tournament, TournamentFile

PLAYERS = '[players]\na = "random"\nb = "random"\nc = "random"\n'


def load(folder: Path, text: str) -> Tournament:
    path = folder / "t.toml"
    path.write_text(text + PLAYERS)
    return Tournament.load(path)


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ('games = "ten"', "games cannot be 'ten'"),
        ("games = 99999999999999999999", "a whole number up to 10,000,000"),
        ("pairings = 1", r"write \[\[pairings\]\]"),
        ("pairings = [1]", r"write \[\[pairings\]\]"),
        ('pairings = [{players = ["a", "b"]}]', "games cannot be None"),
        ('pairings = [{players = ["a", "b"], game = 5}]', "a pairing has no 'game'"),
        ("conditions = []", r"write \[conditions\]"),
        ("conditions = 3", r"write \[conditions\]"),
        ('playouts = "ten"', "playouts of the tournament cannot be 'ten'"),
        ("playouts = 1.5", "it is a whole number"),
        ("seconds = []", r"seconds of the tournament cannot be \[\]"),
        ('kind = "gauntlet"\nagainst = ["a", "b", "c"]', "nobody plays"),
        ('reference = ["a", "a"]', "not 'a' twice"),
        ("reference = 3", "two names"),
    ],
)
def test_what_is_wrong_is_told(tmp_path: Path, text: str, said: str) -> None:
    with pytest.raises(TengenError, match=said):
        load(tmp_path, text + "\n")


def test_a_wrong_edit_does_not_end_the_tournament(tmp_path: Path) -> None:
    load(tmp_path, "games = 2\n")
    watched = TournamentFile(tmp_path / "t.toml")
    (tmp_path / "t.toml").write_text("conditions = 3\n" + PLAYERS)
    assert "the change is not taken up" in watched.look(None)  # type: ignore[arg-type]  # the store is not touched


@pytest.mark.parametrize("reference", ['["a", "b"]', '["b", "a"]'])
def test_the_reference_is_one_of_the_pairings_whichever_way_it_is_written(tmp_path: Path, reference: str) -> None:
    text = f'kind = "gauntlet"\nagainst = ["a"]\ngames = 10\nreference = {reference}\n'
    told = load(tmp_path, text + '[[pairings]]\nplayers = ["a", "c"]\ngames = 30\n')
    found = [(wanted.label, wanted.games, wanted.reference) for wanted in told.pairings]
    assert found == [("b – a", 30, True), ("c – a", 30, False)]

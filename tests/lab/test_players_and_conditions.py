"""Players and conditions as people, files and the store write them: all ways round, and every mistake a sentence."""

import json
import math
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given
from hypothesis import settings as hypothesis_settings
from hypothesis import strategies as st

from tengen.errors import TengenError
from tengen.lab.conditions import Conditions
from tengen.lab.players import Entrant, load_players, parse_player

# ---- players -------------------------------------------------------------------------------

names = st.text(min_size=1, max_size=20)
settings = st.dictionaries(st.sampled_from(["policy", "fpu", "x"]), st.text(max_size=8), max_size=3)
seconds = st.one_of(st.none(), st.integers(1, 100), st.floats(0.001, 1e6))
players = st.one_of(
    st.builds(Entrant, names, command=st.text(min_size=1, max_size=30)),
    st.builds(Entrant, names, level=st.integers(1, 100)),
    st.builds(
        Entrant,
        names,
        engine=st.sampled_from(["mcts", "random", "montecarlo"]),
        playouts=st.one_of(st.none(), st.integers(1, 10**9)),
        seconds=seconds,
        threads=st.integers(1, 8),
        settings=settings,
    ),
)


@given(players)
def test_a_player_comes_back_from_his_definition(player: Entrant) -> None:
    stored = json.loads(json.dumps(player.definition()))
    again = Entrant.from_definition(player.name, stored)
    assert again.definition() == stored  # the texts of settings may differ: 1 and 1.0
    assert again.key == player.key


@given(players, names)
def test_a_name_does_not_decide_who_plays(player: Entrant, name: str) -> None:
    assert Entrant.from_definition(name, player.definition()).key == player.key


def test_one_second_is_one_second_however_it_is_written(tmp_path: Path) -> None:
    file = tmp_path / "players.toml"
    file.write_text('[players.a]\nengine = "mcts"\nseconds = 1\n[players.b]\nengine = "mcts"\nseconds = 1.0\n')
    a, b = load_players(file).values()
    assert a.key == b.key == parse_player("mcts seconds=1").key


@pytest.mark.parametrize(
    ("text", "definition"),
    [
        ("random", {"engine": "random", "threads": 1, "settings": {}}),
        ("mcts playouts=5 fpu=1.1", {"engine": "mcts", "playouts": 5, "threads": 1, "settings": {"fpu": "1.1"}}),
        ("mcts seconds=0.5 threads=2", {"engine": "mcts", "seconds": 0.5, "threads": 2, "settings": {}}),
        ("gnugo", {"gnugo": 10}),
        ("gnugo level=3", {"gnugo": 3}),
        ("gnugo level=0", {"gnugo": 0}),
        ("gnugo --mode gtp --level 3", {"command": "gnugo --mode gtp --level 3"}),
        ("  pachi -t =1000 ", {"command": "pachi -t =1000"}),
        ("'/opt/my engine' --seed {seed}", {"command": "'/opt/my engine' --seed {seed}"}),
    ],
)
def test_what_is_written_on_the_command_line(text: str, definition: dict[str, Any]) -> None:
    assert parse_player(text).definition() == definition


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("", "command line is empty"),
        ("'unfinished", "cannot read the command line"),
        ("gnugo level=-1", "no level '-1': choose 0 to 100"),
        ("gnugo level=1000", "no level '1000'"),
        ("gnugo level=" + "9" * 5000, "no level"),
        ("gnugo level=strong", "no level 'strong'"),
        ("gnugo level=3 speed=9", "no 'speed' here"),
        ("mcts playouts=many", "playouts of 'mcts playouts=many' is a whole number, not 'many'"),
        ("mcts playouts=1.5", "is a whole number, not '1.5'"),
        ("mcts seconds=soon", "is a number, not 'soon'"),
    ],
)
def test_mistakes_on_the_command_line(text: str, said: str) -> None:
    with pytest.raises(TengenError, match=said):
        parse_player(text)


@pytest.mark.parametrize(
    ("definition", "said"),
    [
        ({}, "needs one of engine, command or gnugo"),
        ({"engine": "mcts", "command": "pachi"}, "needs one of"),
        ({"engine": "mcts", "gnugo": 5}, "needs one of"),
        ({"command": "pachi", "gnugo": 0}, "needs one of"),
        ({"gnugo": -1}, "no level -1"),
        ({"gnugo": 101}, "no level 101"),
        ({"gnugo": "5"}, "level of the player 'x' cannot be '5'"),
        ({"gnugo": True}, "cannot be True"),
        ({"engine": 5}, "engine of the player 'x' cannot be 5: it is a text"),
        ({"engine": "mcts", "playouts": "100"}, "it is a whole number"),
        ({"engine": "mcts", "playouts": False}, "it is a whole number"),
        ({"engine": "mcts", "seconds": "1"}, "it is a number"),
        ({"engine": "mcts", "settings": "fpu"}, "are not a table"),
        ({"engine": "mcts", "colour": "black"}, "unknown entry 'colour'; known: engine, command"),
        ({"command": "pachi", "playouts": 100}, "for engines of ours: the player 'x' is another program"),
        ({"command": "pachi", "settings": {"a": 1}}, "for engines of ours"),
        ({"gnugo": 5, "seconds": 1}, "for engines of ours"),
        ({"gnugo": 5, "threads": 4}, "for engines of ours"),
    ],
)
def test_mistakes_in_a_definition(definition: dict[str, Any], said: str) -> None:
    with pytest.raises(TengenError, match=said) as caught:
        Entrant.from_definition("x", definition)
    assert "\n" not in str(caught.value)


@pytest.mark.parametrize(
    ("player", "said"),
    [
        (Entrant("x", engine="mtcs"), "no engine is called 'mtcs' .did you mean mcts"),
        (Entrant("x", engine="mcts", settings={"polcy": "rave"}), "polcy"),
        (Entrant("x", engine="mcts", settings={"policy": "best"}), "policy"),
        (Entrant("x", engine="mcts", playouts=0), "playouts 0 is not possible"),
        (Entrant("x", engine="mcts", seconds=math.nan), "seconds nan is not possible"),
        (Entrant("x", engine="mcts", threads=0), "threads 0 is not possible"),
        (Entrant("x", command="'"), "cannot read the command line"),
    ],
)
def test_what_could_not_be_played_is_said_before_the_match(player: Entrant, said: str) -> None:
    with pytest.raises(TengenError, match=said):
        player.check()


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("players = 5", r"players are written as \[players.NAME\]"),
        ("[players]\na = 5", "'a' is neither a table nor a text"),
        ("[players.a]", "needs one of"),
        ("[players.a", "is not TOML"),
        ("players.a = 'gnugo level=101'", "no level '101'"),
    ],
)
def test_mistakes_in_a_file_of_players(tmp_path: Path, text: str, said: str) -> None:
    file = tmp_path / "players.toml"
    file.write_text(text)
    with pytest.raises(TengenError, match=said):
        load_players(file)


def test_a_file_that_is_none(tmp_path: Path) -> None:
    with pytest.raises(TengenError, match="cannot read"):
        load_players(tmp_path / "missing.toml")
    (tmp_path / "latin").write_bytes(b"[players.caf\xe9]")
    with pytest.raises(TengenError, match="is not TOML"):
        load_players(tmp_path / "latin")


def test_nobody_is_called_so() -> None:
    with pytest.raises(TengenError, match=r"nobody is called 'stong', .* known: strong, gtp, hybrid, joseki, mcts"):
        parse_player("stong", {"strong": Entrant("strong", engine="mcts")})


def test_a_limit_of_the_match_is_for_those_without_one() -> None:
    assert parse_player("mcts").limited(100, None).playouts == 100
    assert parse_player("mcts seconds=1").limited(100, None).playouts is None
    assert parse_player("gnugo").limited(100, None) == parse_player("gnugo")


# ---- conditions ----------------------------------------------------------------------------

clocks: st.SearchStrategy[dict[str, float]] = st.one_of(
    st.just({}),
    st.fixed_dictionaries({"main_time": st.integers(1, 3600) | st.floats(0.5, 1e6)}),
    st.fixed_dictionaries({"period": st.integers(1, 60), "stones": st.integers(0, 25)}),
    st.fixed_dictionaries({"main_time": st.integers(0, 60), "period": st.floats(1, 60), "periods": st.integers(0, 5)}),
    st.fixed_dictionaries({"main_time": st.integers(1, 60), "increment": st.floats(0, 9)}),
)
boards = st.one_of(
    st.fixed_dictionaries({"size": st.integers(5, 19), "handicap": st.integers(0, 9)}),
    st.fixed_dictionaries({"size": st.integers(9, 19), "openings": st.just(("E5 C3", "pass D4", "C4"))}),
)
others = st.fixed_dictionaries(
    {},
    optional={
        "komi": st.none() | st.integers(-20, 20) | st.integers(-40, 40).map(lambda n: n / 2),
        "rules": st.sampled_from(["chinese", "japanese", "tromp-taylor", "aga"]),
        "ko": st.sampled_from(["", "simple", "positional", "situational"]),
        "move_timeout": st.integers(1, 60) | st.floats(0.1, 60),
        "start_timeout": st.integers(0, 60),
        "max_moves": st.integers(0, 500),
        "count": st.sampled_from(["agreement", "tengen", "gnugo"]),
        "color": st.sampled_from(["alternate", "black", "white"]),
        "seed": st.integers(-(2**40), 2**40),
    },
)


@hypothesis_settings(deadline=None)  # kernels are loaded
@given(boards, clocks, others)
def test_conditions_come_back_from_their_definition(
    board: dict[str, Any], clock: dict[str, Any], other: dict[str, Any]
) -> None:
    conditions = Conditions(**board, **clock, **other)
    again = Conditions.from_definition(json.loads(json.dumps(conditions.definition())))
    assert again == conditions
    assert again.key == conditions.key
    assert "\n" not in conditions.describe()


def test_seven_points_are_seven_points() -> None:
    assert Conditions(komi=7).key == Conditions(komi=7.0).key == Conditions.from_definition({"komi": "7"}).key
    assert Conditions(main_time=60).key == Conditions(main_time=60.0).key
    assert Conditions(komi=7).key != Conditions(komi=7.5).key


@pytest.mark.parametrize(
    ("definition", "said"),
    [
        ({"color": "red"}, "cannot have 'red': choose one of alternate, black, white"),
        ({"count": "fingers"}, "nobody counts by 'fingers'"),
        ({"colour": "black"}, "no condition 'colour'; known: size, komi"),
        ({"size": 1}, "1"),
        ({"size": 0}, "0"),
        ({"size": -9}, "-9"),
        ({"size": 50}, "50"),
        ({"size": 9.5}, "size cannot be 9.5"),
        ({"size": True}, "size cannot be True"),
        ({"size": "nine"}, "size cannot be 'nine'"),
        ({"size": math.inf}, "size cannot be inf"),
        ({"size": None}, "size cannot be None"),
        ({"komi": "much"}, "komi cannot be 'much'"),
        ({"komi": math.nan}, "komi of nan"),
        ({"komi": math.inf}, "komi of inf"),
        ({"rules": "ing's"}, "no rules are called"),
        ({"ko": "super"}, "ko cannot be 'super': choose one of simple"),
        ({"handicap": -1}, "-1 handicap stones"),
        ({"handicap": 81}, "81 handicap stones do not go on 9x9"),
        ({"handicap": 2, "openings": ["E5"]}, "a handicap or an opening"),
        ({"move_timeout": 0}, "positive"),
        ({"move_timeout": math.nan}, "positive"),
        ({"move_timeout": math.inf}, "positive"),
        ({"start_timeout": -1}, "positive"),
        ({"start_timeout": math.inf}, "positive"),
        ({"start_timeout": math.nan}, "positive"),
        ({"max_moves": -1}, "positive"),
        ({"main_time": -1}, "main time of -1 seconds"),
        ({"main_time": math.nan}, "main time of nan seconds"),
        ({"main_time": 5, "stones": 5}, "needs the seconds of a period"),
        ({"main_time": 5, "periods": 5}, "needs the seconds of a period"),
        ({"period": 5, "stones": 5, "periods": 2}, "choose one"),
        ({"period": 5, "stones": -5}, "negative"),
        ({"increment": 5}, "without it the first move has none"),
        ({"main_time": 9, "period": 5, "increment": 5}, "not with periods"),
        ({"openings": [5]}, "openings are lines of moves"),
        ({"openings": ["E5 E5"]}, "E5 is illegal"),
        ({"openings": ["E5 Z99"]}, "is not a vertex"),
        ({"openings": ["K10"]}, "is not on the 9x9 board"),
        ({"openings": ["E5 resign"]}, "resign"),
        ({"openings": ["pass pass"]}, "ends the game"),
        ({"openings": "/no/such/file.sgf"}, "file.sgf"),
    ],
)
def test_conditions_that_could_not_be_played(definition: dict[str, Any], said: str) -> None:
    with pytest.raises(TengenError, match=said) as caught:
        Conditions.from_definition(definition)
    assert "\n" not in str(caught.value)


def test_a_base_has_what_a_table_does_not_say() -> None:
    base = Conditions(size=13, komi=0.5, rules="japanese")
    assert Conditions.from_definition({"komi": 6.5}, base) == Conditions(size=13, komi=6.5, rules="japanese")


def test_a_period_alone_is_one_for_each_move() -> None:
    conditions = Conditions(period=5)
    assert conditions.describe().endswith("overtime 5 s for a move, 1 period")
    clock = conditions.clock()
    assert clock is not None
    assert clock.left_for_move(clock) == 5
    assert clock.after_move(4, clock).left_for_move(clock) == 5


def test_openings_of_an_sgf_file(tmp_path: Path) -> None:
    file = tmp_path / "openings.sgf"
    file.write_text("(;FF[4]SZ[9];B[ee](;W[cc];B[gg])(;W[gc])(;W[cc];B[gg]))")
    conditions = Conditions.from_definition({"openings": str(file)})
    assert conditions.openings == ("E5 C7 G3", "E5 G7")
    for text, said in (
        ("(;SZ[9])", "holds no moves"),
        ("(;SZ[9]AB[ee];W[cc])", "stones set up"),
        ("(;SZ[9];W[ee];B[cc])", "Black moves first"),
        ("(;SZ[9];B[ee];B[cc])", "take turns"),
    ):
        file.write_text(text)
        with pytest.raises(TengenError, match=said):
            Conditions.from_definition({"openings": str(file)})


def test_the_games_of_a_pair_share_an_opening_and_swap_colours() -> None:
    lines = tuple(f"{column}{row}" for column in "CDEFG" for row in range(3, 8))
    conditions = Conditions(openings=lines)
    played = [conditions.opening_of(number, "a store") for number in range(100)]
    assert played[::2] == played[1::2]
    assert sorted(played[:50:2]) == sorted(lines)
    assert played[:50] == played[50:]
    assert played != [conditions.opening_of(number, "another store") for number in range(100)]
    seeded = Conditions(openings=lines, seed=5)
    assert [seeded.opening_of(n, "a") for n in range(50)] == [seeded.opening_of(n, "b") for n in range(50)]
    assert [conditions.first_is_black(n) for n in range(4)] == [True, False, True, False]
    assert all(Conditions(color="black").first_is_black(n) for n in range(4))
    assert not any(Conditions(color="white").first_is_black(n) for n in range(4))


@pytest.mark.parametrize(("handicap", "stones", "komi"), [(0, 0, 7.5), (1, 0, 0.5), (2, 2, 0.5), (5, 5, 0.5)])
def test_handicap_and_komi(handicap: int, stones: int, komi: float) -> None:
    position = Conditions(handicap=handicap).position()
    assert (len(position.stones), position.komi) == (stones, komi)
    assert Conditions(handicap=handicap, komi=3).position().komi == 3
    assert str(position.to_play) == ("white" if stones else "black")

"""The header of a record, in the spellings of real files."""

import pytest

from tengen.game.color import BLACK, WHITE, Color
from tengen.game.ruleset import Ko, Scoring
from tengen.records import Ending, GameRecord, RecordError, Result, loads


@pytest.mark.parametrize(
    ("written", "size"),
    [("SZ[19]", 19), ("SZ[13]", 13), ("SZ[19:19]", 19), ("SZ[ 9 ]", 9), ("", 19), ("SZ[]", 19), ("SZ[2]", 2),
     ("SZ[9x9]", 9), ("SZ[9]SZ[9]", 9)],
)  # fmt: skip
def test_board_size(written: str, size: int) -> None:
    assert loads(f"(;{written})").size == size


@pytest.mark.parametrize(
    ("written", "said"),
    [("SZ[19:13]", "square"), ("SZ[1]", "2 to 19"), ("SZ[25]", "2 to 19"), ("SZ[0]", "2 to 19"),
     ("SZ[-9]", "not a board size"), ("SZ[big]", "not a board size"), ("SZ[9]SZ[13]", "several"),
     ("SZ[9][13]", "several")],
)  # fmt: skip
def test_impossible_board_size_is_an_error_that_names_it(written: str, said: str) -> None:
    with pytest.raises(RecordError, match=said):
        loads(f"(;{written};B[aa])")


@pytest.mark.parametrize("game", ["2", "3", "11", "chess"])
def test_other_games_are_refused(game: str) -> None:
    with pytest.raises(RecordError, match=rf"GM\[{game}\] is not a game of Go"):
        loads(f"(;GM[{game}]SZ[8]AB[a1];B[e4])")


@pytest.mark.parametrize(
    ("written", "name"),
    [("Japanese", "japanese"), ("japanese", "japanese"), ("JAPANESE", "japanese"), ("jp", "japanese"),
     ("Japanese, 6.5 komi", "japanese"), ("日本规则", "japanese"), ("日本ルール", "japanese"),
     ("Chinese", "chinese"), ("chinese", "chinese"), ("Chinese, Pair Go", "chinese"), ("中国规则", "chinese"),
     ("Area scoring", "chinese"), ("Korean", "korean"), ("韩国规则", "korean"),
     ("AGA", "aga"), ("aga", "aga"), ("NZ", "new zealand"), ("New Zealand", "new zealand"),
     ("Tromp/Taylor", "tromp-taylor"), ("Tromp-Taylor", "tromp-taylor"), ("TT--", "tromp-taylor"),
     ("GOE", "chinese"), ("Ing", "chinese"), ("应氏规则", "chinese"), ("", "chinese")],
)  # fmt: skip
def test_rules_are_found_in_any_spelling(written: str, name: str) -> None:
    record = loads(f"(;RU[{written}])")
    assert record.rules.name == name
    assert record.root.get("RU") == written
    assert not record.warnings


def test_unknown_rules_are_kept_and_the_default_used() -> None:
    record = loads("(;RU[house rules of the Crown])")
    assert record.rules.name == "chinese"
    assert "house rules of the Crown" in record.warnings[0]
    assert "RU[house rules of the Crown]" in record.to_sgf()


@pytest.mark.parametrize(
    "written",
    ["koPOSITIONALscoreAREAtaxNONEsui1", '{"hasButton":false,"ko":"POSITIONAL","scoring":"AREA","suicide":true}'],
)
def test_rules_that_katago_spells_out(written: str) -> None:
    rules = loads(f"(;RU[{written}])").rules
    assert (rules.ko, rules.scoring, rules.suicide) == (Ko.POSITIONAL, Scoring.AREA, True)


@pytest.mark.parametrize(
    ("written", "komi"),
    [("6.5", 6.5), ("6,5", 6.5), (" 7.50 ", 7.5), ("0", 0.0), ("0.00", 0.0), ("-3", -3.0), ("+5.5", 5.5),
     ("5", 5.0), ("6.5目", 6.5), ("6½", 6.5), ("½", 0.5), (".5", 0.5), ("12.5", 12.5), ("50", 50.0), ("-0", 0.0)],
)  # fmt: skip
def test_komi(written: str, komi: float) -> None:
    record = loads(f"(;KM[{written}])")
    assert (record.komi, record.warnings) == (komi, [])


@pytest.mark.parametrize(
    ("written", "komi"),
    [("KM[375]", 7.5), ("KM[3.75]", 7.5), ("KM[3,75]", 7.5), ("KM[2.75]", 5.5), ("KM[325]", 6.5), ("KM[650]", 6.5),
     ("KM[750]", 7.5), ("KM[-375]", -7.5), ("KM[50]AP[foxwq]", 0.5), ("KM[375]AP[GNU Go:3.8]AP[foxwq]", 7.5)],
)  # fmt: skip
def test_komi_in_hundredths_and_in_stones(written: str, komi: float) -> None:
    record = loads(f"(;{written})")
    assert record.komi == komi
    assert f"taken for {komi:g} points" in record.warnings[0]


@pytest.mark.parametrize("written", ["", "none", "6.5.5", "nan", "1e99", "99999999", "∞", "6.5 or so", "9999"])
def test_garbled_komi_is_noted_kept_and_replaced_by_that_of_the_rules(written: str) -> None:
    record = loads(f"(;SZ[9]RU[Japanese]KM[{written}])")
    assert record.komi == 6.5
    assert f"KM[{written}]" in record.warnings[0]
    assert f"KM[{written}]" in record.to_sgf()


def test_komi_not_given_is_that_of_the_rules() -> None:
    assert loads("(;RU[Japanese])").komi == 6.5
    assert loads("(;RU[Japanese]HA[3]AB[pd][dp][dd])").komi == 0.5
    assert not loads("(;RU[Japanese])").warnings


def test_handicap() -> None:
    record = loads("(;HA[2]AB[pd][dp];W[dd])")
    assert (record.handicap, record.warnings) == (2, [])
    position = record.position(0)
    assert (position.handicap, position.to_play, len(position.stones)) == (2, WHITE, 2)


def test_handicap_without_stones_is_not_invented() -> None:
    record = loads("(;HA[2];W[dd];B[pp])")
    assert "none are assumed" in record.warnings[0]
    assert not record.position(0).stones
    assert record.position(0).to_play is WHITE


def test_handicap_played_as_moves_is_fine() -> None:
    record = loads("(;HA[2];B[pd];B[dp];W[dd])")
    assert not record.warnings
    assert [record.position(number).to_play for number in range(4)] == [BLACK, BLACK, WHITE, BLACK]


def test_handicap_that_does_not_fit_its_stones() -> None:
    assert "HA[4] but 2 black stones" in loads("(;HA[4]AB[pd][dp];W[dd])").warnings[0]
    garbled = loads("(;HA[many];B[dd])")
    assert (garbled.handicap, len(garbled.warnings)) == (0, 1)


def test_names_and_facts() -> None:
    record = loads(
        "(;PB[Honinbo Shusaku]BR[4d]PW[Gennan Inseki]WR[8d]DT[1846-09-11]EV[Castle\nless]RO[1]PC[Osaka]"
        "GN[The ear-reddening game]RE[B+2]TM[3600]OT[5x30 byo-yomi]GC[Famous.\nVery.];B[qd])"
    )
    assert (record.black, record.black_rank) == ("Honinbo Shusaku", "4d")
    assert (record.white, record.white_rank) == ("Gennan Inseki", "8d")
    assert (record.date, record.event, record.round, record.place) == ("1846-09-11", "Castle less", "1", "Osaka")
    assert (record.game_name, record.overtime, record.time_limit) == ("The ear-reddening game", "5x30 byo-yomi", 3600)
    assert record.comment == "Famous.\nVery."
    assert str(record) == "Honinbo Shusaku (4d) – Gennan Inseki (8d), Castle less, 1846-09-11, 1 moves, B+2"


def test_setting_the_header_writes_it() -> None:
    record = GameRecord(9, black="A ] and \\")
    record.white, record.result, record.komi, record.rules = "Bob", "B+R", 6.5, "aga"
    record.time_limit, record.overtime, record.comment = 600, "none", "a\nb"
    record.handicap = 3
    again = loads(record.to_sgf())
    assert again == record
    assert (again.black, again.komi, again.rules.name, again.handicap) == ("A ] and \\", 6.5, "aga", 3)
    assert (again.time_limit, again.overtime, again.comment) == (600, "none", "a\nb")


@pytest.mark.parametrize(
    ("text", "winner", "ending", "margin"),
    [
        ("B+3.5", BLACK, Ending.SCORE, 3.5),
        ("W+0.5", WHITE, Ending.SCORE, 0.5),
        ("w+12", WHITE, Ending.SCORE, 12.0),
        ("B+2,5", BLACK, Ending.SCORE, 2.5),
        ("W+R", WHITE, Ending.RESIGNATION, None),
        ("B+Resign", BLACK, Ending.RESIGNATION, None),
        ("B+res", BLACK, Ending.RESIGNATION, None),
        ("White wins by resignation", WHITE, Ending.RESIGNATION, None),
        ("黑中盘胜", BLACK, Ending.RESIGNATION, None),
        ("白中押し勝ち", WHITE, Ending.RESIGNATION, None),
        ("B+T", BLACK, Ending.TIME, None),
        ("B+Time", BLACK, Ending.TIME, None),
        ("W+Forfeit", WHITE, Ending.FORFEIT, None),
        ("B+", BLACK, Ending.UNKNOWN, None),
        ("0", None, Ending.DRAW, None),
        ("Jigo", None, Ending.DRAW, None),
        ("Void", None, Ending.VOID, None),
        ("?", None, Ending.UNKNOWN, None),
        ("", None, Ending.UNKNOWN, None),
        ("bad luck", None, Ending.UNKNOWN, None),
        ("who knows", None, Ending.UNKNOWN, None),
    ],
)
def test_result(text: str, winner: Color | None, ending: Ending, margin: float | None) -> None:
    record = loads(f"(;RE[{text}])")
    assert record.result == text
    assert record.outcome == Result(winner, ending, margin)
    assert Result.parse(str(record.outcome)) == record.outcome


@pytest.mark.parametrize(
    ("text", "seconds"),
    [("600", 600), ("600.5", 600.5), ("1:30:00", 5400), ("30:00+30:00/25", 1800), ("", None), ("-", None),
     ("9" * 5000, None)],
)  # fmt: skip
def test_time_limit(text: str, seconds: float | None) -> None:
    assert loads(f"(;TM[{text}])").time_limit == seconds

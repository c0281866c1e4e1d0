"""A game with Tengen at the table: its moves, interruptions, advice, clocks, and the end; with the real engine."""

import asyncio
import threading
import time
from collections.abc import Callable, Coroutine
from concurrent.futures import ThreadPoolExecutor
from typing import Any

import pytest

import tengen
from tengen.engines.interface import Engine
from tengen.game.color import Color
from tengen.game.vertex import PASS, Vertex
from tengen.play import Clocks, Phase
from tengen.web.clocks import clocks_to_dict, face, restore_clocks
from tengen.web.game import WebGame
from tengen.web.settings import ENGINE, HUMAN, GameSettings
from tengen.web.thinking import Thinker

pytestmark = pytest.mark.timeout(120)


def play(scene: Callable[[WebGame], Coroutine[Any, Any, None]], **settings: Any) -> None:
    """Act out a scene with a game that has begun."""

    async def act() -> None:
        game = WebGame(GameSettings.from_dict({"size": 5, "level": "20k", **settings}), Thinker(1, 20))
        game.viewers = 1
        game.start(game.settings)
        try:
            await scene(game)
        finally:
            game.leave()

    with ThreadPoolExecutor(1) as other:  # Playwright keeps a loop in the main thread
        other.submit(lambda: asyncio.run(act())).result()


async def until(holds: Callable[[], bool], seconds: float = 60) -> None:
    end = time.monotonic() + seconds
    while not holds():
        assert time.monotonic() < end, "it never came"
        await asyncio.sleep(0.01)


def phase(game: WebGame) -> Phase:
    return game.phase


def running(game: WebGame) -> Color | None:
    return game.clocks.running


def v(name: str) -> Vertex:
    return Vertex.parse(name, 19)


def test_tengen_answers() -> None:
    async def scene(game: WebGame) -> None:
        game.play(v("C3"))
        assert game.is_thinking
        await until(lambda: game.position.move_number == 2)
        assert game.position.to_play is Color.BLACK
        assert game.message.startswith("W ")

    play(scene)


def test_tengen_begins_where_it_is_black() -> None:
    async def scene(game: WebGame) -> None:
        await until(lambda: game.position.move_number == 1)
        assert not game.is_thinking

    play(scene, black=ENGINE, white=HUMAN)


def test_playing_for_tengen_is_refused_while_it_thinks() -> None:
    async def scene(game: WebGame) -> None:
        game.play(v("C3"))
        with pytest.raises(tengen.TengenError, match="Tengen's turn"):
            game.play(v("D3"))
        with pytest.raises(tengen.TengenError, match="its own move"):
            game.hint()

    play(scene, level="max", seconds=5)


def test_undo_while_it_thinks_ends_its_thinking() -> None:
    async def scene(game: WebGame) -> None:
        game.play(v("C3"))
        await asyncio.sleep(0.3)
        began = time.monotonic()
        game.undo()
        game.play(v("B2"))
        game.undo()
        assert game.position.move_number == 0
        game.hint()
        await until(lambda: "would play" in game.message)
        assert time.monotonic() - began < 20
        assert game.position.move_number == 0  # no late answer came

    play(scene, level="max", seconds=60)


def test_move_now_is_heeded_and_does_not_hurry_the_next_move() -> None:
    async def scene(game: WebGame) -> None:
        game.play(v("C3"))
        await until(lambda: game.values.analysis(game.node) is not None)
        began = time.monotonic()
        game.let_engine_move()
        await until(lambda: game.position.move_number == 2)
        assert time.monotonic() - began < 15
        game.seat(HUMAN, HUMAN)
        game.play(game.position.legal_moves()[0])
        game.seat(HUMAN, ENGINE)

    play(scene, level="max", seconds=30)


def test_looking_elsewhere_lets_it_think_on_and_stays_there() -> None:
    async def scene(game: WebGame) -> None:
        game.play(v("C3"))
        game.go_to(game.record.root)
        await until(lambda: not game.is_thinking)
        assert game.node is game.record.root
        assert len(game.line()) == 3

    play(scene)


def test_the_whole_end_of_a_game() -> None:
    async def scene(game: WebGame) -> None:
        for move in ("C1", "D1", "C2", "D2", "C3", "D3", "C4", "D4", "C5", "D5"):
            game.play(v(move))
        game.play(PASS)
        game.play(PASS)
        assert phase(game) is Phase.SCORING
        await until(lambda: game.judgement is not None)
        assert "Count: B+" in game.message
        game.play(v("D1"))
        assert game.judgement is not None
        assert v("D1") in game.judgement.dead
        game.play(v("D1"))
        game.agree()
        assert phase(game) is Phase.OVER
        assert game.result == "B+4.5"
        with pytest.raises(tengen.TengenError, match="over"):
            game.resign()
        game.undo()
        assert phase(game) is Phase.PLAYING
        assert game.result == ""

    play(scene, black=HUMAN, white=HUMAN, komi=0.5)


def test_not_agreeing_plays_on() -> None:
    async def scene(game: WebGame) -> None:
        game.play(v("C3"))
        game.play(PASS)
        game.play(PASS)
        await until(lambda: game.judgement is not None)
        game.play_on()
        assert phase(game) is Phase.PLAYING
        assert game.position.to_play is Color.WHITE
        game.play(v("B2"))
        assert game.position.move_number == 2

    play(scene, black=HUMAN, white=HUMAN)


def test_resigning_names_the_winner() -> None:
    async def scene(game: WebGame) -> None:
        game.resign()
        assert game.result == "W+R"
        assert "You resigned" in game.message
        game.play(v("C3"))  # one may go on looking at the position, but it is no game any more
        await asyncio.sleep(0.3)
        assert game.position.move_number == 1
        assert game.result == "W+R"

    play(scene)


def test_live_analysis_follows_the_game_and_ends_when_nobody_wants_it() -> None:
    async def scene(game: WebGame) -> None:
        game.set_watched(True)
        await until(lambda: game.analysis is not None)
        game.play(v("C3"))
        assert game.analysis is None
        await until(lambda: game.analysis is not None)
        value = game.values.value(game.node)
        assert value is not None
        assert 0 <= value.winrate <= 1
        game.set_watched(False)
        known = None
        while known is not (latest := game.values.analysis(game.node)):  # what is under way comes to its end
            known = latest
            await asyncio.sleep(0.5)
        assert known is not None
        assert game.analysis is None  # nobody wants to see it

    play(scene, black=HUMAN, white=HUMAN)


def test_a_hint_is_of_full_strength_at_any_level() -> None:
    async def scene(game: WebGame) -> None:
        game.hint()
        await until(lambda: "would play" in game.message)
        assert game.analysis is not None
        assert game.analysis.playouts > 500

    play(scene, level="20k")


def test_tengen_alone_plays_to_the_end() -> None:
    async def scene(game: WebGame) -> None:
        await until(lambda: game.phase is not Phase.PLAYING, 100)
        assert game.position.move_number > 4
        await until(lambda: game.judgement is not None)
        game.agree()
        assert game.result

    play(scene, black=ENGINE, white=ENGINE)


def test_tengen_alone_is_paused_between_two_moves_too() -> None:
    async def scene(game: WebGame) -> None:
        seen: list[tuple[int, bool]] = []
        game.listeners.append(lambda: seen.append((game.position.move_number, game.is_thinking)))
        await until(lambda: game.position.move_number >= 4, 100)
        assert all(thinking for _, thinking in seen), "whoever presses the button now makes it move instead"
        game.pause()
        number = game.position.move_number
        await asyncio.sleep(0.5)
        assert (game.position.move_number, game.is_thinking, game.message) == (number, False, "Paused.")

    play(scene, black=ENGINE, white=ENGINE, size=9)


def test_an_engine_that_fails_is_told_of_and_the_game_lives(monkeypatch: pytest.MonkeyPatch) -> None:
    async def scene(game: WebGame) -> None:
        game.play(v("C3"))
        await until(lambda: "could not" in game.message)
        assert "out of coffee" in game.message
        assert not game.is_thinking
        monkeypatch.undo()
        game.let_engine_move()
        await until(lambda: game.position.move_number == 2)

    def fail(*_: object, **__: object) -> None:
        raise RuntimeError("out of coffee")

    from tengen.engines.builtin.mcts import MctsEngine

    monkeypatch.setattr(MctsEngine, "choose_move", fail)
    assert issubclass(MctsEngine, Engine)
    play(scene)


# ---- on a person's time ------------------------------------------------------------------------


def simulations(game: WebGame) -> int:
    """How many the search under way has done."""
    return int(getattr(getattr(game.thinker.engine, "searcher", None), "simulations", 0))


async def pondering(game: WebGame) -> None:
    """Until Tengen thinks, and goes on thinking, on a person's time."""
    await until(lambda: game.thinker.is_pondering)
    before = simulations(game)
    await until(lambda: simulations(game) > before + 200)


async def answered(game: WebGame) -> None:
    """Until Tengen has answered a person's first move."""
    game.play(v("C3"))
    await until(lambda: game.position.move_number == 2)


def test_tengen_ponders_in_games_with_a_clock_until_the_person_moves() -> None:
    async def scene(game: WebGame) -> None:
        assert not game.thinker.is_pondering  # nothing has been played yet
        await answered(game)
        await pondering(game)
        assert not game.is_thinking
        game.play(game.position.legal_moves()[0])
        await until(lambda: game.position.move_number == 4)
        assert len(game.line()) == 5
        await pondering(game)
        game.hint()  # anything else that is asked for ends it, and then it goes on
        await until(lambda: "would play" in game.message)
        game.look_after_pondering()
        await pondering(game)
        game.resign()
        await until(lambda: not game.thinker.is_pondering)

    play(scene, level="max", clock="0:30")


@pytest.mark.parametrize(("clock", "level"), [("", "max"), ("0:30", "20k")])
def test_tengen_does_not_ponder_without_a_clock_nor_at_a_level(clock: str, level: str) -> None:
    async def scene(game: WebGame) -> None:
        await answered(game)
        game.look_after_pondering()
        await asyncio.sleep(0.2)
        assert not game.thinker.is_pondering
        assert game.thinker.engine is not None
        if not clock:
            game.thinker.engine.change_settings({"ponder": "yes"})
            game.look_after_pondering()
            await pondering(game)

    play(scene, level=level, clock=clock, seconds=0.2)


def test_a_game_nobody_looks_at_is_not_pondered_on() -> None:
    async def scene(game: WebGame) -> None:
        await answered(game)
        await pondering(game)
        game.viewers = 0
        game.look_after_pondering()
        await until(lambda: not game.thinker.is_pondering)
        game.look_after_pondering()
        await asyncio.sleep(0.2)
        assert not game.thinker.is_pondering
        game.viewers = 1
        game.look_after_pondering()
        await pondering(game)
        game.go_to(game.record.root)  # elsewhere in the record there is nothing to wait for
        await until(lambda: not game.thinker.is_pondering)

    play(scene, level="max", clock="0:30")


def test_no_more_engines_ponder_than_may() -> None:
    async def scene(game: WebGame) -> None:
        place = threading.Semaphore()
        game.thinker._ponderers = place
        other = WebGame(game.settings, Thinker(1, 20, place))
        other.viewers = 1
        other.start(game.settings)
        try:
            await answered(game)
            await pondering(game)
            await answered(other)
            other.look_after_pondering()
            await asyncio.sleep(0.2)
            assert not other.thinker.is_pondering
            game.resign()
            await until(lambda: not game.thinker.is_pondering)
            other.look_after_pondering()
            await pondering(other)
        finally:
            other.leave()

    play(scene, level="max", clock="0:30")


# ---- clocks ---------------------------------------------------------------------------------


def test_a_person_loses_on_time_but_not_while_nobody_looks() -> None:
    async def scene(game: WebGame) -> None:
        game.viewers = 0
        await watch(game, 0.6)
        assert game.result == ""
        game.viewers = 1
        await watch(game, 0.6)
        assert game.result == "W+T"
        assert "ran out of time" in game.message

    play(scene, black=HUMAN, white=HUMAN, clock="1")


async def watch(game: WebGame, seconds: float) -> None:
    """Let the games look at the clocks for a while, four times as fast as time goes by."""
    assert game.clocks
    game.clocks._now = lambda: 4 * time.monotonic()
    end = time.monotonic() + seconds
    while time.monotonic() < end:
        game.look_at_clock()
        await asyncio.sleep(0.02)
    game.look_at_clock()


def test_the_clock_is_pressed_with_every_move() -> None:
    async def scene(game: WebGame) -> None:
        game.look_at_clock()
        assert running(game) is Color.BLACK
        game.play(v("C3"))
        assert running(game) is Color.WHITE
        game.play(v("B2"))
        assert running(game) is Color.BLACK
        game.resign()
        assert running(game) is None

    play(scene, black=HUMAN, white=HUMAN, clock="10:00+3x0:30")


def test_keeping_a_game_gives_nobody_time() -> None:
    now = [0.0]
    settings = GameSettings(clock="1:00+3x0:10").new_clock()
    assert settings is not None
    clocks = Clocks(settings, lambda: now[0])
    clocks.start(Color.BLACK)
    for now[0] in range(1, 67):
        clocks_to_dict(clocks)
    assert face(clocks.shown(Color.BLACK)) == "0:04 (3)"
    now[0] = 91.0
    clocks_to_dict(clocks)
    assert clocks.is_out(Color.BLACK)


def test_clocks_are_kept_and_brought_back() -> None:
    now = [0.0]
    settings = GameSettings(clock="1:00+3x0:10").new_clock()
    assert settings is not None
    clocks = Clocks(settings, lambda: now[0])
    clocks.start(Color.BLACK)
    now[0] = 20.0
    again = Clocks(settings)
    kept = clocks_to_dict(clocks)
    assert kept is not None
    restore_clocks(again, kept)
    assert face(again.shown(Color.BLACK)) == "0:40"
    assert clocks.running is Color.BLACK
    with pytest.raises(tengen.TengenError, match="no clocks"):
        restore_clocks(again, {"black": {}})

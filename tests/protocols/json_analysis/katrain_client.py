"""A session of KaTrain's own engine class with a program; what came of it is printed as JSON.

Run by test_katrain.py in a process of its own, for Kivy takes a process over: its arguments, logs and home folder.
Arguments: the command of the engine, an executable that behaves like it, and the moves of a game.
"""

import json
import os
import sys
import time
from collections.abc import Callable
from typing import Any

SECONDS = 60.0  # that anything may take
VISITS = 60


class Status:
    """Where KaTrain's window would show messages."""

    def set_status(self, *_: Any, **__: Any) -> None:
        """Show nothing."""


def until(condition: Callable[[], bool], what: str) -> float:
    """Wait for something; the seconds it took."""
    began = time.monotonic()
    while not condition():
        if time.monotonic() - began > SECONDS:
            print(f"{what} did not happen in {SECONDS:g} seconds", file=sys.__stderr__, flush=True)
            os._exit(1)  # Kivy keeps standard error to itself, KaTrain's threads may wait for each other
        time.sleep(0.02)
    return time.monotonic() - began


def node_summary(node: Any) -> dict[str, Any]:
    """What KaTrain stores and shows of a node."""
    best = node.candidate_moves[0]
    return {
        "complete": node.analysis_complete,
        "winrate": node.winrate,
        "score": node.score,
        "visits": node.root_visits,
        "ownership": node.ownership,
        "policy": node.policy,
        "policy_ranking": len(node.policy_ranking),
        "candidates": len(node.candidate_moves),
        "best": best["move"],
        "best_keys": sorted(best),
        "best_first_of_variation": best["pv"][0],
        "next_player": node.next_player,
        "points_lost": node.points_lost,
        "saved": len(node.sgf_properties(save_analysis=True)["KT"]),
    }


def analyze_game(engine: Any, game: Any) -> dict[str, Any]:
    """KaTrain asks about every node by itself when a game is loaded."""
    nodes = game.root.nodes_in_tree
    found: dict[str, Any] = {
        "seconds": until(lambda: all(node.analysis_complete for node in nodes), "the analysis of the game")
    }
    until(engine.is_idle, "the end of the queries")
    return found | {"nodes": [node_summary(node) for node in nodes]}


def look_around(engine: Any, game: Any, place_of: Callable[[str], Any]) -> dict[str, Any]:
    """Alternatives, for which KaTrain avoids all moves that it knows; and a region, the lower left."""
    nodes = game.root.nodes_in_tree
    game.set_current_node(nodes[20])
    known = set(nodes[20].analysis["moves"])
    game.analyze_extra("alternative")
    until(engine.is_idle, "the analysis of alternatives")
    alternatives = set(nodes[20].analysis["moves"]) - known
    game.set_current_node(nodes[30])
    nodes[30].clear_analysis()
    nodes[30].analyze(engine, region_of_interest=[0, 8, 0, 8])
    until(engine.is_idle, "the analysis of a region")
    places = [place_of(name) for name in nodes[30].analysis["moves"]]
    return {"alternatives": len(alternatives), "region": [list(place) if place else None for place in places]}


def ponder(engine: Any, game: Any) -> dict[str, Any]:
    """Pondering goes on while other positions are analysed, follows a new position, and stops when told to."""
    nodes = game.root.nodes_in_tree
    game.set_current_node(nodes[10])
    game.analyze_extra("ponder")
    until(lambda: nodes[10].root_visits > 2 * VISITS, "pondering")
    nodes[40].clear_analysis()
    nodes[40].analyze(engine)
    until(lambda: nodes[40].analysis_complete, "an analysis beside pondering")
    found: dict[str, Any] = {"pondered": nodes[10].root_visits}
    game.set_current_node(nodes[11])
    game.analyze_extra("ponder")
    until(lambda: nodes[11].root_visits > 2 * VISITS, "pondering on another position")
    found["queries_while_pondering"] = engine.queries_remaining()
    game.analyze_extra("stop")
    found["seconds_to_stop"] = until(engine.is_idle, "the end of pondering")
    visits = nodes[11].root_visits
    time.sleep(0.6)  # longer than two reports of pondering
    return found | {"visits_after_stop": nodes[11].root_visits - visits}


def analyze_node(engine: Any, node: Any, what: str) -> float:
    """Have one position analysed; the seconds it took."""
    node.analyze(engine)
    return until(lambda: bool(node.analysis_complete), what)


def main() -> None:
    """Analyse a game in several ways, begin another, and once more with the program in KataGo's place."""
    command, executable, vertices = sys.argv[1], sys.argv[2], sys.argv[3].split()
    del sys.argv[1:]  # Kivy and KaTrain read them
    from katrain.core.base_katrain import KaTrainBase
    from katrain.core.engine import KataGoEngine
    from katrain.core.game import Game
    from katrain.core.game_node import GameNode
    from pysgf import Move

    said: list[str] = []

    class Headless(KaTrainBase):  # type: ignore[misc]
        controls = Status()
        pondering = False

        def log(self, message: Any, level: int = 0) -> None:
            said.append(str(message)[:400])

    katrain = Headless(force_package_config=True)
    config = dict(katrain.config("engine")) | {"max_visits": VISITS, "fast_visits": 25, "allow_recovery": False}
    engine = KataGoEngine(katrain, config | {"backend": "custom", "altcommand": command})
    root = node = GameNode(properties={"SZ": 19, "KM": 6.5, "RU": "japanese"})
    for number, vertex in enumerate(vertices):
        node = node.play(Move.from_gtp(vertex, player="BW"[number % 2]))
    game = Game(katrain, engine, move_tree=root)
    found = analyze_game(engine, game)
    found |= look_around(engine, game, lambda name: Move.from_gtp(name).coords)
    found |= ponder(engine, game)

    game.analyze_all_nodes()
    engine.on_new_game()  # which drops all that waits
    small = {"SZ": 9, "KM": 7, "RU": "chinese"}
    found["seconds_to_new_game"] = analyze_node(engine, GameNode(properties=small), "the analysis of a new game")
    found["alive"] = engine.check_alive()
    engine.shutdown(finish=True)

    # Started as KaTrain starts KataGo, with KataGo's options and files.
    engine = KataGoEngine(katrain, config | {"backend": "local", "katago": executable})
    replaced = GameNode(properties=small)
    analyze_node(engine, replaced, "an analysis in KataGo's place")
    found["in_its_place"] = [engine.command[1:3], replaced.root_visits]
    engine.shutdown(finish=True)

    found["complaints"] = [line for line in said if "error" in line.lower() or "exception" in line.lower()]
    found["warnings"] = [line for line in said if "warning" in line.lower()]
    json.dump(found, sys.__stdout__ or sys.stdout)


if __name__ == "__main__":
    main()

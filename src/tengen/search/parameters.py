"""Everything that can be set about the tree search."""

from dataclasses import dataclass, fields, replace

import numpy as np

from tengen.books.in_play import NO_BOOK
from tengen.cores import MOST_MEMORY
from tengen.errors import TengenError
from tengen.game.position import Position
from tengen.game.ruleset import Ko
from tengen.kernels.openings.clusters import Openings
from tengen.kernels.playouts.careful import CERTAIN
from tengen.kernels.playouts.policies import ANALYZE_AFTER, policy_record
from tengen.kernels.tree.settings import NO_CRITICALITY, TreeParameters, settings_of
from tengen.kernels.workspace import MOST_CLUSTERS
from tengen.parameters import parameter
from tengen.search.dynamic_komi import DynamicKomiParameters
from tengen.search.group_mode.parameters import GroupModeParameters
from tengen.search.joseki import NO as NO_JOSEKI
from tengen.search.joseki import joseki_named
from tengen.search.network.model import BY_DEFAULT, NO_NETWORK, network_model
from tengen.search.openings import begins_empty, check_clusters, openings_for
from tengen.search.outside_priors import NO_PRIORS, check_sources
from tengen.search.score_scaling import SCALINGS

_CRITICALITY_FROM = 13  # points a side
_OWNERSHIP_EVERY = 8  # simulations: for a picture a sample says as much, and looking at every point costs time

# Priors of what the learnt weights know too.
_BY_RULE = tuple(
    f"{name}_prior"
    for name in (
        "capture", "rescue", "pattern", "shape", "self_atari", "two_liberties", "few_liberties", "nakade", "ko", "near",
        "line",
    )
)  # fmt: skip


def _expand_after(size: int) -> int:
    """Visits after which a leaf grows children: every node is dear on a large board."""
    return max(2, round(2 + 6 * (size * size - 81) / (361 - 81)))


def _beyond_small(size: int) -> int:
    """How far a board is on the way from 9x9 to 19x19: 0 to 10."""
    return min(max(size, 9), 19) - 9


def _prior_scale(size: int) -> float:
    """Priors count for more where there is more to choose from."""
    return 1 + (20 / 14 - 1) * _beyond_small(size) / 10


def _near_scale(size: int) -> float:
    """How much more, on top of that, it says where the last move was: on a large board most other moves are far away.

    In the model of `tools/learn_shapes.py` distances weigh 1.9 times as much in games on 19x19 as on 9x9.
    """
    return 1 + 0.75 * _beyond_small(size) / 10


def _learnt_scale(size: int) -> float:
    """How much more, on top of the scale of all priors, learnt weights say on a large board.

    There a search is short beside the number of moves: `benchmarks/judgement.py` finds the winners and the moves of
    professional games best with some ten times as many games as on 9x9.
    """
    return 1 + 6 * _beyond_small(size) / 10


def _network_share(size: int) -> float:
    """What part of a result is the network's opinion rather than a playout."""
    return 1.0


@dataclass(frozen=True)
class SearchParameters(TreeParameters, DynamicKomiParameters, GroupModeParameters):
    """The settings of the `mcts` engine."""

    score_scaling: str = parameter(
        "none",
        help="What makes that part grow towards score_share_late: nothing, moves played, points that have an owner, or "
        "a win rate far from even",
        choices=SCALINGS,
        source="thesis 7.1.1; McGnuGo 6",
    )
    score_share_late: float = parameter(
        0.08,
        help="What it has grown to when nothing is left to play for",
        minimum=0,
        maximum=0.5,
        source="thesis 7.1.1",
    )
    playout: str = parameter(
        "moggy",
        help="How games are played: light, mogo, moggy, mogo-lgrf2, analyze-after … or rules such as "
        "atari,pattern:0.9,capture",
        source="thesis 3.4; MoGo 2006, 3.2; McGnuGo, 2",
    )
    liberty_maps: bool = parameter(
        False,
        help="Learn over the game which moves of the playout rules two-liberties and few-liberties work",
        source="thesis 6",
    )
    liberty_map_free: float = parameter(
        0.1,
        unit="probability",
        help="How often such a rule chooses without heeding what was learnt",
        minimum=0,
        maximum=1,
        source="thesis 6.2",
    )
    liberty_map_threshold: float = parameter(
        0.7,
        unit="local value",
        help="What a move must have been worth on average to be preferred to others for the same group",
        minimum=0,
        maximum=1,
        source="thesis 6.2",
    )
    prior_scale: float = parameter(
        0.0,
        help="What all priors are multiplied by; 0: 1 on 9x9 to 1.43 on 19x19, distance to 2.5, learnt weights to 10",
        minimum=0,
        maximum=1_000,
        source="thesis 3.3.2: 14 simulations on 9x9, 20 on 19x19",
    )
    patterns: str = parameter(
        "yes",
        help="Learnt weights of moves: yes for those that ship, no, or a file made by tengen learn patterns",
        source="Coulom 2007; thesis 3.3.2",
    )
    smartstart_database: str = parameter(
        "medium",
        help="Clustered openings for smartstart: small (of 1,000 games), medium (of 8,000), or a file made by tengen "
        "learn openings",
        source="SmartStart 10.1",
    )
    smartstart_clusters: int = parameter(
        64,
        help="Of which number of clusters: 64 and 256 ship, and others are learnt with tengen learn openings",
        minimum=1,
        maximum=MOST_CLUSTERS,
        source="SmartStart 9.2",
    )
    joseki: str = parameter(
        NO_JOSEKI,
        help="A dictionary of corner sequences, for priors and for the playouts' rule joseki: yes for the one that "
        "ships, no, or a file made by tengen book joseki",
        source="thesis 3.3.2, 3.4",
    )
    network: str = parameter(
        BY_DEFAULT,
        help="A neural network that judges positions: auto for the one that ships, if it can be used here; yes, no, or "
        "a file made by tengen learn network",
        source="Silver et al. 2017",
    )
    network_share: float = parameter(
        -1.0,
        help="Part of a result that is the network's opinion of the leaf, the rest a playout; -1: by the board",
        minimum=-1,
        maximum=1,
        source="Silver et al. 2016",
    )
    network_games: float = parameter(
        200.0,
        unit="simulations",
        help="For policies other than puct: won games for a move that the network is sure of, fewer for others",
        minimum=0,
        maximum=1_000_000,
    )
    outside_priors: str = parameter(
        NO_PRIORS,
        help="Which installed packages are asked for priors of the moves at the root: their names, separated by commas",
        source="thesis 3.3.2",
    )
    book: str = parameter(
        NO_BOOK,
        help="Opening books: no, auto for those that ship, if there are any, or files, separated by commas; see "
        "docs/openings.md",
        source="thesis 3.3.1",
    )
    book_share: float = parameter(
        0.1,
        help="Of a book of games: least part of a position's games for a move to be played at once",
        minimum=0,
        maximum=1,
    )
    book_games: float = parameter(
        10_000.0,
        unit="simulations",
        help="Of a tree book: most games that it puts into the tree for a position",
        minimum=0,
        maximum=100_000_000,
        source="thesis 3.3.1",
    )
    parallel: str = parameter(
        "tree",
        help="What threads share: one tree; nothing, until their trees are added up; or only the playouts of a leaf",
        choices=("tree", "root", "leaf"),
        source="thesis 3.3.4",
    )
    memory: float = parameter(
        400.0,
        unit="MB",
        help="For the tree; when it is full the branches visited least are cut off",
        minimum=1,
        maximum=MOST_MEMORY,
    )
    reuse_tree: bool = parameter(True, help="Keep what the tree knows of the moves played", source="thesis 3.3")
    fold_symmetry: bool = parameter(True, help="Consider one of several moves that are the same by symmetry")

    def playout_record(self, size: int) -> np.ndarray:
        """The playout policy as the kernels take it, on a board of `size`."""
        policies = policy_record(self.playout, size)
        policies["liberty_maps"] = self.liberty_maps
        policies["map_free"] = round(self.liberty_map_free * CERTAIN)
        policies["map_threshold"] = self.liberty_map_threshold
        return policies

    def openings(self, size: int) -> Openings | None:
        """The openings for a board of `size`, if any are wanted and there."""
        if self.smartstart == "no":
            return None
        return openings_for(self.smartstart_database, self.smartstart_clusters, size)

    def network_share_on(self, size: int) -> float:
        """What part of a result is the network's opinion on a board of `size`."""
        return _network_share(size) if self.network_share < 0 else self.network_share

    def _decided_for(self, size: int, learnt: bool, network: bool) -> "SearchParameters":
        """These parameters with all decided that hangs on the board's size, on what was `learnt` and on a `network`."""
        scale = self.prior_scale or _prior_scale(size)
        priors = {f.name: getattr(self, f.name) * scale for f in fields(self) if f.name.endswith("_prior")}
        if not self.prior_scale:
            priors["near_prior"] *= _near_scale(size)
            priors["learnt_prior"] *= _learnt_scale(size)
        if learnt:
            priors |= {name: priors[name] * self.rule_priors for name in _BY_RULE}
        else:
            priors["learnt_prior"] = 0.0
        return replace(
            self,
            policy=("puct" if network else "rave") if self.policy == "auto" else self.policy,
            expand_after=self.expand_after or _expand_after(size),
            criticality=self._criticality_on(size),
            **priors,
        )

    def _criticality_on(self, size: int) -> str:
        """Where criticality counts on a board of `size`; what small boards are about is found without it."""
        if self.criticality == "auto":
            return "rave" if size >= _CRITICALITY_FROM else "none"
        if self.criticality == "widening" and self.priors != "widening":
            return "none"
        return self.criticality

    def check(self) -> None:
        """Refuse what does not go together."""
        if self.local_trees and self.parallel == "leaf":
            raise TengenError("local_trees=yes does not work with parallel=leaf: choose parallel=tree or root")
        self._check_modes()
        check_sources(self.outside_priors)
        if self.smartstart != "no":
            check_clusters(self.smartstart_database, self.smartstart_clusters)
        if self.network not in (BY_DEFAULT, NO_NETWORK):
            if self.parallel == "leaf":
                raise TengenError("a network does not work with parallel=leaf: choose parallel=tree or root")
            network_model(self.network)  # whoever names one hears at once that it cannot be used

    def _check_modes(self) -> None:
        """Refuse what zone mode does not go with: what plays beyond the zone, or without playouts."""
        if not self.zone_mode:
            return
        if not self.group_mode:
            raise TengenError("zone_mode=yes plays in a zone around the groups: set group_mode=yes too")
        if self.network != NO_NETWORK:
            raise TengenError("zone_mode=yes is about playouts, which a network replaces: set network=no")
        if ANALYZE_AFTER in self.playout:
            raise TengenError(f"playout={ANALYZE_AFTER} fills the whole board: choose another, or zone_mode=no")
        if self.dynamic_komi != "none":
            raise TengenError("zone_mode=yes tunes the score itself: set dynamic_komi=none")
        if self.local_trees or self.smartstart != "no":
            name = "local_trees" if self.local_trees else "smartstart"
            raise TengenError(f"{name} plays beyond the zone of zone_mode=yes: set {name}=no")

    def record(self, position: Position, *, learnt: bool = False, network: bool = False) -> np.ndarray:
        """The settings as the kernels take them, for a search of `position`; the searcher adds what changes with it.

        Whether there are `learnt` weights decides which priors count, and a `network` which policy.
        """
        settings = settings_of(self._decided_for(position.size, learnt and self.learnt_prior > 0, network))
        settings["ownership_every"] = 1 if settings["criticality"][0] != NO_CRITICALITY else _OWNERSHIP_EVERY
        settings["komi"] = position.points_for_white
        settings["check_superko"] = position.rules.ko is not Ko.SIMPLE
        settings["situational"] = position.rules.ko is Ko.SITUATIONAL
        if self.smartstart != "no" and (not begins_empty(position) or self.openings(position.size) is None):
            settings["smartstart"] = 0
        settings["joseki"] = self.joseki_bias > 0 and joseki_named(self.joseki) is not None
        return settings

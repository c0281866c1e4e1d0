"""Group mode and zone mode: on a large board the search looks at a part of it (MoGo).

Gelly, Wang, Munos and Teytaud, "Modification of UCT with Patterns in Monte-Carlo Go" (INRIA RR-6062, 2006), 3.3.
"Thus we gain a larger local depth in the search tree by losing the global view of UCT." The paper gives no pseudo-code;
where it leaves things open, the files say what was decided.

    groups      the groups of the last two moves, over the common fate graph (`groups.py`)
    zone        the larger part of the board that playouts keep to, and the tuned score (`zone.py`)
    estimate    what zone and rest are worth, by playouts before the search (`estimate.py`)
    mode        what a search is held to, and what becomes of its tree (`mode.py`)

Playouts in a zone are compiled: `kernels/playouts/zone.py`.
"""

from tengen.search.group_mode.groups import recent_groups
from tengen.search.group_mode.mode import GroupMode
from tengen.search.group_mode.parameters import GroupModeParameters
from tengen.search.group_mode.zone import tuned_rest, zone_around

__all__ = ["GroupMode", "GroupModeParameters", "recent_groups", "tuned_rest", "zone_around"]

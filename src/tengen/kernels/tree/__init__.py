"""The search tree: nodes in one array, and the four steps of a simulation.

Descend by a policy (`select_*.py`), grow the tree (`expand.py`), play out
(`tengen.kernels.playouts`), and take the result back up (`update.py`); `walk.py` does
them many times without leaving compiled code.
"""

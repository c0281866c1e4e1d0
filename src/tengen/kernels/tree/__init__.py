"""The search tree: nodes in one array, and the four steps of a simulation.

Find a leaf (`find.py`, by a policy of `select_*.py`, growing the tree by `expand.py`), evaluate it (`priors.py`, or
Python: `waiting.py`), play it out (`play.py`) and count it (`count.py`); `walk.py` does them many times without leaving
compiled code, `leaf.py` each for many leaves.
"""

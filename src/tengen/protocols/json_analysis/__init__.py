"""KataGo's JSON analysis protocol: queries of many positions, a line each, answered by several workers.

`query.py` reads a query with `fields.py`, `rules.py`, `settings.py` and `game.py`; `jobs.py` says which position is
looked at next; `service.py` has the workers and the actions; `reply.py` writes an analysis; `server.py` has the pipes.
The page docs/analysis-protocol.md is for those who write clients.
"""

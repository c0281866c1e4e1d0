"""The only compiled code of Tengen: the board, the tactics, the playouts.

Everything here is written in the part of Python that Numba compiles to machine code.
State is a NumPy structured record (`board.BOARD`), functions are free functions at
module level with the one decorator of `compile.py`. Start reading in `board_record.py` and `board.py`.
"""

"""The digest at the end of a network's file, by which damage is noticed.

ONNX Runtime uses a file with a changed byte among its weights as if nothing were wrong with it. The digest is a
property of the model like others, but written behind all else: every program that reads ONNX reads the file.
"""

import hashlib

_NAME = b"sha256"
_DIGITS = 64
# In protocol buffers: a pair of texts, name and value, in the model's field 14.
_PAIR = b"\x0a" + bytes([len(_NAME)]) + _NAME + b"\x12" + bytes([_DIGITS])
_BEFORE = b"\x72" + bytes([len(_PAIR) + _DIGITS]) + _PAIR


def sealed(model: bytes) -> bytes:
    """The bytes of a model with their digest behind them.

    >>> len(sealed(b"weights")) - len(b"weights"), is_damaged(sealed(b"weights"))
    (76, False)
    >>> is_damaged(sealed(b"weights").replace(b"w", b"v"))
    True
    """
    return model + _BEFORE + _digest_of(model)


def is_damaged(data: bytes) -> bool:
    """Whether a file is not what its digest says; of one without a digest nobody knows."""
    body, digest = data[:-_DIGITS], data[-_DIGITS:]
    return body.endswith(_BEFORE) and digest != _digest_of(body.removesuffix(_BEFORE))


def _digest_of(model: bytes) -> bytes:
    return hashlib.sha256(model).hexdigest().encode()

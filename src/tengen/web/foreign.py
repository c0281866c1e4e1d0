"""Requests that a page of another site has a browser make: a link that is followed may come in, an image may not."""

from collections.abc import Mapping

TOLD = "A page of another site asks for this: follow a link, or type the address."


def is_foreign(headers: Mapping[str, str]) -> bool:
    """Whether a page from elsewhere wants this for itself.

    Browsers say so themselves; who says nothing, such as curl, is no browser that could be led. To them another port of
    this computer is the same site, but it is another program all the same.

    >>> is_foreign({"sec-fetch-site": "cross-site", "sec-fetch-mode": "no-cors", "sec-fetch-dest": "image"})
    True
    >>> is_foreign({"sec-fetch-site": "cross-site", "sec-fetch-mode": "navigate", "sec-fetch-dest": "document"})
    False
    >>> is_foreign({"sec-fetch-site": "same-origin", "sec-fetch-mode": "no-cors"})
    False
    >>> is_foreign({})
    False
    """
    if headers.get("sec-fetch-site", "none") in ("none", "same-origin"):
        return False
    return (headers.get("sec-fetch-mode"), headers.get("sec-fetch-dest")) != ("navigate", "document")

"""stub"""
def analyze() -> None:
    """stub"""
def sgf2gtp() -> None:
    """stub"""

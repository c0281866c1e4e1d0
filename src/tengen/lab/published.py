"""What a paper says about a pairing."""

from dataclasses import dataclass


@dataclass(frozen=True)
class Published:
    """A row of a paper's table as it is printed, in per cent of the games the first player won."""

    rate: float
    margin: float | None = None  # what follows the ± sign
    games: int | None = None
    black: float | None = None  # as Black
    white: float | None = None
    black_games: int | None = None
    white_games: int | None = None

    @property
    def all_games(self) -> int | None:
        """The games of the row, if the paper says how many there were."""
        if self.games is None and self.black_games is not None and self.white_games is not None:
            return self.black_games + self.white_games
        return self.games

    @property
    def expected_rate(self) -> float | None:
        """What the colours' rates come to, if the games of each are known, or else as many of each."""
        if self.black is None or self.white is None:
            return None
        black, white = self.black_games or 1, self.white_games or 1
        return (self.black * black + self.white * white) / (black + white)

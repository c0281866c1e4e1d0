"""What is taken where nobody says anything; here, because the command line starts without the engines."""

DEFAULT_ENGINE = "mcts"

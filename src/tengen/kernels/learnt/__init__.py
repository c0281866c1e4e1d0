"""What was learnt from games about moves: features of a move, large patterns among them, and their weights."""

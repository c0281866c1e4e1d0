"""Reviewing games: every move analysed, mistakes named, graphs and an annotated record."""

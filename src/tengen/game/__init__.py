"""Go itself: colours, vertices, rules, positions with history, scoring."""

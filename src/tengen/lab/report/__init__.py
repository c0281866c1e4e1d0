"""Reports made from stored results, never while playing: a table in the terminal, Markdown, a page with plots."""

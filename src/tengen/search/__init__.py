"""Tree search: its parameters, and the searcher that runs compiled slices between looks at the clock."""

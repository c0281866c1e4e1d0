"""The Go Text Protocol as lines on a pipe: its syntax, and driving other engines with it."""

"""The laboratory: matches between programs, and what their results say."""

"""Regression tests over GTP: reading test files, running them on an engine, telling the results."""

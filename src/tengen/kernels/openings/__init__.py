"""Openings of professionals, clustered (SmartStart)."""

"""The laboratory: matches, their store, honest statistics, the papers' tables, reports and tuning."""

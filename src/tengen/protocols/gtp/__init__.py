"""The Go Text Protocol, version 2: its wire format, our side of it, and the driving of other engines."""

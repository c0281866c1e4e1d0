"""Our side of the Go Text Protocol: a session, its commands, and serving it on pipes."""

"""HTTP, identity, the command line and wiring."""

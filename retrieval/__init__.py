"""What to do with hits: plan, search, fuse, group, merge, cite. Knows no framework."""

"""Many variables, one at a time."""

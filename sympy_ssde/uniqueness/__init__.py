"""Whether a solution is the only one, by named theorems."""

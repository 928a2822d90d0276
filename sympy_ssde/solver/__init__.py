"""From a stated problem to a proved solution: methods that take turns."""

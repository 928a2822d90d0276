"""The search for skeletons; it knows the physics only as a score handed to it."""

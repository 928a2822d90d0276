"""Problems made smaller: exact ways that turn a problem into simpler ones, and SymPy's methods."""

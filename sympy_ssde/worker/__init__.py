"""Processes that do tasks and can be ended when SymPy hangs."""

"""The command ``ssde``."""

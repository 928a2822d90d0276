"""Benchmarks: what the project claims, one command shows."""

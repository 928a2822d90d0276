"""Exact proofs and refutations, run in a worker process by :mod:`sympy_ssde.proof.verify`."""

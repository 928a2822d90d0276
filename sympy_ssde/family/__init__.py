"""Families: solutions of an equation alone, with constants and functions of their own."""

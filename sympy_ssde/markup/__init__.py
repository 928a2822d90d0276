"""Formulas and tables for pages: MathML and HTML."""

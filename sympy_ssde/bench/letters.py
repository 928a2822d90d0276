"""The symbols that problems of the benchmarks are written in; nothing is assumed of them."""

from sympy import Function, symbols

x, y, z, t, s = symbols("x y z t s")
u = Function("u")

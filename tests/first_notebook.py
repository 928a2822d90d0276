"""The cells of a first notebook: import, first solve, a search, plot, report."""

STATE = """
from sympy import Eq, Function, pi, sin, symbols
from sympy_ssde import Problem, find_solution, write_report
x, t = symbols("x t"); u = Function("u")
heat = Eq(u(x, t).diff(t), u(x, t).diff(x, 2))
bcs = {u(0, t): 0, u(1, t): 0, u(x, 0): sin(pi*x)}
problem = Problem(heat, u(x, t), bcs, {x: (0, 1), t: (0, 0.25)})
problem
"""
SOLVE = """
solution = find_solution(problem)
solution
"""
SEARCH = """
found = find_solution(Eq(u(x).diff(x), 2*x*u(x)), u(x), {u(0): 1}, {x: (0, 1)},
                      hint="direct", progress=True)
found
"""
CELLS = [
    *(cell.strip() for cell in (STATE, SOLVE, SEARCH)),
    "found.history",
    "solution.verification",
    "solution.steps",
    "solution([0, 0.5], 0.1)",
    "solution.plot()",
    'write_report(solution, "report.html")',
]

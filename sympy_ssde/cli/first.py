"""``python -m sympy_ssde.cli.first``: solve a first problem and show how it is stated."""

from sympy import Eq, Function, pi, sin, symbols

from sympy_ssde import find_solution


def main() -> int:
    """Solve the heat equation on a rod, print problem, answer and proof."""
    x, t = symbols("x t")
    u = Function("u")
    solution = find_solution(
        Eq(u(x, t).diff(t), u(x, t).diff(x, 2)),
        u(x, t),
        {u(0, t): 0, u(1, t): 0, u(x, 0): sin(pi * x)},
        {x: (0, 1), t: (0, 1)},
    )
    print(solution.problem)
    print(f"\n{solution.eq}\n")
    print(solution.verification)
    print(f"\n{solution.evaluations} candidates in {solution.seconds:.1f} s")
    return 0 if solution else 1


if __name__ == "__main__":
    raise SystemExit(main())

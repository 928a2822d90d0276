"""Whether a solution is the only one: known with it, and told where it is not."""

from dataclasses import replace

from sympy_ssde.errors import warn_user
from sympy_ssde.markup.tables import cut
from sympy_ssde.result.comparison import advice, rounded
from sympy_ssde.result.solution import Method, Solution
from sympy_ssde.solver.clock import Clock
from sympy_ssde.uniqueness.judgement import LIMIT, judge


def judged(solution: Solution, clock: Clock) -> Solution:
    """The solution with what is known of others, if it is proved and there is time."""
    if solution.method is Method.FAMILY and solution:
        return replace(solution, unique=False, uniqueness="it is a family of solutions")
    seconds = min(LIMIT, clock.left())
    if not solution or seconds <= 0:
        return solution
    try:
        verdict = judge(solution.problem, solution.exprs, seconds)
    except KeyboardInterrupt:  # the solution is there already
        return solution
    return replace(solution, unique=verdict.unique, uniqueness=verdict.reason)


def warn_of_others(solution: Solution) -> None:
    """Warn of a solution that is not the only one, and of 0 where that isn't known.

    A family says by itself that it has many members.
    """
    if not solution or solution.unique or solution.method is Method.FAMILY:
        return
    equations = ", ".join(f"{eq.lhs} = {eq.rhs}" for eq in solution.eqs)
    if solution.unique is False:
        text = f"{equations} is not the only solution: {solution.uniqueness}"
    elif all(e == 0 for e in solution.exprs):
        text = (
            f"{equations} solves the problem, but it may not be what you look for: other solutions "
            "were not excluded"
        )
    else:
        return
    warn_user(text)


def not_found(solution: Solution) -> str:
    """What is said where nothing was proved."""
    best = ", ".join(cut(str(rounded(e)), 200) for e in solution.exprs) or "nothing"
    return (
        f"no closed form was proved ({solution.reason}, {solution.evaluations} candidates, "
        f"{solution.seconds:.1f} s); the best approximation was {best}. Try {advice(solution)[0]}, "
        "another library= or seed=; find_solution() returns the approximation"
    )

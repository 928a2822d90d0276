"""Linear partial equations on boxes: energies, the maximum principle, eigenvalues."""

from collections.abc import Iterator
from dataclasses import dataclass
from itertools import product

from sympy import Expr, S, cos, cosh, exp, pi, prod, sin, sinh, sqrt

from sympy_ssde.problem.constraints import Constraint
from sympy_ssde.proof.verify import verify
from sympy_ssde.reduction.view import View, view
from sympy_ssde.uniqueness.homogeneous import homogeneous
from sympy_ssde.uniqueness.setting import Setting, Verdict, can_be_added

#: Modes that are compared with a coefficient, and how near they may be and yet differ.
_MOST_MODES = 2000
_CLEAR = 1e-9

VALUE, SLOPE = "value", "slope"


@dataclass(frozen=True)
class Box:
    """A linear equation with constant coefficients on a box.

    ``faces[i]`` has what is given at the lower and at the upper end of variable ``i``; ``second``
    and ``first`` are the coefficients of pure derivatives, ``last`` that of the unknown.
    """

    setting: Setting
    faces: tuple[tuple[frozenset[str], frozenset[str]], ...]
    second: tuple[Expr, ...]
    first: tuple[Expr, ...]
    last: Expr

    def is_closed(self, number: int) -> bool:
        """Whether one thing is given at each end of a bounded range."""
        bounded = not any(e.is_infinite for e in self.setting.ends(number))
        return bounded and all(len(given) == 1 for given in self.faces[number])

    def has_values(self, number: int) -> bool:
        """Whether values are given at both ends."""
        return all(given == {VALUE} for given in self.faces[number])


def judge_box(setting: Setting) -> Verdict | None:
    """The verdict on a linear equation with constant coefficients on a box; None for others."""
    box = _box(setting)
    if box is None:
        return None
    numbers = range(len(box.second))
    opened = [i for i in numbers if not box.is_closed(i)]
    if not opened:
        return _elliptic(box)
    if len(opened) == 1:
        return _evolution(box, opened[0])
    return None


def _box(setting: Setting) -> Box | None:
    seen = view(setting.problem)
    if seen is None or len(seen.variables) < 2 or not seen.is_linear:
        return None
    count = len(seen.variables)
    second, first, last = [S.Zero] * count, [S.Zero] * count, S.Zero
    for orders, coefficient in seen.terms.items():
        value = setting.signed(coefficient)
        if value.free_symbols & set(setting.variables):
            return None
        if not any(orders):
            last = value
        elif sum(map(bool, orders)) > 1 or sum(orders) > 2:
            return None
        else:
            place = next(i for i, n in enumerate(orders) if n)
            (second if orders[place] == 2 else first)[place] = value
    faces = _faces(seen, setting)
    if faces is None:
        return None
    return Box(setting, faces, tuple(second), tuple(first), last)


def _faces(
    seen: View, setting: Setting
) -> tuple[tuple[frozenset[str], frozenset[str]], ...] | None:
    """What the conditions give on each face; None if one of them is something else."""
    given: list[tuple[set[str], set[str]]] = [(set(), set()) for _ in seen.variables]
    for r in setting.domain:
        if (r.low.free_symbols | r.high.free_symbols) & set(setting.variables):
            return None
    for condition in seen.problem.conditions:
        found = _face(condition, seen, setting)
        if found is None:
            return None
        number, end, kind = found
        given[number][end].add(kind)
    return tuple((frozenset(low), frozenset(high)) for low, high in given)


def _face(condition: Constraint, seen: View, setting: Setting) -> tuple[int, int, str] | None:
    """Variable, end, and whether it is a value or a slope that a condition gives."""
    if len(condition.traces) != 1:
        return None
    (trace,), (slot,) = condition.traces, condition.slots
    factor = setting.signed(condition.expr.diff(slot))
    if slot in factor.free_symbols or setting.signs.sign(factor) is None:
        return None
    moved = [i for i, v in enumerate(seen.variables) if trace.point[i] != v]
    if len(moved) != 1:
        return None
    number = moved[0]
    ends = setting.ends(number)
    place = setting.signed(trace.point[number])
    if place not in ends or place.is_infinite:
        return None
    slope = tuple(int(i == number) for i in range(len(seen.variables)))
    if trace.orders == slope:
        return number, ends.index(place), SLOPE
    return None if any(trace.orders) else (number, ends.index(place), VALUE)


def _elliptic(box: Box) -> Verdict | None:
    """A value or a slope on every face."""
    signs = box.setting.signs
    lead = {signs.sign(a) for a in box.second}
    if len(lead) != 1 or None in lead:
        return None
    sign = lead.pop() or 0
    numbers = range(len(box.second))
    values = all(box.has_values(i) for i in numbers)
    if any(b != 0 for b in box.first) and not values:
        return None
    if box.last == 0 or signs.sign(box.last) == -sign:
        if values:
            return Verdict(True, "maximum principle: values are given on the whole boundary")
        if box.last != 0 or any(VALUE in given for faces in box.faces for given in faces):
            return Verdict(True, "energy: the difference of two solutions has none")
        return _added(box, S.One)
    if any(b != 0 for b in box.first):
        return None
    return _by_eigenvalues(box)


def _by_eigenvalues(box: Box) -> Verdict | None:
    """Whether the last coefficient is an eigenvalue of the others, on this box."""
    numbers = [
        *box.second,
        box.last,
        *(e for i in range(len(box.second)) for e in box.setting.ends(i)),
    ]
    if any(e.free_symbols for e in numbers):
        return None
    wanted = float(box.last)
    modes = list(_modes(box, wanted))
    if len(modes) >= _MOST_MODES:
        return None
    for eigenvalue, mode in modes:
        gap = abs(complex((eigenvalue - box.last).evalf(25)))
        if gap < _CLEAR * (1 + abs(wanted)):
            return _added(box, mode) if (eigenvalue - box.last).simplify() == 0 else None
    return Verdict(True, f"{box.last} is not an eigenvalue of the other terms on this box")


def _modes(box: Box, wanted: float) -> Iterator[tuple[Expr, Expr]]:
    """Eigenvalues that are not beyond the wanted one, and their functions."""
    ranges = []
    for i, a in enumerate(box.second):
        low, high = box.setting.ends(i)
        most = int(abs(wanted / float(a)) ** 0.5 * float(high - low) / 3.141592) + 2
        ranges.append(range(min(most, _MOST_MODES)))
    for tried, numbers in enumerate(product(*ranges)):
        if tried > 20 * _MOST_MODES:
            raise NotImplementedError("too many modes")
        parts = [_mode(box, i, n) for i, n in enumerate(numbers)]
        if all(parts):
            known = [p for p in parts if p is not None]
            yield sum((k for k, _ in known), S.Zero), prod(f for _, f in known)


def _mode(box: Box, number: int, count: int) -> tuple[Expr, Expr] | None:
    """Minus the operator's factor, and the function, of a variable's mode of this number."""
    x, (low, high) = box.setting.problem.variables[number], box.setting.ends(number)
    starts, ends = box.faces[number]
    if starts == ends:
        share = S(count)
        function = sin if starts == {VALUE} else cos
        if starts == {VALUE} and count == 0:
            return None
    else:
        share = count + S.Half
        function = sin if starts == {VALUE} else cos
    rate = share * pi / (high - low)
    return box.second[number] * rate**2, function(rate * (x - low))


def _evolution(box: Box, number: int) -> Verdict | None:
    """Initial values in one variable, a value or a slope on all faces of the others."""
    setting = box.setting
    start, end = box.faces[number]
    others = [i for i in range(len(box.second)) if i != number]
    if end or setting.ends(number)[0].is_infinite:
        return None
    space = {setting.signs.sign(box.second[i]) for i in others}
    if len(space) != 1 or None in space:
        return None
    sign = space.pop() or 0
    second, first = box.second[number], box.first[number]
    drift = any(box.first[i] != 0 for i in others)
    values = all(box.has_values(i) for i in others)
    if drift and not (values and second == 0):
        return None
    if second == 0 and start == {VALUE} and setting.signs.sign(first) == -sign:
        return Verdict(True, "energy: initial values, and a value or a slope on every side (heat)")
    if second != 0 and start == {VALUE, SLOPE} and setting.signs.sign(second) == -sign:
        return Verdict(
            True, "energy: initial values and rates, and a value or a slope on every side (waves)"
        )
    return None if drift else _free_motion(box, number, others)


def _free_motion(box: Box, number: int, others: list[int]) -> Verdict | None:
    """A first mode in the others can be added where its start in this variable is left open."""
    setting = box.setting
    start, second, first = box.faces[number][0], box.second[number], box.first[number]
    if not start < ({VALUE, SLOPE} if second != 0 else {VALUE}) or (second != 0 and first != 0):
        return None
    modes = [mode for i in others if (mode := _mode(box, i, 1)) is not None]
    rest = box.last - sum((k for k, _ in modes), S.Zero)
    since = setting.problem.variables[number] - setting.ends(number)[0]
    if second == 0:
        motion = exp(-rest / first * since)
    else:
        sign = setting.signs.sign(rest / second)
        if sign is None:
            return None
        functions = (sin, cos) if sign > 0 else (sinh, cosh)
        motion = functions[start == {SLOPE}](sqrt(sign * rest / second) * since)
    stated = {new: old for old, new in setting.known.items()}
    return _added(box, (motion * prod(f for _, f in modes)).xreplace(stated))


def _added(box: Box, element: Expr) -> Verdict | None:
    smaller = homogeneous(box.setting.problem)
    if smaller is None or not verify(smaller, (element,), timeout=2):
        return None
    return can_be_added(element)

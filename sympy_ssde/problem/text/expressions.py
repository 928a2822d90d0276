"""From syntax trees to SymPy, node by node; nothing of a text is ever evaluated as code."""

import re
from typing import Any, NoReturn

from lark import Token, Tree
from sympy import Derivative, Expr, I, Integer, Rational, S, Symbol, nan, zoo
from sympy.core.function import AppliedUndef

from sympy_ssde.problem.constraints import Trace
from sympy_ssde.problem.text import numbers
from sympy_ssde.problem.text.mistakes import ProblemTextError, nearest, nearest_function
from sympy_ssde.problem.text.numbers import GROWING, TooLarge
from sympy_ssde.problem.text.pieces import read_pieces
from sympy_ssde.problem.text.scope import (
    CONSTANTS,
    DERIVATIVES,
    FUNCTIONS,
    MAX_ORDER,
    PIECES,
    SPATIAL,
    SUMS,
    SUPERSCRIPTS,
    Scope,
    split_differentials,
)
from sympy_ssde.problem.text.sums import read_sum

#: Numbers and names in one expression, and in all of a text.
_MAX_ATOMS, _MAX_ALL_ATOMS = 500, 2000
#: Operations in expressions times orders of their derivatives, for what is carried out here.
_MAX_WORK = 600

_ATOMS = ("number", "name", "call", "leibniz", "leibniz_call", "scaled")

_LEIBNIZ = re.compile(r"[d∂](?:\^?([0-9]+))?([^\W\d_]\w*)?/(.*)")


class ExpressionBuilder:
    """Builds the expressions of one text; ``text`` is for messages only."""

    def __init__(self, text: str, scope: Scope):
        self.text, self.scope = text, scope
        self._atoms = self._work = 0

    def fail(self, message: str, at: Tree[Token] | Token, suggestion: str = "") -> NoReturn:
        """Raise an error that points at a place of the text."""
        raise ProblemTextError(message, self.text, position(at), suggestion)

    def build(self, tree: Tree[Token]) -> Expr:
        """The expression of an ``expression`` node."""
        atoms = sum(1 for _ in tree.find_pred(lambda node: node.data in _ATOMS))
        self._atoms += atoms
        if atoms > _MAX_ATOMS or self._atoms > _MAX_ALL_ATOMS:
            self.fail("this is too long for a problem", tree)
        try:
            return self._sum(tree)
        except TooLarge as error:
            self.fail(str(error), tree)

    # sums, products, powers ----------------------------------------------------------------------

    def _sum(self, tree: Tree[Token]) -> Expr:
        terms, sign = [], 1
        for child in tree.children:
            if isinstance(child, Token):
                sign = -sign if child == "-" else sign
            else:
                terms.append(self._product(child, sign))
                sign = 1
        return self._finite(lambda: numbers.add(terms), tree) if len(terms) > 1 else terms[0]

    def _product(self, tree: Tree[Token], sign: int) -> Expr:
        factors: list[Expr] = []
        divide = False
        for child in tree.children:
            if isinstance(child, Token):
                divide = child == "/" if child in ("*", "/") else divide
                sign = -sign if child == "-" else sign
                continue
            if divide and child.data == "scaled":
                self.fail(
                    "it is not clear what is divided by what",
                    child,
                    "write a/(2*x) or (a/2)*x, with the '*'",
                )
            factor = self._factor(child)
            factors.append(self._power(factor, S.NegativeOne, child) if divide else factor)
            divide = False
        if sign < 0:
            factors.insert(0, S.NegativeOne)
        if len(factors) == 1:
            return factors[0]
        return self._finite(lambda: numbers.multiply(factors), tree)

    def _factor(self, tree: Tree[Token]) -> Expr:
        """A number, a name or a bracket, with its powers: they are taken from right to left."""
        first, *rest = tree.children
        coefficient: Expr | None = None
        if tree.data == "scaled":
            assert isinstance(first, Token)
            coefficient = self._number(first)
            first, *rest = rest
        operands = [self._atom(first), *(self._atom(p.children[-1]) for p in _trees(rest))]
        signs = [1, *(_sign(p) for p in _trees(rest))]
        value = operands.pop() * signs.pop()
        while operands:
            value = self._power(operands.pop(), value, tree) * signs.pop()
        if coefficient is None:
            return value
        return self._finite(lambda: numbers.multiply([coefficient, value]), tree)

    def _power(self, base: Expr, exponent: Expr, at: Tree[Token]) -> Expr:
        return self._finite(lambda: numbers.power(base, exponent), at)

    def _finite(self, compute: Any, at: Tree[Token] | Token) -> Expr:
        """The value of ``compute``; refused sizes and divisions by zero become errors here."""
        try:
            value = compute()
        except TooLarge as error:
            self.fail(str(error), at, "is it written as it is meant?")
        except (ArithmeticError, ValueError, TypeError, AttributeError) as error:
            self.fail(f"SymPy can't compute this: {error}", at)
        if value.has(zoo, nan):
            self.fail("this is a division by zero, or undefined", at)
        if value.has(I):
            self.fail("this is not a real number", at, "complex numbers are not supported")
        return value

    # atoms ---------------------------------------------------------------------------------------

    def _atom(self, tree: Any) -> Expr:
        kind, children = tree.data, tree.children
        if kind == "number":
            return self._number(children[0])
        if kind == "bracket":
            inside = self._sum(children[0])
            return self._prime(inside, children[1:], tree)
        if kind == "name":
            return self._name(children[0], children[1:])
        if kind == "call":
            return self._call(tree)
        if kind == "leibniz_call":
            return self._leibniz_call(tree)
        return self._leibniz(children[0])

    def _number(self, token: Token) -> Rational:
        try:
            return numbers.read_number(str(token))
        except TooLarge as error:
            self.fail(str(error), token)

    def _name(self, token: Token, primes: list[Token]) -> Expr:
        name = str(token)
        scope = self.scope
        trace = self._trace(token, primes)
        if trace is not None:
            return trace.expression(scope.functions)
        if primes:
            self._not_unknown(token)
        if name in scope.variables:
            return scope.variables[name]
        if name in scope.symbols:
            return scope.symbols[name]
        if name in CONSTANTS:
            return CONSTANTS[name]
        self._unknown_name(token)

    def _not_unknown(self, token: Token) -> NoReturn:
        """Raise for the derivative of something else."""
        own = self.scope.is_declared(str(token))
        instead = f"{token} has another meaning here; use another name" if own else ""
        self.fail(
            f"{str(token)!r} is not an unknown function and has no derivative", token, instead
        )

    def _unknown_name(self, token: Token) -> NoReturn:
        name = str(token)
        if name in FUNCTIONS or name in (*DERIVATIVES, *SPATIAL):
            self.fail(f"{name} is a function; its argument is missing", token, f"write {name}(x)")
        if name[-1] in "²³":
            self.fail(f"unknown name {name[:60]!r}", token, "write powers as x^2")
        if name in ("I", "i", "j"):
            self.fail(f"unknown name {name!r}", token, "complex numbers are not supported")
        product = [n for n in self.scope.names if name.startswith(n) and name[len(n) :]]
        halves = [n for n in product if name[len(n) :] in self.scope.names]
        suggestion = nearest(name, self.scope.names)
        if halves and len(name) < 8:
            suggestion = f"did you mean {halves[0]}*{name[len(halves[0]) :]}?"
        if not suggestion:
            suggestion = (
                f"if it is a parameter, declare it: param {name[:40]} in [1, 2]; "
                f"if it is an unknown function: unknown {name[:40]}"
            )
        self.fail(f"unknown name {name[:60]!r}", token, suggestion)

    # derivatives ---------------------------------------------------------------------------------

    def _trace(self, token: Token, primes: list[Token]) -> Trace | None:
        """The derivative that ``u``, ``u_xx``, ``u''`` stand for, at the generic point."""
        scope = self.scope
        name, subscripts = str(token), list[str]()
        if name not in scope.unknowns:
            ways = [w for w in scope.subscripts(name) if w[0] in scope.unknowns]
            if not ways:
                return None
            if len(ways) > 1:
                self.fail(
                    f"{name} can be read in two ways",
                    token,
                    f"write Derivative({ways[0][0]}, {', '.join(ways[0][1])})",
                )
            name, subscripts = ways[0]
        return self._derived(name, subscripts + self._primes(primes), token)

    def _primes(self, primes: list[Token]) -> list[str]:
        variables = list(self.scope.variables)
        if primes and len(variables) > 1:
            self.fail(
                f"' is for functions of one variable; here there are {', '.join(variables)}",
                primes[0],
                f"write u_{variables[0]}",
            )
        return variables * sum(len(p) for p in primes)

    def _derived(self, name: str, by: list[str], at: Tree[Token] | Token) -> Trace:
        if len(by) > MAX_ORDER:
            self.fail(f"a derivative of order {len(by)}; at most {MAX_ORDER} is read", at)
        variables = list(self.scope.variables)
        orders = tuple(by.count(v) for v in variables)
        number = list(self.scope.unknowns).index(name)
        return Trace(number, orders, tuple(self.scope.variables.values()))

    def _leibniz_trace(self, token: Token) -> tuple[str | None, list[str]]:
        """Function (None for the operator d/dx) and variables of ``d2u/dx2``."""
        match = _LEIBNIZ.fullmatch(str(token).translate(SUPERSCRIPTS))
        assert match is not None
        name, order = match[2], int(match[1] or 1)
        if name is not None and name not in self.scope.unknowns:
            known = ", ".join(self.scope.unknowns) or "the unknown"
            self.fail(
                f"{name!r} is not an unknown function; this looks like a derivative of it",
                token,
                f"for a derivative write du/dx of {known}; for a quotient put blanks around '/'",
            )
        ways = split_differentials(match[3], order, self.scope.variables)
        if len({tuple(sorted(w)) for w in ways}) != 1:
            self.fail(
                f"this is not a derivative of order {order} by {', '.join(self.scope.variables)}",
                token,
                "write d2u/dx2, d2u/dxdy, (du/dx)^2 or Derivative(u, x, 2)",
            )
        return name, ways[0]

    def _leibniz(self, token: Token) -> Expr:
        name, by = self._leibniz_trace(token)
        if name is None:
            self.fail("what is differentiated is missing", token, "write du/dx or d/dx(x*u)")
        return self._derived(name, by, token).expression(self.scope.functions)

    def _leibniz_call(self, tree: Tree[Token]) -> Expr:
        token = tree.children[0]
        assert isinstance(token, Token)
        name, by = self._leibniz_trace(token)
        if name is not None:
            return self._at(self._derived(name, by, token), _trees(tree.children[1:]), tree)
        if len(tree.children) != 2 or _trees(tree.children)[0].data != "expression":
            self.fail("one expression was expected after d/dx", tree)
        inside = self._sum(_trees(tree.children)[0])
        return self._differentiate(inside, [self.scope.variables[v] for v in by], tree)

    def _prime(self, inside: Expr, primes: list[Any], at: Tree[Token]) -> Expr:
        by = [self.scope.variables[v] for v in self._primes(primes)]
        return self._differentiate(inside, by, at) if by else inside

    def _differentiate(self, expr: Expr, by: list[Symbol], at: Tree[Token]) -> Expr:
        plain = isinstance(expr, AppliedUndef) or (
            isinstance(expr, Derivative) and isinstance(expr.expr, AppliedUndef)
        )
        order = len(by) + (expr.derivative_count if isinstance(expr, Derivative) else 0)
        if order > MAX_ORDER:
            self.fail(f"a derivative of order {order}; at most {MAX_ORDER} is read", at)
        for symbol in by:
            self._work += 0 if plain else expr.count_ops()
            if self._work > _MAX_WORK:
                self.fail("this derivative of a long expression is too large", at, "write it out")
            expr = self._finite(lambda expr=expr, symbol=symbol: expr.diff(symbol), at)
        return expr

    # calls ---------------------------------------------------------------------------------------

    def _call(self, tree: Tree[Token]) -> Expr:
        token, *rest = tree.children
        assert isinstance(token, Token)
        primes = [c for c in rest if isinstance(c, Token)]
        arguments = _trees(rest)
        name = str(token)
        trace = self._trace(token, primes)
        if trace is not None:
            return self._at(trace, arguments, tree)
        if name in DERIVATIVES and not primes:
            return self._derivative_call(arguments, tree)
        if name in SPATIAL and not primes:
            return self._spatial(name, arguments, tree)
        if name in SUMS and not primes:
            return read_sum(self, arguments, tree)
        if name in PIECES and not primes:
            return read_pieces(self, arguments, tree)
        if primes:
            self._not_unknown(token)
        if name in FUNCTIONS:
            return self._function(name, arguments, tree)
        if name in self.scope.variables or name in self.scope.symbols or name in CONSTANTS:
            self.fail(f"{name} is not a function", token, f"did you mean {name}*(...)?")
        known = [*self.scope.unknowns, *FUNCTIONS, *DERIVATIVES, *SPATIAL, *SUMS, *PIECES]
        suggestion = nearest(name, known) or nearest_function(name)
        if not suggestion and self.scope.unknowns:
            several = len(self.scope.unknowns) > 1
            names = ", ".join(self.scope.unknowns)
            suggestion = f"the unknown{'s are' if several else ' is'} {names}"
        self.fail(f"unknown function {name[:60]!r}", token, suggestion)

    def within(self, scope: Scope, tree: Tree[Token]) -> Expr:
        """An expression in which other names have a meaning."""
        outside, self.scope = self.scope, scope
        try:
            return self._sum(tree)
        finally:
            self.scope = outside

    def _plain(self, arguments: list[Tree[Token]]) -> list[Expr]:
        for argument in arguments:
            if argument.data != "expression":
                self.fail("a pair is not expected here", argument, "leave the brackets out")
        return [self._sum(a) for a in arguments]

    def _function(self, name: str, arguments: list[Tree[Token]], tree: Tree[Token]) -> Expr:
        function, arities = FUNCTIONS[name]
        if len(arguments) not in arities:
            self.fail(
                f"{name} takes {' or '.join(map(str, arities))} argument"
                f"{'s' if arities != (1,) else ''}, not {len(arguments)}",
                tree,
            )
        values = self._plain(arguments)

        def compute() -> Expr:
            if name in GROWING:
                numbers.check_exponential(values[0])
            if name in ("sqrt", "cbrt"):
                return numbers.power(values[0], Rational(1, 2 if name == "sqrt" else 3))
            return function(*values)

        return self._finite(compute, tree)

    def _at(self, trace: Trace, arguments: list[Tree[Token]], tree: Tree[Token]) -> Expr:
        """The trace at the point that the arguments of ``u_x(0, t)`` give."""
        values = self._plain(arguments)
        variables = list(self.scope.variables)
        if len(values) != len(variables):
            self.fail(
                f"{len(values)} argument{'s' * (len(values) != 1)} for a function of "
                f"{', '.join(variables)}",
                tree,
                f"give {len(variables)}, in the order after 'on'",
            )
        for value, argument in zip(values, arguments, strict=True):
            if value.has(AppliedUndef):
                self.fail("an unknown function stands in the arguments of another", argument)
        return Trace(trace.function, trace.orders, tuple(values)).expression(self.scope.functions)

    def _derivative_call(self, arguments: list[Tree[Token]], tree: Tree[Token]) -> Expr:
        """``Derivative(u, x, 2, y)`` and ``Derivative(u, (x, 2), y)``, as SymPy reads them."""
        usage = "write Derivative(u, x, 2) or Derivative(u, x, y)"
        if len(arguments) < 2 or arguments[0].data != "expression":
            self.fail("a function and variables were expected", tree, usage)
        inside = self._sum(arguments[0])
        by: list[Symbol] = []
        for argument in arguments[1:]:
            parts = argument.children if argument.data == "pair" else [argument]
            for part in _trees(parts):
                value = self._sum(part)
                if isinstance(value, Integer) and by and 0 < value <= MAX_ORDER:
                    by += [by[-1]] * (int(value) - 1)
                elif value in self.scope.variables.values():
                    by.append(value)
                else:
                    self.fail("a variable or its number of times was expected", part, usage)
            if len(by) > MAX_ORDER:
                self.fail(f"a derivative of order {len(by)}; at most {MAX_ORDER} is read", tree)
        return self._differentiate(inside, by, tree)

    def _spatial(self, name: str, arguments: list[Tree[Token]], tree: Tree[Token]) -> Expr:
        """Laplacian, once or twice, over the variables that are not called t."""
        if len(arguments) != 1:
            self.fail(f"{name} takes one argument, not {len(arguments)}", tree, f"write {name}(u)")
        (value,) = self._plain(arguments)
        variables = self.scope.spatial
        if not variables:
            self.fail(f"{name} needs a variable that is not t", tree)
        for _ in range(1 + SPATIAL.index(name)):
            parts = [self._each_term(value, [v, v], tree) for v in variables]
            value = self._finite(lambda parts=parts: numbers.add(parts), tree)
        return value

    def _each_term(self, expr: Expr, by: list[Symbol], at: Tree[Token]) -> Expr:
        terms = expr.as_ordered_terms() if expr.is_Add else [expr]
        return numbers.add([self._differentiate(t, by, at) for t in terms])


def position(at: Tree[Token] | Token) -> int | None:
    """Where a node begins."""
    return at.start_pos if isinstance(at, Token) else getattr(at.meta, "start_pos", None)


def _trees(children: list[Any]) -> list[Tree[Token]]:
    return [c for c in children if isinstance(c, Tree)]


def _sign(tree: Tree[Token]) -> int:
    return -1 if sum(c == "-" for c in tree.children if isinstance(c, Token)) % 2 else 1

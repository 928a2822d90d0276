"""The ways that the engine knows, in the order in which they are tried."""

from sympy_ssde.reduction.characteristics import characteristics
from sympy_ssde.reduction.closed_space import closed_space
from sympy_ssde.reduction.closed_system import closed_system
from sympy_ssde.reduction.diffusion import diffusion
from sympy_ssde.reduction.engine import Leaf, Way
from sympy_ssde.reduction.gauge import factored
from sympy_ssde.reduction.half_plane import half_plane
from sympy_ssde.reduction.invariant_space import invariant_space
from sympy_ssde.reduction.lifting import lifting
from sympy_ssde.reduction.ordinary import (
    dsolve_solutions,
    ordinary_solutions,
    sympy_solutions,
)
from sympy_ssde.reduction.rays import rays
from sympy_ssde.reduction.similarity import similarity
from sympy_ssde.reduction.substitution import other_unknown
from sympy_ssde.reduction.superposition import superposition
from sympy_ssde.reduction.switching import piece_by_piece, unless_switched, what_each_switch_adds
from sympy_ssde.reduction.symmetry import fewer_variables
from sympy_ssde.reduction.system_complex import complex_pair
from sympy_ssde.reduction.system_elimination import elimination
from sympy_ssde.reduction.system_explicit import explicit
from sympy_ssde.reduction.system_gradient import potential, without_gradient
from sympy_ssde.reduction.system_idle import one_of_several, unchanging, without_idle
from sympy_ssde.reduction.system_mixture import mixture
from sympy_ssde.reduction.system_momentum import conserved_moment
from sympy_ssde.reduction.system_motion import shared_motion
from sympy_ssde.reduction.system_orbit import orbit
from sympy_ssde.reduction.system_order import in_turn
from sympy_ssde.reduction.system_particles import free_particles
from sympy_ssde.reduction.system_polar import polar
from sympy_ssde.reduction.system_polynomial import polynomial_functions
from sympy_ssde.reduction.system_ratio import ratio
from sympy_ssde.reduction.system_rest import at_rest
from sympy_ssde.reduction.system_space import spaces_of_system
from sympy_ssde.reduction.system_stream import stream_function
from sympy_ssde.reduction.system_total import total_differential
from sympy_ssde.reduction.system_wave import shared_wave
from sympy_ssde.reduction.waves import two_waves

#: What ``hint="sympy"`` asks for, methods that solve a problem at once: the textbook's, SymPy's by
#: name, and all that dsolve tries.
METHODS: tuple[Leaf, Leaf, Leaf] = (
    unless_switched(ordinary_solutions),
    unless_switched(sympy_solutions),
    unless_switched(dsolve_solutions),
)

#: What else solves a problem at once.
LEAVES: tuple[Leaf, ...] = (
    at_rest,
    polynomial_functions,
    potential,
    characteristics,
    rays,
    diffusion,
    half_plane,
    similarity,
    shared_motion,
    shared_wave,
    free_particles,
)

#: What leaves less of it, without changing what is left.
SIMPLE_WAYS: tuple[Way, ...] = (
    in_turn,
    one_of_several,
    without_idle,
    what_each_switch_adds,
    piece_by_piece,
)

#: What makes it smaller.
WAYS: tuple[Way, ...] = (
    fewer_variables,
    closed_space,
    closed_system,
    spaces_of_system,
    complex_pair,
    mixture,
    polar,
    ratio,
    total_differential,
    conserved_moment,
    orbit,
    explicit,
    elimination,
    without_gradient,
    stream_function,
    unchanging,
    invariant_space,
    superposition,
    lifting,
    two_waves,
    factored,
    other_unknown,
)

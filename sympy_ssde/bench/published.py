"""Numbers that others have published, copied from their tables; none of them is measured here.

Shu Wei et al., "Closed-form Solutions: A New Perspective on Solving Differential Equations", ICML
2025.  Their machine: an Intel Xeon Gold 6138 at 2.00 GHz.
"""

from dataclasses import dataclass

CITATION = "Wei et al. 2025 (SSDE, ICML)"

#: What stands behind a figure that was not measured here.
MARK = "published"


@dataclass(frozen=True)
class Published:
    """Average L_PHY with its confidence interval, and the recovery rate in 20 seeds."""

    loss: str
    recovery: str


#: Table "Comparison of average L_PHY and recovery rates among SSDE and baselines".
HIGH_DIMENSIONAL: dict[str, dict[str, Published]] = {
    "poisson2d": {
        "SSDE": Published("7.20e-5±2.57e-6", "100%"),
        "PINN+DSR": Published("5.71e-1±7.88e-2", "0%"),
        "KAN": Published("7.20e+0±1.46e+0", "0%"),
        "PR-GPSR": Published("1.90e-2±2.32e-3", "0%"),
    },
    "poisson3d": {
        "SSDE": Published("5.70e-5±1.33e-6", "100%"),
        "PINN+DSR": Published("2.60e+0±1.11e-1", "0%"),
        "KAN": Published("6.16e+0±1.52e+0", "0%"),
        "PR-GPSR": Published("1.80e-1±1.76e-2", "0%"),
    },
    "heat2d": {
        "SSDE": Published("1.47e-6±7.64e-7", "100%"),
        "PINN+DSR": Published("3.21e+0±1.35e-1", "0%"),
        "KAN": Published("1.16e+1±1.24e+0", "0%"),
        "PR-GPSR": Published("2.15e-1±1.28e-2", "0%"),
    },
    "heat3d": {
        "SSDE": Published("1.05e-5±1.23e-6", "100%"),
        "PINN+DSR": Published("2.69e+0±3.24e-1", "0%"),
        "KAN": Published("1.15e+1±1.72e+0", "0%"),
        "PR-GPSR": Published("8.87e-1±2.96e-1", "0%"),
    },
    "wave2d": {
        "SSDE": Published("4.25e-5±2.35e-6", "100%"),
        "PINN+DSR": Published("9.56e-1±2.14e-1", "0%"),
        "KAN": Published("2.04e+0±1.42e-1", "0%"),
        "PR-GPSR": Published("4.24e-1±3.69e-1", "0%"),
    },
    "wave3d": {
        "SSDE": Published("8.17e-6±1.56e-6", "100%"),
        "PINN+DSR": Published("1.34e+1±4.16e+0", "0%"),
        "KAN": Published("1.36e+1±2.38e+0", "0%"),
        "PR-GPSR": Published("9.87e-1±2.46e-1", "0%"),
    },
}

#: Table "Comparison of average L_PHY and recovery rates between SSDE and PINN+DSR".
GAMMA: dict[str, dict[str, Published]] = {
    f"gamma{i}": {"SSDE": Published(ssde, "100%"), "PINN+DSR": Published(dsr, rate)}
    for i, (ssde, dsr, rate) in enumerate(
        (
            ("8.70e-8±7.72e-9", "2.93e-5±2.36e-6", "100%"),
            ("3.65e-7±2.62e-7", "6.55e-5±5.78e-6", "100%"),
            ("3.98e-7±9.22e-8", "2.52e-4±3.38e-5", "100%"),
            ("7.24e-7±7.79e-8", "2.47e-3±7.83e-4", "0%"),
            ("1.39e-6±2.06e-6", "8.66e-5±4.05e-6", "100%"),
            ("7.60e-7±8.75e-7", "1.26e-5±8.48e-7", "100%"),
            ("4.06e-6±5.82e-6", "8.42e-3±1.15e-3", "0%"),
            ("1.23e-6±2.01e-6", "1.98e-5±1.87e-6", "70%"),
            ("3.22e-7±3.27e-8", "5.15e-3±1.32e-3", "0%"),
            ("1.27e-6±1.92e-6", "2.58e-3±3.17e-4", "0%"),
            ("1.24e-5±2.29e-5", "4.89e-3±2.69e-3", "0%"),
            ("1.22e-5±2.32e-5", "6.68e-1±1.48e-1", "0%"),
        ),
        1,
    )
}

#: Table "Convergent relative L2 error of baselines on high-dimensional dataset".
METHODS = ("SSDE", "Mathematica", "PR-GPSR", "KAN", "FEX", "DSR", "PINN")
RELATIVE_ERRORS: dict[str, dict[str, str]] = {
    name: dict(zip(METHODS, figures.split(), strict=True))
    for name, figures in {
        "poisson2d": "1.55e-05 fails 1.49e-02 3.24e+00 2.00e-02 9.85e-02 6.24e-04",
        "poisson3d": "3.58e-06 fails 2.01e-02 2.57e+00 9.13e-02 2.15e-01 3.93e-03",
        "heat2d": "4.45e-06 fails 4.57e-02 6.54e+00 4.70e-02 2.19e-01 6.98e-03",
        "heat3d": "9.34e-06 fails 1.39e+00 5.58e+00 3.63e-01 3.20e-01 1.15e-02",
        "wave2d": "3.11e-05 fails 1.80e-01 1.18e+00 2.34e-01 7.40e-02 1.34e-02",
        "wave3d": "7.62e-06 fails 4.56e-01 7.26e+00 3.97e-01 1.95e+00 3.69e-02",
    }.items()
}

#: Table "Convergent mean relative L2 error of PINN on the Gamma dataset".
PINN_ERRORS: dict[str, str] = {
    f"gamma{i}": error
    for i, error in enumerate(
        (
            "2.25e-05 6.32e-06 7.04e-05 5.28e-05 2.57e-05 2.14e-05 "
            "1.08e-05 1.05e-05 2.59e-03 5.91e-04 3.61e-04 2.88e-03"
        ).split(),
        1,
    )
}

#: Seconds of the authors' program, their own figures.  Gamma 1-8: means over 20 seeds with RSCO;
#: the others: one log each, all rounds together, with a person between the rounds.
AUTHORS_SECONDS: dict[str, float] = {
    **{f"gamma{i}": s for i, s in enumerate((23, 85, 233, 438, 336, 34, 426, 33), 1)},
    "poisson2d": 1194,
    "poisson3d": 4549,
    "heat2d": 4197,
    "heat3d": 2669,
    "wave2d": 1937,
    "wave3d": 1254,
}

#: Figure "Ablation study on RSCO efficiency": mean seconds on Gamma 1-8 without and with RSCO.
RSCO_SECONDS = (934.0, 200.0)


def published(problem: str) -> dict[str, Published]:
    """Method -> its published figures on a problem of the paper; empty for other problems."""
    return GAMMA.get(problem) or HIGH_DIMENSIONAL.get(problem) or {}

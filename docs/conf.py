"""Sphinx's settings; ``sphinx-build -W docs docs/_build`` builds the pages."""

import sys
from pathlib import Path

sys.path.insert(0, str(Path(__file__).parent / "extensions"))

from sympy_ssde import __version__

project = "sympy_ssde"
author = "The sympy_ssde developers"
copyright = author
release = version = __version__

extensions = [
    "myst_parser",
    "sphinx.ext.autodoc",
    "sphinx.ext.viewcode",
    "gallery",
    "notebooks",
    "offline_math",
    "sympy_docstrings",
]
myst_enable_extensions = ["deflist", "dollarmath"]
myst_heading_anchors = 3
exclude_patterns = ["_build", "results"]
nitpicky = False

autodoc_member_order = "bysource"
autodoc_typehints = "description"
autodoc_typehints_description_target = "documented"

html_math_renderer = "offline"
html_theme = "furo"
html_title = "sympy_ssde"
html_static_path = ["_static"]
html_css_files = ["pages.css"]
html_theme_options = {"source_directory": "docs/"}

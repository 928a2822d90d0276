"""Figures show themselves in notebooks, and can say something."""

from sympy_ssde.result.figure import GREY, message, new_figure


def test_a_figure_is_a_picture():
    figure = new_figure(2, 1)
    assert tuple(figure.get_size_inches()) == (2, 1)
    assert figure._repr_png_().startswith(b"\x89PNG")


def test_a_message():
    (text,) = message("nothing to show").texts
    assert text.get_text() == "nothing to show" and text.get_color() == GREY

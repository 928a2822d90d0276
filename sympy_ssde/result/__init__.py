"""What a search returns, and how it shows itself: text, formulas, plots, reports."""

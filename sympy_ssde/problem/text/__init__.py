"""Problems written as text: layout, syntax, names, numbers, expressions, and back to text."""

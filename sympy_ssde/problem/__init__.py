"""What is stated: equations, conditions, domain, and the language in which a file states them."""

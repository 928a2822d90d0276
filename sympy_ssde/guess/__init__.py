"""What is tried before any search, and what a search begins with."""

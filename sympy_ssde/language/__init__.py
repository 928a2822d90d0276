"""The language of candidates: tokens, grammar, skeletons and their canonical form."""

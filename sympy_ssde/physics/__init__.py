"""A problem as numbers: constraints at sampled points, residuals, losses."""

"""Constants: fitted by least squares, in the two stages of RSCO, then identified exactly."""

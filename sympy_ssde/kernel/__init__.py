"""The compiled kernel: skeletons x points -> values and derivatives; the same bits on every CPU."""

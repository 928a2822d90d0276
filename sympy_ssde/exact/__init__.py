"""From fitted constants to exact ones."""

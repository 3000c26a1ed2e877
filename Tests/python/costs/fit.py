"""How fast a cost grows with the size of what it is for."""

import math


def exponent(points):
    """The exponent of a power of the size that goes through the costs of two sizes."""
    (size, cost), (more, higher) = points
    if cost <= 0 or higher <= cost or more <= size:
        return 0.0
    return math.log(higher / cost) / math.log(more / size)


def growth(points):
    """The exponent of costs at three sizes: the lesser of that of all and that of the last two, so that a single slow run does not
    matter and neither does a beginning that costs much whatever the size is."""
    whole, last = exponent((points[0], points[-1])), exponent(points[-2:])
    return min(whole, last)

"""Why an expression of Zen is not translated."""

RUN_TIME = "types at run time: `type`, and `isNumeric` of what is no text"
MERGED = "objects that are merged: their members are known at run time"
DYNAMIC_KEYS = "an object whose keys are worked out"
ZONED = "a moment that keeps its zone or offset (§2)"
STATE = "an assignment to a part of what is received"

OUTSIDE = {RUN_TIME}

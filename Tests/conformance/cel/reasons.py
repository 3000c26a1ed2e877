"""Why a test of CEL is not translated."""

RUN_TIME = "types at run time: `type`, `dyn` of several types, what CEL's own checker refuses, lists of several types"
PROTOBUF = "protobuf: messages, their fields and enums"
MAPS = "maps are received, not written (§3): one that is worked out"
KEYS = "a map whose keys are no texts"
BYTES = "bytes"
OPTIONALS = "optional values of CEL's extension"
NO_NUMBERS = "NaN, infinity and -0, which decimal numbers here do not have (§4)"
NANOSECONDS = "nanoseconds: times are in milliseconds (§2)"
NETWORK = "no functions of addresses, like `ip` and `cidr`"
BITS = "no operations on bits"
FORMATS = "a format that is no literal, or no decimal one: `%x`, `%o`, `%b`, `%e`"
DEDUCED = "a test of the type that CEL deduces, not of a value"
NULLS = "null in a list: no list holds a null (language §4)"
FUNCTIONS = "a function that the suite brings in"
YEARS = "a year outside 0001–9999"

OUTSIDE = {RUN_TIME, PROTOBUF, DEDUCED}

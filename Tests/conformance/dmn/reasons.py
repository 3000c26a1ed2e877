"""Why a test case of DMN is not translated, where that is said in the words of DMN."""

from shared.operators import Operators
from shared.values import FUNCTION_VALUES

ILL_TYPED = "an error of types or arguments: DMN gives null, `check` refuses it"
MISFIT = "a value that does not fit its declared type, for which DMN gives null"
TYPE_TESTS = "`instance of`: types are static here"
INPUT_TYPES = "an input of several types"
IMPORTS = "imports of other models"
JAVA = "functions in Java"
NO_VALUE = "a literal that is no date, time or duration: DMN gives null, `check` refuses it"

# What needs types at run time, lambdas or imports.
OUTSIDE = {ILL_TYPED, TYPE_TESTS, INPUT_TYPES, Operators.BRANCHES, FUNCTION_VALUES, IMPORTS, JAVA}

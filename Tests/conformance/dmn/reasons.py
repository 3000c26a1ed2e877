"""Why a test case of DMN is not translated, where that is said in the words of DMN."""

ILL_TYPED = "an error of types or arguments: DMN gives null, `check` refuses it"
MISFIT = "a value that does not fit its declared type, for which DMN gives null"
TYPE_TESTS = "`instance of`: types are static here"
NO_VALUE = "a literal that is no date, time or duration: DMN gives null, `check` refuses it"

// SwiftPM wants a source where there is a header; the functions themselves come with the sanitizers.
#include "CLibFuzzer.h"

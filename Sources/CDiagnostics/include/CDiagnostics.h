#pragma once
#include <stddef.h>

/// The page of a code in docs/diagnostics, which the compiler puts into the object file: UTF-8 with a NUL at its end. NULL where
/// there is none.
///
/// It goes through the pages, so whoever asks often keeps what is found.
const char *diagnostic_page(const char *code, size_t length);

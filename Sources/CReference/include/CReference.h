#pragma once
#include <stddef.h>

/// A page of docs/reference, which the compiler puts into the object file.
struct reference_page {
  /// The name of its file without `.md`; NULL behind the last page.
  const char *name;
  /// Its text in UTF-8, without a NUL at its end.
  const unsigned char *text;
  size_t size;
};

/// The pages in the order in which they are listed. Those of places past the last one have no name.
struct reference_page reference_page(size_t place);

#pragma once
#include <stddef.h>

/// A file of the page that a server serves, which the compiler puts into the object file.
struct page_file {
  /// Its path below `/page/`, with a NUL at its end.
  const char *path;
  /// Without a NUL at their end.
  const unsigned char *bytes;
  size_t size;
};

struct page_files {
  const struct page_file *first;
  size_t count;
};

/// The files of `Sources/CServerPage/files`, the theme of `Sources/CFiles/files`, and the files of `clients/javascript` that the page
/// imports.
struct page_files page_files(void);

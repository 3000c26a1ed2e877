#pragma once
#include <stddef.h>

/// A file of Sources/CFiles/files, which the compiler puts into the object file.
struct embedded_file {
  /// Without a NUL at their end.
  const unsigned char *bytes;
  size_t size;
};

/// The style of pages of HTML.
struct embedded_file page_style(void);
/// What the page of a proof has besides.
struct embedded_file proof_style(void);
/// The script of the handbook.
struct embedded_file handbook_script(void);
/// The script of the page of a proof.
struct embedded_file proof_script(void);
/// The built-in pack.
struct embedded_file converge_truths(void);
/// The rules of time zones.
struct embedded_file zone_table(void);

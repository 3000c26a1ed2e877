/// What the operating system offers in C, re-exported under one name, so that no other file asks which system it is.
#if canImport(Darwin)
  @_exported public import Darwin
#else
  @_exported public import Glibc
#endif

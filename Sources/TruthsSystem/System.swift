/// The C library of the operating system, re-exported under one name, so that no other file depends on the system.
#if canImport(Darwin)
  @_exported public import Darwin
#else
  @_exported public import Glibc
#endif

/// What the systems call differently in what they say of a file.
extension stat {
  /// When the file was last changed.
  package var changed: timespec {
    #if canImport(Darwin)
      st_mtimespec
    #else
      st_mtim
    #endif
  }
}

/// Members of `stat` with one name on all systems.
extension stat {
  /// The time of the last change of the file's content.
  package var changed: timespec {
    #if canImport(Darwin)
      st_mtimespec
    #else
      st_mtim
    #endif
  }
}

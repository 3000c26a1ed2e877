/// Returns file actions for `posix_spawn_file_actions_init`, whose type differs between systems.
package func emptySpawnFileActions() -> SpawnFileActions {
  #if canImport(Darwin)
    nil
  #else
    posix_spawn_file_actions_t()
  #endif
}

#if canImport(Darwin)
  package typealias SpawnFileActions = posix_spawn_file_actions_t?
#else
  package typealias SpawnFileActions = posix_spawn_file_actions_t
#endif

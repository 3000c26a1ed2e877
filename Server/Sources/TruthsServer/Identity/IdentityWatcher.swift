import ServiceLifecycle

/// Has the files of identities read again when they change.
struct IdentityWatcher: Service {
  let identities: Identities

  func run() async {
    try? await cancelWhenGracefulShutdown {
      while true {
        try await Task.sleep(for: .seconds(1))
        await identities.reloadIfChanged()
      }
    }
  }
}

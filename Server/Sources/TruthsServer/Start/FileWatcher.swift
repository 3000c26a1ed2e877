import ServiceLifecycle

/// Has files read again when they change.
struct FileWatcher: Service {
  let reloadIfChanged: @Sendable () async -> Void

  func run() async {
    try? await cancelWhenGracefulShutdown {
      while true {
        try await Task.sleep(for: .seconds(1))
        await reloadIfChanged()
      }
    }
  }
}

import ServiceLifecycle

/// Checks every second whether files have changed, so that they are read again.
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

import Truths

/// The handbook of the rules in force. It is made on the first request, and kept until other rules are in force and requested.
actor ServedHandbook {
  /// The files of a handbook.
  struct Files: Sendable {
    let index: ServedPage.File
    let chapters: [String: ServedPage.File]
  }

  private var built: (truths: String, files: Task<Files, any Error>)?

  /// Returns the files of the handbook of a rule set. Requests that come while it is made wait for it.
  ///
  /// - Parameter make: makes the handbook of the rules in force.
  /// - Throws: what `make` throws; the next request tries again.
  func files(of truths: String, _ make: @escaping @Sendable () async throws -> RunHandbook) async throws -> Files {
    if let built, built.truths == truths { return try await built.files.value }
    let task = Task {
      let made = try await make()
      return Files(index: .init(json: made.index), chapters: made.chapters.mapValues { .init(json: $0) })
    }
    built = (truths, task)
    do {
      return try await task.value
    } catch {
      if built?.truths == truths { built = nil }
      throw error
    }
  }
}

import Truths

/// The truth set of work that is done again whenever a file changes, from one time to the next.
final class WatchedSet {
  private var live: LiveWorkspace?
  private var today: String?

  /// The set of some files, of which only what has changed since the last time is read and checked again.
  ///
  /// - Parameter today: the day that `# truths:ignore … until` comments are held to; on another day all is checked anew.
  func workspace(_ files: [SourceText], today: String?) -> Workspace {
    if let live, today == self.today {
      live.replace(with: files)
      return live.workspace
    }
    let live = LiveWorkspace(truths: files, today: today)
    (self.live, self.today) = (live, today)
    return live.workspace
  }
}

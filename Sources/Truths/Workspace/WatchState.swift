import TruthsText

/// Decides after each poll of the files whether to repeat the work. Pure: the caller waits.
///
/// Work begins when two polls in quick succession find the same change, so that a writer can finish. Files that change all the
/// time are worked on after ``patience`` polls.
package struct WatchState: Sendable {
  /// The action after a poll.
  package enum Step: Equatable, Sendable {
    /// Poll again after a while, because nothing has changed.
    case wait
    /// Poll again soon, because a file has just changed.
    case settle
    /// Do the work, because the files changed in this way.
    case work([FileSnapshot.Change])
  }

  /// Maximum number of consecutive polls that may find another change.
  package static let patience = 20

  /// The files as they were when the work last began; at first, the files before any work.
  private var done: FileSnapshot
  /// The files as they were at the last poll, if they differ from ``done``.
  private var pending: FileSnapshot?
  private var looks = 0

  /// - Parameter initial: the files before the work was done for the first time.
  package init(_ initial: FileSnapshot) { done = initial }

  /// Returns the action for the current state of the files.
  package mutating func next(_ seen: FileSnapshot) -> Step {
    guard seen != done else {
      pending = nil
      looks = 0
      return .wait
    }
    looks += 1
    guard seen == pending || looks > Self.patience else {
      pending = seen
      return .settle
    }
    let changes = seen.changes(since: done)
    self = WatchState(seen)
    return .work(changes)
  }
}

/// The attributes of some files, enough to detect changes without reading them.
package struct FileSnapshot: Equatable, Sendable {
  /// The attributes of a file. They stay the same until the file is written or replaced.
  package struct Stamp: Hashable, Sendable {
    package var size: Int64
    /// Time of the last change, in seconds and nanoseconds of the file system's clock.
    package var seconds: Int64
    package var nanoseconds: Int64
    /// The identity of the file, which detects a replacement.
    package var identity: UInt64

    package init(size: Int64, seconds: Int64, nanoseconds: Int64, identity: UInt64) {
      self.size = size
      self.seconds = seconds
      self.nanoseconds = nanoseconds
      self.identity = identity
    }
  }

  /// A change of a file.
  package struct Change: Equatable, Sendable {
    package enum Kind: String, Sendable {
      case added, changed, removed
    }

    package var path: String
    package var kind: Kind

    package init(_ path: String, _ kind: Kind) {
      self.path = path
      self.kind = kind
    }
  }

  private let stamps: [Text: Stamp]

  /// - Parameter stamps: each file's path and stamp; the first of a repeated path counts.
  package init(_ stamps: [(path: String, stamp: Stamp)] = []) {
    self.stamps = Dictionary(first: stamps.map { (Text($0.path), $0.stamp) })
  }

  /// Number of files.
  package var count: Int { stamps.count }

  /// Returns the changes since an earlier snapshot, in byte order of the paths.
  package func changes(since earlier: FileSnapshot) -> [Change] {
    let paths = Set(stamps.keys).union(earlier.stamps.keys).sorted()
    return paths.compactMap { path in
      switch (earlier.stamps[path], stamps[path]) {
      case (nil, _): Change(path.string, .added)
      case (_, nil): Change(path.string, .removed)
      case (let old, let new): old == new ? nil : Change(path.string, .changed)
      }
    }
  }
}

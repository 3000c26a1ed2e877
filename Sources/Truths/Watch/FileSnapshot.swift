import TruthsText

/// What some files look like from outside, unread: enough to tell that one of them was changed.
package struct FileSnapshot: Equatable, Sendable {
  /// What the system says of a file; all of it stays the same as long as nobody writes to the file or puts another in its place.
  package struct Stamp: Hashable, Sendable {
    package var size: Int64
    /// The moment of the last change, in seconds and nanoseconds as the file system counts them.
    package var seconds: Int64
    package var nanoseconds: Int64
    /// Which file it is, so that one that is put in the place of another is told from it.
    package var identity: UInt64

    package init(size: Int64, seconds: Int64, nanoseconds: Int64, identity: UInt64) {
      self.size = size
      self.seconds = seconds
      self.nanoseconds = nanoseconds
      self.identity = identity
    }
  }

  /// A file that is not as it was.
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

  /// - Parameter stamps: each file's path and stamp; of a path that stands twice the first counts.
  package init(_ stamps: [(path: String, stamp: Stamp)] = []) {
    self.stamps = Dictionary(stamps.map { (Text($0.path), $0.stamp) }, uniquingKeysWith: { first, _ in first })
  }

  /// How many files there are.
  package var count: Int { stamps.count }

  /// What changed since an earlier snapshot, in order of the paths' bytes.
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

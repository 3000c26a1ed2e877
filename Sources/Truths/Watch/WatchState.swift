/// Decides, from one look at the files to the next, when work is to be done again. Pure: time passes outside.
///
/// Work begins when two looks, one shortly after the other, find the same change: whoever is still writing is let finish. Files
/// that never come to rest are worked on after ``patience`` looks all the same.
package struct WatchState: Sendable {
  /// What to do after a look.
  package enum Step: Equatable, Sendable {
    /// Nothing has changed: look again after a while.
    case wait
    /// Something has just changed: look again soon.
    case settle
    /// Do the work, for the sake of these changes.
    case work([FileSnapshot.Change])
  }

  /// How many looks in a row may find yet another change.
  package static let patience = 20

  /// The files as they were, at the latest, when the work last began.
  private var done: FileSnapshot
  /// What the last look found, where that differs.
  private var pending: FileSnapshot?
  private var looks = 0

  /// - Parameter beginning: the files as they were before the work was done for the first time.
  package init(_ beginning: FileSnapshot) { done = beginning }

  /// What to do now that the files look so.
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

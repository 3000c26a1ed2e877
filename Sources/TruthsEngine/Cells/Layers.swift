/// A part of a table that only grows: it is written to while one table alone has it, and stays as it is from then on.
protocol Layer: AnyObject, Sendable {
  /// Rows in it.
  var weight: Int { get }
  /// An empty layer that goes on where this one ends.
  func follower() -> Self
  /// A layer with the rows of this one and of its follower.
  func joined(with next: Self) -> Self
}

/// Layers one behind the other, oldest first. A copy shares them all; whoever writes to a shared one begins a new layer behind
/// it, so that to go on from a copy of a large table costs nothing for its size.
struct Layers<Element: Layer>: Sendable {
  private(set) var all: [Element]

  init(_ first: Element) { all = [first] }

  var last: Element { all[all.count - 1] }

  /// The layer to write to: nobody else has it.
  mutating func writable() -> Element {
    let end = all.count - 1
    if isKnownUniquelyReferenced(&all[end]) { return all[end] }
    return branch()
  }

  /// Makes one layer of all, so that look-ups have one place to look in.
  mutating func settle() {
    guard all.count > 1 else { return }
    let joined = all.dropFirst().reduce(all[0]) { $0.joined(with: $1) }
    all = [joined]
  }

  @inline(never)
  private mutating func branch() -> Element {
    let fresh: Element
    if last.weight == 0 {
      // One that is empty too comes in its place.
      fresh = all.removeLast().follower()
    } else {
      while all.count > 1, mayJoin(all[all.count - 2].weight, last.weight) {
        let newer = all.removeLast()
        all[all.count - 1] = all[all.count - 1].joined(with: newer)
      }
      fresh = last.follower()
    }
    all.append(fresh)
    return fresh
  }

  /// Each layer stays more than twice as large as the next until it is large: no copy ever pays for more than a bounded part.
  private func mayJoin(_ older: Int, _ newer: Int) -> Bool {
    if older <= 2 * newer, older + newer <= Self.large { return true }
    return all.count > Self.most
  }

  private static var large: Int { 65_536 }
  private static var most: Int { 24 }
}

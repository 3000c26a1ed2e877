/// Which things hang together.
struct DisjointSets<Thing: Hashable> {
  private var parents: [Thing: Thing] = [:]

  /// The one that stands for the set of a thing; a thing never seen is a set of its own.
  mutating func root(_ thing: Thing) -> Thing {
    var current = thing
    while let parent = parents[current], parent != current {
      parents[current] = parents[parent] ?? parent
      current = parent
    }
    return current
  }

  mutating func join(_ one: Thing, _ other: Thing) {
    let (left, right) = (root(one), root(other))
    if left != right { parents[right] = left }
  }
}

/// Which things hang together.
struct DisjointSets {
  /// Of the things that hang on another; each is a number.
  private var parents = NumberMap<Int>()

  /// The one that stands for the set of a thing; a thing never seen is a set of its own.
  mutating func root(_ thing: Int) -> Int {
    var current = thing
    while let parent = parents[current], parent != current {
      if let next = parents[parent] { parents[current] = next }
      current = parent
    }
    return current
  }

  mutating func join(_ one: Int, _ other: Int) {
    let (left, right) = (root(one), root(other))
    if left != right { parents[right] = left }
  }
}

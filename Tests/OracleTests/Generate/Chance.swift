/// A small generator of numbers (SplitMix64): the same seed, the same numbers, everywhere.
struct Chance {
  private var state: UInt64

  init(_ seed: Int) { state = UInt64(truncatingIfNeeded: seed) &* 0x9E37_79B9_7F4A_7C15 }

  mutating func next() -> UInt64 {
    state &+= 0x9E37_79B9_7F4A_7C15
    var mixed = state
    mixed = (mixed ^ (mixed >> 30)) &* 0xBF58_476D_1CE4_E5B9
    mixed = (mixed ^ (mixed >> 27)) &* 0x94D0_49BB_1331_11EB
    return mixed ^ (mixed >> 31)
  }

  /// A number from 0 up to a limit.
  mutating func below(_ limit: Int) -> Int { limit <= 1 ? 0 : Int(next() % UInt64(limit)) }

  /// Returns `true` in a number of a hundred cases.
  mutating func percent(_ share: Int) -> Bool { below(100) < share }

  mutating func pick<Item>(_ items: [Item]) -> Item { items[below(items.count)] }

  mutating func shuffle<Item>(_ items: inout [Item]) {
    for index in items.indices.dropFirst().reversed() { items.swapAt(index, below(index + 1)) }
  }
}

/// The source of choices for the generators of the oracle's tests, in place of the tests' own `Chance`.
///
/// Each choice takes bytes of the input, from one stream that all copies share. One changed byte therefore changes one choice,
/// and the inputs that libFuzzer keeps are useful. After the last byte the choices come from the tests' number generator
/// (SplitMix64): generators retry until a value fits, and with zeros alone they would never end.
struct Chance {
  /// One input at a time is worked on, and each by one thread.
  nonisolated(unsafe) private static var input: ArraySlice<UInt8> = []
  private var state: UInt64

  init(_ seed: Int) { state = UInt64(truncatingIfNeeded: seed) &* 0x9E37_79B9_7F4A_7C15 }

  /// Sets the bytes that are chosen by from now on.
  static func begin(with bytes: [UInt8]) { input = bytes[...] }

  private mutating func next() -> UInt64 {
    state &+= 0x9E37_79B9_7F4A_7C15
    var mixed = state
    mixed = (mixed ^ (mixed >> 30)) &* 0xBF58_476D_1CE4_E5B9
    mixed = (mixed ^ (mixed >> 27)) &* 0x94D0_49BB_1331_11EB
    return mixed ^ (mixed >> 31)
  }

  /// A number from 0 up to a limit: of one byte where that is enough, else of four.
  mutating func below(_ limit: Int) -> Int {
    guard limit > 1 else { return 0 }
    let width = limit <= 256 ? 1 : 4
    guard Self.input.count >= width else { return Int(next() % UInt64(limit)) }
    let number = Self.input.prefix(width).reduce(0) { $0 << 8 | Int($1) }
    Self.input.removeFirst(width)
    return number % limit
  }

  /// Returns `true` in a number of a hundred cases.
  mutating func percent(_ share: Int) -> Bool { below(100) < share }

  mutating func pick<Item>(_ items: [Item]) -> Item { items[below(items.count)] }

  mutating func shuffle<Item>(_ items: inout [Item]) {
    for index in items.indices.dropFirst().reversed() { items.swapAt(index, below(index + 1)) }
  }
}

/// Numbers that look random and are the same in every run (SplitMix64).
package struct Chance {
  private var state: UInt64

  package init(seed: UInt64) { state = seed }

  /// A number below a bound, which is positive.
  package mutating func next(below bound: Int) -> Int {
    state &+= 0x9E37_79B9_7F4A_7C15
    var value = state
    value = (value ^ (value >> 30)) &* 0xBF58_476D_1CE4_E5B9
    value = (value ^ (value >> 27)) &* 0x94D0_49BB_1331_11EB
    return Int((value ^ (value >> 31)) % UInt64(bound))
  }

  /// One of some elements.
  package mutating func pick<Element>(_ elements: [Element]) -> Element { elements[next(below: elements.count)] }

  /// True once in a number of times.
  package mutating func once(in times: Int) -> Bool { next(below: times) == 0 }
}

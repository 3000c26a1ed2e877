/// A whole number of 128 bits in two words. What holds an `Int128` itself is aligned to 16 bytes, and comes from a slower
/// allocator. `Decimal` does the same for itself: what another module offers is called here, not inlined.
struct Wide: Hashable, Sendable {
  private let low: UInt64
  private let high: Int64

  @inline(__always)
  init(_ value: Int128) {
    low = UInt64(truncatingIfNeeded: value)
    high = Int64(truncatingIfNeeded: value >> 64)
  }

  @inline(__always)
  var value: Int128 { Int128(high) << 64 | Int128(low) }
}

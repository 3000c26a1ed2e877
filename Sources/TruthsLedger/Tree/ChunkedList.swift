/// A list that only grows and whose copies share all but its end, so that to append to a copy costs a chunk and not O(n): every
/// run goes on from a copy of the context that it was given.
struct ChunkedList<Element: Sendable>: Sendable {
  private var full: [[Element]] = []
  private var last: [Element] = []

  /// The empty list.
  init() {}

  /// Elements so far.
  var count: Int { full.count * Self.chunk + last.count }

  /// Appends an element.
  ///
  /// - Complexity: O(1) on average; to the first one after a copy, O(elements / 512).
  mutating func append(_ element: Element) {
    last.append(element)
    guard last.count == Self.chunk else { return }
    full.append(last)
    last = []
  }

  /// The element at a place from 0.
  subscript(place: Int) -> Element? {
    guard place >= 0, place < count else { return nil }
    let (chunk, rest) = place.quotientAndRemainder(dividingBy: Self.chunk)
    return chunk < full.count ? full[chunk][rest] : last[rest]
  }

  /// All elements in one array.
  ///
  /// - Complexity: O(n).
  var array: [Element] { full.flatMap(\.self) + last }

  private static var chunk: Int { 512 }
}

/// A row of plain values that only grows. Unlike an array it may be read through a pointer that is kept, which is good until the
/// next append.
///
/// Sendable although it changes, and without dynamic checks of exclusive access: it belongs to a layer, and only a layer that
/// nobody else has is written to.
final class CellBuffer<Element: BitwiseCopyable & Sendable>: @unchecked Sendable {
  @exclusivity(unchecked) private(set) var elements: UnsafeMutablePointer<Element>
  @exclusivity(unchecked) private(set) var count = 0
  @exclusivity(unchecked) private var capacity: Int

  init(capacity: Int = 4) {
    self.capacity = max(1, capacity)
    elements = UnsafeMutablePointer<Element>.allocate(capacity: self.capacity)
  }

  /// The elements of two buffers one behind the other.
  convenience init(_ first: CellBuffer, _ second: CellBuffer) {
    self.init(capacity: first.count + second.count)
    append(first.elements, count: first.count)
    append(second.elements, count: second.count)
  }

  deinit { elements.deallocate() }

  /// - Precondition: the place is below `count`.
  @inline(__always)
  subscript(place: Int) -> Element {
    get { elements[place] }
    set { elements[place] = newValue }
  }

  @inline(__always)
  func append(_ element: Element) {
    if count == capacity { grow(to: count + 1) }
    (elements + count).initialize(to: element)
    count &+= 1
  }

  @inline(__always)
  func append(_ others: UnsafePointer<Element>, count added: Int) {
    if count &+ added > capacity { grow(to: count + added) }
    // Rows are short: a loop costs less than a call that copies memory.
    let end = elements + count
    var place = 0
    while place < added {
      (end + place).initialize(to: others[place])
      place &+= 1
    }
    count &+= added
  }

  /// Sees to it that so many more elements need no other memory.
  @inline(__always)
  func reserve(_ added: Int) {
    if count &+ added > capacity { grow(to: count + added) }
  }

  /// Takes in so many elements that were written behind the last one; there must be room for them.
  @inline(__always)
  func advance(by added: Int) { count &+= added }

  @inline(never)
  private func grow(to wanted: Int) {
    let grown = max(wanted, capacity * 2)
    let fresh = UnsafeMutablePointer<Element>.allocate(capacity: grown)
    fresh.initialize(from: elements, count: count)
    elements.deallocate()
    (elements, capacity) = (fresh, grown)
  }
}

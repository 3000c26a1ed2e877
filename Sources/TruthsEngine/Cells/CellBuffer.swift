/// A row of plain values that only grows. Unlike an array it may be read through a pointer that is kept, which is good until the
/// next append.
struct CellBuffer<Element: BitwiseCopyable & Sendable>: ~Copyable, @unchecked Sendable {
  // Nobody else knows this memory, so that it may go from thread to thread with the buffer.
  private(set) var elements: UnsafeMutablePointer<Element>
  private(set) var count = 0
  private var capacity: Int

  /// One for no elements has no memory of its own.
  init(capacity: Int = 0) {
    self.capacity = capacity
    elements = capacity > 0 ? .allocate(capacity: capacity) : Self.nothing
  }

  /// The elements of two buffers one behind the other.
  init(_ first: borrowing CellBuffer, _ second: borrowing CellBuffer) {
    self.init(capacity: first.count + second.count)
    append(first.elements, count: first.count)
    append(second.elements, count: second.count)
  }

  deinit { if capacity > 0 { elements.deallocate() } }

  /// What is never read.
  private static var nothing: UnsafeMutablePointer<Element> {
    UnsafeMutablePointer(bitPattern: MemoryLayout<Element>.alignment) ?? .allocate(capacity: 1)
  }

  /// - Precondition: the place is below `count`.
  @inline(__always)
  subscript(place: Int) -> Element {
    get { elements[place] }
    nonmutating set { elements[place] = newValue }
  }

  @inline(__always)
  mutating func append(_ element: Element) {
    if count == capacity { grow(to: count + 1) }
    (elements + count).initialize(to: element)
    count &+= 1
  }

  @inline(__always)
  mutating func append(_ others: UnsafePointer<Element>, count added: Int) {
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
  mutating func reserve(_ added: Int) {
    if count &+ added > capacity { grow(to: count + added) }
  }

  /// Takes in so many elements that were written behind the last one; there must be room for them.
  @inline(__always)
  mutating func advance(by added: Int) { count &+= added }

  @inline(never)
  private mutating func grow(to wanted: Int) {
    let grown = max(wanted, capacity * 2, 4)
    let fresh = UnsafeMutablePointer<Element>.allocate(capacity: grown)
    fresh.initialize(from: elements, count: count)
    if capacity > 0 { elements.deallocate() }
    (elements, capacity) = (fresh, grown)
  }
}

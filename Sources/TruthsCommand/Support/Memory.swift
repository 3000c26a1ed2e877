import CMalloc

/// How the process uses memory, for the sake of its speed.
enum Memory {
  /// Lets the allocator take address space in large pieces and keep it. Else it asks the system for every few pages anew, and
  /// threads that allocate at the same time wait for each other there. Only what is used is ever backed by memory.
  static func reserve() {
    mallopt(M_TOP_PAD, Int32(48 << 20))
    mallopt(M_TRIM_THRESHOLD, Int32(512 << 20))
    mallopt(M_MMAP_THRESHOLD, Int32(16 << 20))
  }

  /// Keeps something to the end of the process, which is near: the system takes all memory back at once, faster than values are
  /// taken apart one by one.
  static func keep<Value: Sendable>(_ value: Value) { _ = Unmanaged.passRetained(Kept(value)) }

  private final class Kept<Value: Sendable>: Sendable {
    let value: Value

    init(_ value: Value) { self.value = value }
  }
}

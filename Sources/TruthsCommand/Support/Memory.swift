import CMalloc
import Glibc

/// How the process uses memory, for the sake of its speed.
enum Memory {
  /// Lets the allocator take address space in large pieces and keep it. Else it asks the system for every few pages anew, and
  /// threads that allocate at the same time wait for each other there. Only what is used is ever backed by memory.
  static func reserve() {
    mallopt(M_TOP_PAD, Int32(48 << 20))
    mallopt(M_TRIM_THRESHOLD, Int32(512 << 20))
    mallopt(M_MMAP_THRESHOLD, Int32(16 << 20))
    useLargePages()
  }

  /// Has the first of these pieces backed by large pages, where the system has them: to back a page when it is first written to
  /// takes longer than to fill it, and five hundred small ones make a large one.
  private static func useLargePages() {
    guard let block = malloc(1 << 18) else { return }
    defer { free(block) }
    let page = 2 << 20
    let (start, end) = ((Int(bitPattern: block) | (page - 1)) + 1, Int(bitPattern: sbrk(0)))
    if start < end { madvise(UnsafeMutableRawPointer(bitPattern: start), end - start, MADV_HUGEPAGE) }
  }

  /// Keeps something to the end of the process, which is near: the system takes all memory back at once, faster than values are
  /// taken apart one by one.
  static func keep<Value: Sendable>(_ value: Value) { _ = Unmanaged.passRetained(Kept(value)) }

  private final class Kept<Value: Sendable>: Sendable {
    let value: Value

    init(_ value: Value) { self.value = value }
  }
}

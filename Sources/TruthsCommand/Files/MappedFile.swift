import Truths
import TruthsSystem

/// Files that are mapped into memory. They may be larger than it: what was read of one is taken out again while it is read.
enum MappedFile {
  /// How many bytes are looked at before they are taken out of memory.
  static let window = 16 << 20

  /// A part of a file, as long as somebody holds it.
  ///
  /// - Returns: a text that holds it, and where it begins there; `nil` where it cannot be mapped.
  static func text(_ descriptor: Int32, _ range: Range<Int>, named name: String) -> (text: SourceText, place: Int)? {
    let start = range.lowerBound / pageSize * pageSize
    guard let bytes = map(descriptor, from: start, size: range.upperBound - start) else { return nil }
    return (text(bytes, count: bytes.count, named: name), range.lowerBound - start)
  }

  /// The beginning of what is mapped, as long as somebody holds it.
  ///
  /// - Parameter count: how many bytes of it are wanted.
  static func text(_ bytes: UnsafeRawBufferPointer, count: Int, named name: String) -> SourceText {
    nonisolated(unsafe) let bytes = bytes
    return SourceText(
      path: name, mapped: UnsafeRawBufferPointer(rebasing: bytes[..<count]), unload: { unload($0, of: bytes) },
      release: { unmap(bytes) })
  }

  /// Ends a mapping that no text holds.
  static func unmap(_ bytes: UnsafeRawBufferPointer) { munmap(UnsafeMutableRawPointer(mutating: bytes.baseAddress), bytes.count) }

  /// - Parameter start: a whole number of pages.
  static func map(_ descriptor: Int32, from start: Int = 0, size: Int) -> UnsafeRawBufferPointer? {
    guard size > 0, let place = mmap(nil, size, PROT_READ, MAP_PRIVATE, descriptor, off_t(start)), place != MAP_FAILED else {
      return nil
    }
    return UnsafeRawBufferPointer(start: place, count: size)
  }

  private static let pageSize = max(1, sysconf(Int32(_SC_PAGESIZE)))

  /// Takes bytes out of memory, until they are looked at again.
  static func unload(_ range: Range<Int>, of bytes: UnsafeRawBufferPointer) {
    let start = range.lowerBound / pageSize * pageSize
    let place = bytes.baseAddress.map { UnsafeMutableRawPointer(mutating: $0 + start) }
    madvise(place, range.upperBound - start, Int32(MADV_DONTNEED))
  }
}

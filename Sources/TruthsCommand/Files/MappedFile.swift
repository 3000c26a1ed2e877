import Truths
import TruthsSystem

/// Maps files into memory. They may be larger than memory, because pages that were read are released again.
enum MappedFile {
  /// Number of bytes to scan before their pages are released.
  static let window = 16 << 20

  /// Maps a part of a file, for as long as the returned text exists.
  ///
  /// - Returns: the text that contains the part, and the part's offset in it; `nil` where it cannot be mapped.
  static func text(_ descriptor: Int32, _ range: Range<Int>, named name: String) -> (text: SourceText, place: Int)? {
    let start = range.lowerBound / pageSize * pageSize
    guard let bytes = map(descriptor, from: start, size: range.upperBound - start) else { return nil }
    return (text(bytes, count: bytes.count, named: name), range.lowerBound - start)
  }

  /// Returns the beginning of a mapping as a text, which ends the mapping when it is released.
  ///
  /// - Parameter count: number of bytes that the text has.
  static func text(_ bytes: UnsafeRawBufferPointer, count: Int, named name: String) -> SourceText {
    nonisolated(unsafe) let bytes = bytes
    return SourceText(
      path: name, mapped: UnsafeRawBufferPointer(rebasing: bytes[..<count]), unload: { unload($0, of: bytes) },
      release: { unmap(bytes) })
  }

  /// Ends a mapping that no text uses.
  static func unmap(_ bytes: UnsafeRawBufferPointer) { munmap(UnsafeMutableRawPointer(mutating: bytes.baseAddress), bytes.count) }

  /// Maps a file into memory; `nil` if the file is empty or the system refuses.
  ///
  /// - Parameter start: offset of a page boundary.
  static func map(_ descriptor: Int32, from start: Int = 0, size: Int) -> UnsafeRawBufferPointer? {
    guard size > 0, let place = mmap(nil, size, PROT_READ, MAP_PRIVATE, descriptor, off_t(start)), place != MAP_FAILED else {
      return nil
    }
    return UnsafeRawBufferPointer(start: place, count: size)
  }

  private static let pageSize = max(1, sysconf(Int32(_SC_PAGESIZE)))

  /// Releases bytes from memory. They are loaded again when accessed.
  static func unload(_ range: Range<Int>, of bytes: UnsafeRawBufferPointer) {
    let start = range.lowerBound / pageSize * pageSize
    let place = bytes.baseAddress.map { UnsafeMutableRawPointer(mutating: $0 + start) }
    madvise(place, range.upperBound - start, Int32(MADV_DONTNEED))
  }
}

/// An input file: its path and its bytes. The library itself opens no files; the caller reads them.
public struct SourceText: Sendable {
  /// The path as messages show it, with `/`. Truth files are recognised by their path below `truths/` or `jtbd/`.
  public var path: String
  package private(set) var data: DataBytes

  /// The bytes of the file, without any conversion.
  ///
  /// - Complexity: reading is O(n) if the file is mapped into memory.
  public var bytes: [UInt8] {
    get { data.array }
    set { data = DataBytes(newValue) }
  }

  /// Creates a file from bytes in memory.
  public init(path: String, bytes: [UInt8]) {
    self.path = path
    data = DataBytes(bytes)
  }

  /// Creates a file from memory-mapped bytes, for large data.
  ///
  /// - Parameters:
  ///   - mapped: the bytes; they must stay valid and unchanged until `release` is called.
  ///   - unload: called with a range of bytes that is not needed for now. The bytes need no memory until they are read again.
  ///   - release: called once, when the bytes are no longer needed.
  public init(
    path: String, mapped: UnsafeRawBufferPointer, unload: @escaping @Sendable (Range<Int>) -> Void,
    release: @escaping @Sendable () -> Void
  ) {
    self.path = path
    data = DataBytes(mapped: mapped, unload: unload, release: release)
  }

  /// Reads files in parallel on all cores; the result is in order.
  ///
  /// - Parameters:
  ///   - count: the number of files.
  ///   - read: reads the file with an index, from 0. It runs on several threads at once.
  /// - Throws: the error of the first file, in order, that could not be read.
  public static func read(_ count: Int, _ read: (Int) throws -> SourceText) throws -> [SourceText] {
    try Parallel.map(count, stride: 16) { place in Result { try read(place) } }.map { try $0.get() }
  }
}

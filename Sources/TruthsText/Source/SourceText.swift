/// A file as it was read. The library reads none itself.
public struct SourceText: Sendable {
  /// The path as messages show it, with `/`. Truth files are told by what stands below `truths/` or `jtbd/`.
  public var path: String
  package private(set) var data: DataBytes

  /// What the file holds, whatever that is.
  ///
  /// - Complexity: O(n) to read where the file is mapped into memory.
  public var bytes: [UInt8] {
    get { data.array }
    set { data = DataBytes(newValue) }
  }

  /// A file with a path as messages show it.
  public init(path: String, bytes: [UInt8]) {
    self.path = path
    data = DataBytes(bytes)
  }

  /// A large file of data, mapped into memory.
  ///
  /// - Parameters:
  ///   - mapped: its bytes, which stay where they are and as they are until `release` is called.
  ///   - unload: called with bytes that are not needed for now: they need take no memory until they are read again.
  ///   - release: called once nobody needs the bytes any more.
  public init(
    path: String, mapped: UnsafeRawBufferPointer, unload: @escaping @Sendable (Range<Int>) -> Void,
    release: @escaping @Sendable () -> Void
  ) {
    self.path = path
    data = DataBytes(mapped: mapped, unload: unload, release: release)
  }

  /// Files that are read side by side, on all cores; the result is in order.
  ///
  /// - Parameters:
  ///   - count: how many there are.
  ///   - read: reads the file at a place from 0; it runs on several threads at once.
  /// - Throws: what reading the first of those at fault threw.
  public static func read(_ count: Int, _ read: (Int) throws -> SourceText) throws -> [SourceText] {
    try Parallel.map(count, stride: 16) { place in Result { try read(place) } }.map { try $0.get() }
  }
}

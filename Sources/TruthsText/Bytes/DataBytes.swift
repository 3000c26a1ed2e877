/// Bytes of data that may be too many to be copied: an array, or a file that is mapped into memory as long as somebody holds
/// this.
package final class DataBytes: @unchecked Sendable {
  // What is mapped is only read, by any number of threads, until nobody holds it any more.
  private enum Storage {
    case array([UInt8])
    case mapped(UnsafeRawBufferPointer, release: @Sendable () -> Void)
  }

  private let storage: Storage

  package init(_ bytes: [UInt8]) { storage = .array(bytes) }

  /// - Parameter release: called once nobody holds the bytes any more.
  package init(mapped bytes: UnsafeRawBufferPointer, release: @escaping @Sendable () -> Void) {
    storage = .mapped(bytes, release: release)
  }

  deinit {
    if case .mapped(_, let release) = storage { release() }
  }

  /// How many there are.
  package var count: Int {
    switch storage {
    case .array(let bytes): bytes.count
    case .mapped(let bytes, _): bytes.count
    }
  }

  /// All of them in an array.
  package var array: [UInt8] {
    switch storage {
    case .array(let bytes): bytes
    case .mapped(let bytes, _): Array(bytes)
    }
  }

  /// The bytes, as long as a function looks at them.
  @inline(__always)
  package func withBytes<Result>(_ look: (UnsafeBufferPointer<UInt8>) -> Result) -> Result {
    switch storage {
    case .array(let bytes): bytes.withUnsafeBufferPointer(look)
    case .mapped(let bytes, _): look(bytes.bindMemory(to: UInt8.self))
    }
  }
}

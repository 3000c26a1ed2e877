internal import CLibXattr

/// A small value that a file system keeps beside the bytes of a file, under a name. Copies of a file do not have it.
package struct FileAttribute {
  private let name: String

  package init(_ name: String) { self.name = name }

  /// The value of an open file.
  ///
  /// - Parameter most: how many bytes it has at most.
  /// - Returns: `nil` where the file has none, where it is longer, and where the file system keeps no attributes.
  package func value(of descriptor: Int32, most: Int) -> [UInt8]? {
    var length = -1
    let bytes = [UInt8](unsafeUninitializedCapacity: most) { buffer, count in
      #if canImport(Darwin)
        length = fgetxattr(descriptor, name, buffer.baseAddress, buffer.count, 0, 0)
      #else
        length = fgetxattr(descriptor, name, buffer.baseAddress, buffer.count)
      #endif
      count = max(0, length)
    }
    return length < 0 ? nil : bytes
  }

  /// Gives an open file a value; `false` where the file system takes none.
  package func set(_ value: [UInt8], on descriptor: Int32) -> Bool {
    #if canImport(Darwin)
      fsetxattr(descriptor, name, value, value.count, 0, 0) == 0
    #else
      fsetxattr(descriptor, name, value, value.count, 0) == 0
    #endif
  }
}

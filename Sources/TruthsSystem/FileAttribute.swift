internal import CLibXattr

/// An extended attribute: a small named value that a file system stores with a file. Copies of the file do not have it.
package struct FileAttribute {
  private let name: String

  package init(_ name: String) { self.name = name }

  /// Returns the value of an open file.
  ///
  /// - Parameter most: the most bytes of the value.
  /// - Returns: `nil` where the file has no value or a longer one, and where the file system does not support attributes.
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

  /// Sets the value of an open file.
  ///
  /// - Returns: `false` where the file system does not accept it.
  package func set(_ value: [UInt8], on descriptor: Int32) -> Bool {
    #if canImport(Darwin)
      fsetxattr(descriptor, name, value, value.count, 0, 0) == 0
    #else
      fsetxattr(descriptor, name, value, value.count, 0) == 0
    #endif
  }
}

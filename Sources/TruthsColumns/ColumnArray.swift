import Truths

/// An array in the caller's memory, in Arrow's columnar format and described as in Arrow's C data interface. The memory is
/// borrowed: it must not change until a ``ColumnBatch`` of it is decided.
public final class ColumnArray {
  /// The name of the column.
  public let name: String
  /// The type as the C data interface writes it: `l`, `u`, `d:18,2`, `tsu:UTC`, `+l`.
  public let format: String
  /// Number of values.
  public let length: Int
  /// Offset of the first value in the buffers.
  public let offset: Int
  /// The buffers that the format requires, beginning with the validity bitmap.
  public let buffers: [Buffer]
  /// The elements of a list, the members of a struct.
  public let children: [ColumnArray]
  /// The values of a dictionary-encoded array, whose own values are indices into them.
  public let dictionary: ColumnArray?

  /// A buffer of an array.
  public struct Buffer {
    let start: UnsafeRawPointer?
    let count: Int

    /// Creates a buffer of known size, which is checked against the array's claims.
    public init(_ bytes: UnsafeRawBufferPointer) {
      start = bytes.baseAddress
      count = bytes.count
    }

    /// Creates a buffer of unknown size, as in the C data interface. Its producer must ensure that it is large enough.
    public init(uncounted start: UnsafeRawPointer?) {
      self.start = start
      count = .max
    }
  }

  /// Describes an array. Nothing is read before a ``ColumnBatch`` is created from it.
  public init(
    name: String, format: String, length: Int, offset: Int = 0, buffers: [Buffer], children: [ColumnArray] = [],
    dictionary: ColumnArray? = nil
  ) {
    self.name = name
    self.format = format
    self.length = length
    self.offset = offset
    self.buffers = buffers
    self.children = children
    self.dictionary = dictionary
  }
}

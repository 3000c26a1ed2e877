import Truths

/// An array in the caller's memory. It has Arrow's columnar format, and is described as in Arrow's C data interface. The memory
/// is borrowed. It must not change until a ``ColumnBatch`` with the array is decided.
public final class ColumnArray {
  /// The name of the column.
  public let name: String
  /// The type in the notation of the C data interface, such as `l`, `u`, `d:18,2`, `tsu:UTC` or `+l`.
  public let format: String
  /// The number of values.
  public let length: Int
  /// The index of the first value in the buffers.
  public let offset: Int
  /// The buffers that the format requires; the first is the validity bitmap.
  public let buffers: [Buffer]
  /// The elements of a list, or the members of a struct; empty for other types.
  public let children: [ColumnArray]
  /// The values of a dictionary-encoded array; `nil` for any other array. The array's own values are indices in the dictionary.
  public let dictionary: ColumnArray?

  /// A buffer of an array.
  public struct Buffer {
    let start: UnsafeRawPointer?
    let count: Int

    /// Creates a buffer of known size. The size is checked against what the array claims.
    public init(_ bytes: UnsafeRawBufferPointer) {
      start = bytes.baseAddress
      count = bytes.count
    }

    /// Creates a buffer of unknown size, as in the C data interface. The producer must ensure that the buffer is large enough.
    public init(uncounted start: UnsafeRawPointer?) {
      self.start = start
      count = .max
    }
  }

  /// Describes an array. No memory is read before a ``ColumnBatch`` is created from the array.
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

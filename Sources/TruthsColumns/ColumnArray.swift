import Truths

/// An array in the memory of a caller, laid out as Arrow's columnar format says and described as Arrow's C data interface does.
/// It is borrowed: the memory stays as it is until a ``ColumnBatch`` of it is decided.
public final class ColumnArray {
  /// What the column is called.
  public let name: String
  /// Its type in the words of the C data interface: `l`, `u`, `d:18,2`, `tsu:UTC`, `+l`.
  public let format: String
  /// How many values it has.
  public let length: Int
  /// Where its values begin in the buffers.
  public let offset: Int
  /// As many as the format has, the bitmap of what is there first.
  public let buffers: [Buffer]
  /// The elements of a list, the members of a struct.
  public let children: [ColumnArray]
  /// The values that the array has the places of, where it is encoded so.
  public let dictionary: ColumnArray?

  /// A buffer of an array.
  public struct Buffer {
    let start: UnsafeRawPointer?
    let count: Int

    /// Bytes whose number is known: what an array claims to have is held against it.
    public init(_ bytes: UnsafeRawBufferPointer) {
      start = bytes.baseAddress
      count = bytes.count
    }

    /// Bytes that nobody has counted, as in the C data interface: that there are as many as the array claims is for its producer
    /// to see to.
    public init(uncounted start: UnsafeRawPointer?) {
      self.start = start
      count = .max
    }
  }

  /// Describes an array. Nothing is read before a ``ColumnBatch`` is made of it.
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

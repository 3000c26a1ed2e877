import Truths
import TruthsText

/// A column of texts in the layout of Arrow's `large_utf8`.
///
/// `@unchecked Sendable`, and without dynamic checks of exclusive access: the column is not changed after the caller gets it.
public final class TextColumn: @unchecked Sendable {
  /// The name of the column.
  public let name: String
  /// The number of null texts.
  public var nullCount: Int { nulls }
  @exclusivity(unchecked) private var nulls = 0
  private let capacity: Int
  @exclusivity(unchecked) private var count = 0
  @exclusivity(unchecked) private var bytes: ByteBuffer
  private let textStarts: UnsafeMutablePointer<Int64>
  private let bitmap: UnsafeMutablePointer<UInt8>

  init(_ name: String, rows: Int) {
    self.name = name
    capacity = max(0, rows)
    bytes = ByteBuffer(capacity: max(64, rows * 8))
    textStarts = .allocate(capacity: capacity + 1)
    textStarts.initialize(repeating: 0, count: capacity + 1)
    bitmap = .allocate(capacity: capacity / 8 + 1)
    bitmap.initialize(repeating: 0, count: capacity / 8 + 1)
  }

  deinit {
    textStarts.deallocate()
    bitmap.deallocate()
  }

  /// The number of texts, including null texts.
  public var rows: Int { count }

  /// Returns the text of a row; `nil` for a null text, and for a row that does not exist.
  public subscript(row: Int) -> String? {
    guard row >= 0, row < count, bitmap[row >> 3] >> UInt8(row & 7) & 1 == 1 else { return nil }
    let range = Int(textStarts[row])..<Int(textStarts[row + 1])
    return bytes.withBytes { String(decoding: UnsafeRawBufferPointer(rebasing: $0[range]), as: UTF8.self) }
  }

  /// The validity bitmap, with one bit for each text. The memory is valid as long as the column exists.
  public var validity: UnsafeRawPointer { UnsafeRawPointer(bitmap) }

  /// The offsets at which the texts begin, and the end of the last one, each with 64 bits. The memory is valid as long as the
  /// column exists.
  public var offsets: UnsafeRawPointer { UnsafeRawPointer(textStarts) }

  /// The texts in UTF-8 without separators; `nil` if there is no memory. The memory is valid as long as the column exists.
  public var data: UnsafeRawPointer? { bytes.withBytes { $0.baseAddress } }

  // MARK: Writing

  /// Appends a UTF-8 text.
  @inline(__always)
  func append(_ text: [UInt8]) {
    bytes.append(text)
    note()
  }

  /// Appends a text, which is the bytes that a function writes.
  func write(_ write: (inout ByteBuffer) -> Void) {
    write(&bytes)
    note()
  }

  func appendNull() {
    guard count < capacity else { return }
    count += 1
    nulls += 1
    textStarts[count] = Int64(bytes.count)
  }

  @inline(__always)
  private func note() {
    guard count < capacity else { return }
    bitmap[count >> 3] |= 1 << UInt8(count & 7)
    count += 1
    textStarts[count] = Int64(bytes.count)
  }
}

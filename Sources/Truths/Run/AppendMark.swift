import TruthsLedger

/// The mark that hides an append to a ledger until it is committed.
///
/// It replaces the first bytes of the appended lines until all of these have reached the disk, and records after which bytes
/// they were appended. It contains a zero byte followed by words that no ledger line has. So a changed byte, bytes overwritten
/// with zeros, or a truncated file cannot be mistaken for it.
///
/// A program that keeps a ledger open writes as `truths run --ledger` does (reference, ledgers §2.2). It writes the lines with
/// ``cover`` in place of their first bytes and, once these have reached the disk, the bytes themselves. ``LedgerEnd`` evaluates
/// what a crash left.
public struct AppendMark: Equatable, Sendable {
  /// Size of the file in bytes before the append.
  public let start: Int
  package let bytes: [UInt8]

  /// Size of the mark in bytes. It begins at a multiple of its size, so that any disk block contains all of it or nothing.
  public static let size = 64

  /// Maximum number of appended bytes that the cover hides: the mark and the bytes before it.
  package static let mostCovered = 2 * size - 1

  /// Number of bytes before the append from which the mark is computed.
  public static let window = 4096

  /// Computes the mark of an append after some bytes.
  ///
  /// - Parameters:
  ///   - start: size of the file in bytes.
  ///   - last: the last bytes of the file, as many as ``window``, or all.
  public init(at start: Int, behind last: [UInt8]) {
    self.start = start
    let number = String(start)
    let place = Array((String(repeating: "0", count: max(0, 20 - number.utf8.count)) + number).utf8)
    let rest = Self.size - Self.beginning.count - place.count - 2
    let digest = Digest(of: last + place).hex.utf8.prefix(rest)
    bytes = Self.beginning + place + [UInt8(ascii: " ")] + digest + [UInt8(ascii: "\n")]
  }

  /// Parses a mark; `nil` where it does not match the beginning of the file.
  init?(_ bytes: some Collection<UInt8>, in file: UnsafeRawBufferPointer) {
    let words = String(decoding: bytes.dropFirst(), as: UTF8.self).split(separator: " ")
    guard words.count == 4, let start = Int(words[2]), (0...file.count).contains(start) else { return nil }
    let mark = AppendMark(at: start, behind: Array(file[max(0, start - Self.window)..<start]))
    guard mark.bytes.elementsEqual(bytes) else { return nil }
    self = mark
  }

  private static let beginning: [UInt8] = [0] + Array("truths append ".utf8)

  /// The variable bytes of the mark, stored as the extended attribute `user.truths.append` of the file. File systems have
  /// little room there, so the constant bytes are left out.
  public var record: [UInt8] { Array(bytes[Self.beginning.count..<(Self.size - 1)]) }

  /// Parses a mark from its stored record; `nil` where it does not match the beginning of the file.
  init?(record: [UInt8], in file: UnsafeRawBufferPointer) {
    self.init(Self.beginning + record + [UInt8(ascii: "\n")], in: file)
  }

  /// Offset where the mark begins.
  public var place: Int { Self.place(from: start) }

  /// Returns the first offset, from the given one on, where a mark may begin.
  static func place(from start: Int) -> Int { (start + size - 1) / size * size }

  /// The bytes written in place of the append's beginning: zeros up to the mark, and the mark. If a crash writes only a part of
  /// it, that part does not look like an entry.
  public var cover: [UInt8] { Array(repeating: 0, count: place - start) + bytes }
}

/// The state of a ledger file's end. JSON contains no zero byte, so the first zero byte determines it.
public enum LedgerEnd: Hashable, Sendable {
  /// No byte is zero: everything is committed.
  case committed
  /// The remains of an interrupted append begin at this offset.
  case uncommitted(from: Int)
  /// A zero byte that does not come from an interrupted append of this tool, so the file is damaged.
  case damaged(at: Int)

  /// Determines the state from the bytes of a ledger's file.
  ///
  /// - Parameters:
  ///   - zero: offset of the first zero byte.
  ///   - record: the stored record of the mark that the next append would have. It identifies an append whose mark never
  ///     reached the disk: the file system lost that block, or extended the file without writing, so that zeros are there.
  public init(of file: UnsafeRawBufferPointer, firstZero zero: Int?, record: [UInt8]?) {
    guard let zero else {
      self = .committed
      return
    }
    self = .damaged(at: zero)
    let place = AppendMark.place(from: zero)
    let end = min(file.count, place + AppendMark.size)
    if place < end, let mark = AppendMark(file[place..<end], in: file), mark.start <= zero, mark.place == place {
      self = .uncommitted(from: mark.start)
    } else if let record, let mark = AppendMark(record: record, in: file), mark.start == zero,
      zip(file[zero..<end], mark.cover).allSatisfy({ $0 == 0 || $0 == $1 })
    {
      self = .uncommitted(from: zero)
    }
  }
}

/// A position in a file's bytes, where line and column count Unicode scalars from 1.
package struct BytePlace {
  package let line: Int
  package let column: Int

  package init(of place: Int, in file: UnsafeRawBufferPointer) {
    var (line, start) = (1, 0)
    for index in 0..<place where file[index] == UInt8(ascii: "\n") { (line, start) = (line + 1, index + 1) }
    self.line = line
    column = 1 + file[start..<place].count { $0 & 0xC0 != 0x80 }
  }
}

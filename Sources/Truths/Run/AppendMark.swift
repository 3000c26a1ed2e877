import TruthsLedger

/// The mark of an append that is not committed.
///
/// It stands in place of bytes of the lines that are appended, until all of these have reached the disk, and says behind which
/// bytes they were appended. It holds a zero byte and then words that no line of a ledger has, so that neither a changed byte,
/// nor bytes that were overwritten with zeros, nor a file that was cut makes history look like it.
///
/// A program that keeps a ledger open writes as `truths run --ledger` does (reference, ledgers §2.2): the lines with ``cover`` in
/// place of their first bytes, then, once these reached the disk, the bytes themselves. ``LedgerEnd`` reads what a crash left.
public struct AppendMark: Equatable, Sendable {
  /// How many bytes of the file were there before the append.
  public let start: Int
  package let bytes: [UInt8]

  /// How many bytes it has. It begins at a multiple of that: a block of any disk has it whole or not at all.
  public static let size = 64

  /// How many bytes at the beginning of what is appended it covers at most, with those before it.
  package static let mostCovered = 2 * size - 1

  /// How many bytes before the append it is made from.
  public static let window = 4096

  /// The mark of an append behind some bytes.
  ///
  /// - Parameters:
  ///   - start: how many bytes the file has.
  ///   - last: the last of them, as many as ``window`` says, or all.
  public init(at start: Int, behind last: [UInt8]) {
    self.start = start
    let number = String(start)
    let place = Array((String(repeating: "0", count: max(0, 20 - number.utf8.count)) + number).utf8)
    let rest = Self.size - Self.beginning.count - place.count - 2
    let digest = Digest(of: last + place).hex.utf8.prefix(rest)
    bytes = Self.beginning + place + [UInt8(ascii: " ")] + digest + [UInt8(ascii: "\n")]
  }

  /// The mark that some bytes are, where it is of what a file begins with.
  init?(_ bytes: some Collection<UInt8>, in file: UnsafeRawBufferPointer) {
    let words = String(decoding: bytes.dropFirst(), as: UTF8.self).split(separator: " ")
    guard words.count == 4, let start = Int(words[2]), (0...file.count).contains(start) else { return nil }
    let mark = AppendMark(at: start, behind: Array(file[max(0, start - Self.window)..<start]))
    guard mark.bytes.elementsEqual(bytes) else { return nil }
    self = mark
  }

  private static let beginning: [UInt8] = [0] + Array("truths append ".utf8)

  /// What is kept of it beside the bytes of a file: all that differs from one mark to another. File systems have little room
  /// there. It is the value of the extended attribute `user.truths.append`.
  public var record: [UInt8] { Array(bytes[Self.beginning.count..<(Self.size - 1)]) }

  /// The mark of which some bytes were kept, where it is of what a file begins with.
  init?(record: [UInt8], in file: UnsafeRawBufferPointer) {
    self.init(Self.beginning + record + [UInt8(ascii: "\n")], in: file)
  }

  /// Where the mark of an append begins.
  public var place: Int { Self.place(from: start) }

  /// The first place, from one on, where a mark may begin.
  static func place(from start: Int) -> Int { (start + size - 1) / size * size }

  /// What is written in place of the beginning of what is appended: zeros up to the mark, and the mark. So no beginning of it,
  /// where a file grew by that alone, looks like an entry.
  public var cover: [UInt8] { Array(repeating: 0, count: place - start) + bytes }
}

/// How the bytes of a ledger's file end. JSON has no zero byte, so everything is judged by the first of them.
public enum LedgerEnd: Hashable, Sendable {
  /// No byte is zero: all was committed.
  case committed
  /// What an append left that broke off begins here.
  case uncommitted(from: Int)
  /// A zero byte that no append of ours left.
  case damaged(at: Int)

  /// Judges the bytes of a ledger's file.
  ///
  /// - Parameters:
  ///   - zero: where the first zero byte stands.
  ///   - record: what the file keeps beside its bytes of the mark that an append behind all that was committed would have. It
  ///     tells an append whose mark never reached the disk. Where the file system lost the block that was to hold the mark, or
  ///     made the file longer and wrote nothing, zeros stand there.
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

/// A place in a file's bytes: line and column count Unicode scalars from 1.
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

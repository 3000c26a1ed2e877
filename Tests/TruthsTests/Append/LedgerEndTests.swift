import Testing

@testable import Truths

/// The recognition of an interrupted append (ledgers §2.2): it covers all states that an append leaves on disk, and no damage of
/// the history. Every damage of a kind is tried.
@Suite("The end of a ledger's file")
struct LedgerEndTests {
  /// Lines of the lengths that facts in short form and entries have.
  private static let lines = [
    #"{"type":"depot.closed","depot_id":"south"}"#,
    #"{"correlation_id":"cor_1","entry_id":"ctx_1","payload":{"parcel_id":"é truths append 00000000000000000000"}}"#,
    "{\"pad\":\"\(String(repeating: "x", count: 291))\"}", "{\"a\":1}", "{\"pad\":\"\(String(repeating: "y", count: 171))\"}",
  ].map { Array("\($0)\n".utf8) }

  private static let history = Array(lines.joined())

  /// Returns the bytes of an append before its commit: zeros up to the mark, the mark, and lines.
  private static func tail(behind bytes: [UInt8], of length: Int = 700) -> [UInt8] {
    let cover = mark(behind: bytes).cover
    return cover + (0..<max(0, length - cover.count)).map { $0 % 97 == 96 ? 0x0A : 0x61 }
  }

  private static func mark(behind bytes: [UInt8]) -> AppendMark {
    AppendMark(at: bytes.count, behind: Array(bytes.suffix(AppendMark.window)))
  }

  private static func end(of bytes: [UInt8], record: AppendMark?) -> LedgerEnd {
    bytes.withUnsafeBytes { LedgerEnd(of: $0, firstZero: bytes.firstIndex(of: 0), record: record?.record) }
  }

  @Test(
    "what no append left is history whole: every byte, every first byte and every range that is overwritten with zeros is damage")
  func zeros() {
    let whole = Self.history
    for record in [nil, Self.mark(behind: whole)] {
      #expect(Self.end(of: whole, record: record) == .committed)
      for first in whole.indices {
        var damaged = whole
        for last in first..<whole.count {
          damaged[last] = 0
          let end = damaged.withUnsafeBytes { LedgerEnd(of: $0, firstZero: first, record: record?.record) }
          if end != .damaged(at: first) { Issue.record("\(first)...\(last): \(end)") }
        }
      }
    }
  }

  @Test("a zero in history is damage also before an append that was broken off")
  func zerosBeforeTail() {
    for cut in [0, 43, 256, 300] {
      let history = Array(Self.history[..<cut])
      let whole = history + Self.tail(behind: history, of: 150)
      for record in [nil, Self.mark(behind: history)] {
        #expect(Self.end(of: whole, record: record) == .uncommitted(from: cut))
        for first in whole.indices {
          var damaged = whole
          for last in first..<whole.count {
            damaged[last] = 0
            let zero = min(first, cut)
            let end = damaged.withUnsafeBytes { LedgerEnd(of: $0, firstZero: zero, record: record?.record) }
            let isHistory = first < cut
            if isHistory ? end != .damaged(at: first) : end != .damaged(at: cut) && end != .uncommitted(from: cut) {
              Issue.record("\(cut): \(first)...\(last): \(end)")
            }
          }
        }
      }
    }
  }

  @Test("no byte, whatever it becomes, makes more or less of the file uncommitted than there was")
  func bytes() {
    let history = Array(Self.history[..<256])
    let whole = history + Self.tail(behind: history, of: 100)
    for place in whole.indices {
      for byte: UInt8 in [0, 1, 9, 10, 13, 32, 34, 91, 93, 116, 123, 125, 127, 128, 255, whole[place] ^ 1, whole[place] ^ 128] {
        var damaged = whole
        damaged[place] = byte
        let end = Self.end(of: damaged, record: place % 2 == 0 ? nil : Self.mark(behind: history))
        switch end {
        // Then the mark is a line that no reader takes for an entry.
        case .committed: if place != AppendMark.place(from: history.count) { Issue.record("\(place): \(byte): committed") }
        case .uncommitted(let start): if start != history.count { Issue.record("\(place): \(byte): \(start)") }
        case .damaged(let zero): if zero > AppendMark.place(from: history.count) { Issue.record("\(place): \(byte): \(zero)") }
        }
      }
    }
  }

  @Test("however a file is cut, what was committed is what is left of it")
  func cuts() {
    for start in 0..<(2 * AppendMark.size) {
      let history = Array(Self.history[..<start])
      let whole = history + Self.tail(behind: history, of: 200)
      for size in whole.indices {
        let cut = Array(whole[..<size])
        let isWhole = size >= Self.mark(behind: history).place + AppendMark.size
        let expected: LedgerEnd = size <= start ? .committed : .uncommitted(from: start)
        #expect(Self.end(of: cut, record: Self.mark(behind: history)) == expected)
        #expect(Self.end(of: cut, record: nil) == (size <= start || isWhole ? expected : .damaged(at: start)))
      }
    }
  }

  @Test("whichever blocks of an append the disk lost, and however much the file grew, it is known")
  func blocks() {
    for start in 400..<1_100 {
      let history = Array((Self.history + Self.history)[..<start])
      let whole = history + Self.tail(behind: history, of: 1_100)
      let (mark, first) = (Self.mark(behind: history), start / 512)
      let count = (whole.count + 511) / 512 - first
      for lost in 0..<(1 << count) {
        var left = whole
        for block in 0..<count where lost >> block & 1 == 1 {
          for place in max(start, (first + block) * 512)..<min(whole.count, (first + block + 1) * 512) { left[place] = 0 }
        }
        let end = left.withUnsafeBytes { LedgerEnd(of: $0, firstZero: start, record: mark.record) }
        if end != .uncommitted(from: start) { Issue.record("\(start): \(lost): \(end)") }
      }
    }
  }

  @Test("a mark is whole within 64 bytes at a multiple of them, behind zeros, and what covers is never more than is said")
  func form() {
    for start in [0, 1, 63, 64, 65, 511, 512, 1_000_000_007] {
      let mark = AppendMark(at: start, behind: Array("}\n".utf8))
      #expect(mark.bytes.count == 64 && mark.bytes.first == 0 && mark.bytes.last == 0x0A && !mark.bytes.dropFirst().contains(0))
      #expect(mark.place % 64 == 0 && (0..<64).contains(mark.place - start))
      #expect(mark.cover.count == mark.place - start + 64 && mark.cover.count <= AppendMark.mostCovered)
      #expect(String(decoding: mark.bytes.dropFirst().prefix(14), as: UTF8.self) == "truths append ")
    }
  }

  @Test("a mark of other history is none, wherever it stands")
  func others() {
    let (one, other) = (Array(Self.history[..<320]), Array(Self.history[..<319]) + [0x20])
    #expect(Self.end(of: one + Self.tail(behind: other), record: Self.mark(behind: other)) == .damaged(at: 320))
    let moved = Array(Self.history[..<384]) + Self.tail(behind: one)
    #expect(Self.end(of: moved, record: nil) == .damaged(at: 384))
  }

  @Test("places count lines and Unicode scalars")
  func places() {
    let bytes = Array("{}\n\n{\"é\":\u{0}".utf8)
    let place = bytes.withUnsafeBytes { BytePlace(of: bytes.count - 1, in: $0) }
    #expect(place.line == 3 && place.column == 6)
  }
}

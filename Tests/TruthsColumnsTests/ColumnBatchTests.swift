import Testing
import Truths
import TruthsColumns

/// Rows of columns whose memory belongs to a Swift program. `bindings/python/tests/test_arrow.py` compares all types with lines
/// of JSON.
struct ColumnBatchTests {
  private static let pack = SourceText(
    path: "truths/shop/shop.truths",
    bytes: Array(
      """
      pack shop:
        version: 1.0.0

      record line:
        fields:
          sku: text
          quantity: integer

      intent place_order:
        fields:
          order_id: text
          total: decimal
          lines: list of line
          labels: map of text

      truth placing:
        when:
          - intent: place_order
        requires:
          - order_id exists
          - total > 0 else "nothing is ordered"
        produces:
          - trace.shop.placed

      intent send_order:
        required: [total]
        fields:
          total: decimal

      truth sending:
        when:
          - intent: send_order
        invariants:
          - total < 0 → reject("nothing is sent")
        produces:
          - trace.shop.sent

      """.utf8))

  private static func gate() throws -> Gate { try Gate(RuleSet([pack])) }

  /// Returns the bytes of numbers, which stay allocated while the tests run.
  private static func buffer<Number: BitwiseCopyable>(_ numbers: [Number]) -> ColumnArray.Buffer {
    let copy = UnsafeMutableRawBufferPointer.allocate(byteCount: numbers.count * MemoryLayout<Number>.size, alignment: 16)
    numbers.withUnsafeBytes { copy.copyMemory(from: $0) }
    return ColumnArray.Buffer(UnsafeRawBufferPointer(copy))
  }

  private static var nothing: ColumnArray.Buffer { ColumnArray.Buffer(UnsafeRawBufferPointer(start: nil, count: 0)) }

  private static func texts(_ name: String, _ texts: [String]) -> ColumnArray {
    let ends = texts.reduce(into: [Int32(0)]) { $0.append($0[$0.count - 1] + Int32($1.utf8.count)) }
    return ColumnArray(
      name: name, format: "u", length: texts.count, buffers: [nothing, buffer(ends), buffer(Array(texts.joined().utf8))])
  }

  private static func batch(_ columns: [ColumnArray], rows: Int, offset: Int = 0) throws -> ColumnBatch {
    try ColumnBatch(
      ColumnArray(name: "", format: "+s", length: rows, offset: offset, buffers: [nothing], children: columns))
  }

  @Test("rows are decided as their lines are")
  func rows() throws {
    let gate = try Self.gate()
    let totals = ColumnArray(
      name: "total", format: "d:9,2", length: 4,
      buffers: [Self.buffer([UInt8(0b0111)]), Self.buffer([Int128(550), -1, 100, 7])])
    let columns = [Self.texts("order_id", ["a", "b", "ü", "d"]), totals]
    let lines = [
      #"{"action":"place_order","order_id":"a","total":5.5}"#, #"{"action":"place_order","order_id":"b","total":-0.01}"#,
      #"{"action":"place_order","order_id":"ü","total":1}"#, #"{"action":"place_order","order_id":"d"}"#,
    ]
    let records = gate.records(Array(lines.map { $0 + "\n" }.joined().utf8)).split(separator: 0x0A).map {
      String(decoding: $0, as: UTF8.self)
    }
    for want in ColumnWant.allCases {
      let decided = try gate.decide(try Self.batch(columns, rows: 4), of: "shop.place_order", want: want)
      #expect(
        decided.columns.map(\.name)
          == ["outcome", "clause", "reason", "record"].filter { name in
            ["outcome", "clause", "\(want)"].contains(name)
          })
      #expect((0..<4).map { decided.columns[0][$0] } == ["accepted", "rejected", "accepted", "rejected"])
      #expect((0..<4).map { decided.columns[1][$0] } == [nil, "shop.placing requires[1]", nil, "shop.placing requires[1]"])
    }
    let decided = try gate.decide(try Self.batch(columns, rows: 4), of: "place_order", want: .record)
    #expect((0..<4).map { decided.columns[2][$0] } == records)
    let slice = try gate.decide(try Self.batch(columns, rows: 2, offset: 1), of: "place_order", want: .reason)
    #expect(slice.columns[2][0] == "nothing is ordered")
    #expect(slice.columns[0][1] == "accepted" && slice.columns[0][2] == nil && slice.columns[0][-1] == nil)
  }

  @Test("a row without a field that its intent requires is rejected, also where clauses alone decide the others")
  func required() throws {
    let gate = try Self.gate()
    let totals = ColumnArray(
      name: "total", format: "d:9,2", length: 3, buffers: [Self.buffer([UInt8(0b101)]), Self.buffer([Int128(550), -1, -100])])
    for want in ColumnWant.allCases {
      let decided = try gate.decide(try Self.batch([totals], rows: 3), of: "send_order", want: want)
      #expect((0..<3).map { decided.columns[0][$0] } == ["accepted", "rejected", "halted"])
      #expect((0..<3).map { decided.columns[1][$0] } == [nil, nil, "shop.sending invariants[0]"])
    }
    let told = try gate.decide(try Self.batch([totals], rows: 3), of: "send_order", want: .reason)
    #expect(told.columns[2][1] == "total is missing")
    let fields = try #require(gate.rules.intents.first { $0.name == "send_order" }).fields
    #expect(fields.map(\.isOptional) == [false])
  }

  @Test("rows are written as the lines that they are decided as")
  func lines() throws {
    let gate = try Self.gate()
    let totals = ColumnArray(
      name: "total", format: "d:9,2", length: 3, buffers: [Self.buffer([UInt8(0b011)]), Self.buffer([Int128(550), -1, 100])])
    let columns = [Self.texts("order_id", ["a", "\"ü\"\n", "c"]), totals]
    let lines = [
      #"{"action":"place_order","order_id":"a","total":5.50}"#, #"{"action":"place_order","order_id":"\"ü\"\n","total":-0.01}"#,
      #"{"action":"place_order","order_id":"c"}"#,
    ]
    let written = try gate.lines(of: try Self.batch(columns, rows: 3), as: "place_order")
    #expect(String(decoding: written, as: UTF8.self) == lines.map { $0 + "\n" }.joined())
    let slice = try gate.lines(of: try Self.batch(columns, rows: 1, offset: 1), as: "place_order")
    #expect(String(decoding: slice, as: UTF8.self) == lines[1] + "\n")
    #expect(throws: Findings.self) { try gate.lines(of: try Self.batch(columns, rows: 3), as: "order") }
  }

  @Test("a buffer that is smaller than its array says is a finding", arguments: [1, 2])
  func short(buffer place: Int) throws {
    var buffers = Self.texts("order_id", ["abc", "def"]).buffers
    buffers[place] = Self.buffer([UInt8(0)])
    let column = ColumnArray(name: "order_id", format: "u", length: 2, buffers: buffers)
    let error = #expect(throws: Findings.self) { try Self.batch([column], rows: 2) }
    #expect(error?.all.first?.message.contains("fewer than") == true)
  }

  /// Formats of all kinds, and some invalid ones.
  private static let formats = [
    "n", "b", "c", "C", "s", "S", "i", "I", "l", "L", "e", "f", "g", "u", "U", "vu", "z", "Z", "vz", "d:9,2", "d:38,-3",
    "d:76,12,256",
    "d:9,2,32", "d:18,4,64", "tdD", "tdm", "tts", "ttm", "ttu", "ttn", "tss:UTC", "tsm:", "tsu:Europe/Berlin", "tsn:UTC", "tDs",
    "tDn",
    "tiM", "tiD", "+l", "+L", "+vl", "+vL", "+w:3", "+w:2147483647", "+s", "+m", "+r", "+us:0,1", "", "d:", "+w:", "w:5",
    "d:9,-9223372036854775808", "x",
  ]

  @Test("whatever the memory holds, there is an answer or a finding", arguments: 0..<4)
  func hostile(seed: UInt64) throws {
    var chance = Chance(state: seed &* 0x9E37_79B9_7F4A_7C15 | 1)
    let gate = try Self.gate()
    var (answers, findings) = (0, 0)
    for _ in 0..<1000 {
      let rows = Int(chance.next(12))
      let columns = [chance.next(3) == 0 ? chance.column(rows: rows, depth: 0) : chance.field(rows: rows)]
      do {
        let decided = try gate.decide(
          try Self.batch(columns, rows: rows), of: "place_order", want: chance.pick(ColumnWant.allCases))
        #expect(decided.rows == rows && decided.columns.allSatisfy { $0.rows == rows })
        answers += 1
      } catch {
        #expect((error as? Findings)?.isEmpty == false)
        findings += 1
      }
    }
    #expect(answers > 50 && findings > 50)
  }

  /// Random numbers, the same each time.
  private struct Chance {
    var state: UInt64

    mutating func next(_ below: UInt64) -> UInt64 {
      state ^= state << 13
      state ^= state >> 7
      state ^= state << 17
      return below == 0 ? 0 : (state >> 11) % below
    }

    mutating func pick<Element>(_ elements: [Element]) -> Element { elements[Int(next(UInt64(elements.count)))] }

    /// A column that may be a field, over buffers that may be too small.
    mutating func field(rows: Int) -> ColumnArray {
      let (name, format) = pick([
        ("order_id", "u"), ("order_id", "U"), ("order_id", "vu"), ("order_id", "tdD"), ("order_id", "ttu"), ("total", "c"),
        ("total", "l"),
        ("total", "d:9,2"), ("total", "d:70,3,256"), ("order_id", "n"),
      ])
      let wanted: UInt64 = ["n": 0, "u": 3, "U": 3, "vu": 3][format] ?? 2
      return ColumnArray(
        name: name, format: format, length: rows, offset: Int(next(3)), buffers: (0..<wanted).map { _ in bytes(rows) },
        dictionary: next(6) == 0 ? column(rows: rows, depth: 1) : nil)
    }

    /// A column of any format over buffers of random bytes, mostly of small numbers, now and then too small.
    mutating func column(rows: Int, depth: Int) -> ColumnArray {
      let format = pick(ColumnBatchTests.formats)
      let isNested = format.hasPrefix("+") && depth < 4
      let count = format == "+s" ? next(3) : format == "+m" || isNested ? 1 : next(20) == 0 ? 1 : 0
      var children = (0..<count).map { _ in column(rows: rows, depth: depth + 1) }
      if format == "+m", next(3) > 0 {
        let key = ColumnBatchTests.texts("key", (0..<8).map { "k\($0)" })
        children = [
          ColumnArray(
            name: "entries", format: "+s", length: 8, buffers: [ColumnBatchTests.nothing],
            children: [key, column(rows: 8, depth: depth + 1)])
        ]
      }
      let wanted: UInt64 = ["n": 0, "+s": 1, "+w:3": 1, "u": 3, "U": 3, "vu": 3 + next(2), "+vl": 3, "+vL": 3][format] ?? 2
      let buffers = (0..<(next(15) == 0 ? next(5) : wanted)).map { _ in bytes(rows) }
      let dictionary = depth < 3 && next(6) == 0 ? column(rows: rows, depth: depth + 1) : nil
      let isOdd = next(12) == 0
      let length = isOdd ? pick([-1, Int.max, 1 << 48, 1 << 31]) : rows + Int(next(3))
      let offset = isOdd ? pick([-1, Int.max, 1 << 48]) : Int(next(3))
      return ColumnArray(
        name: pick(["order_id", "total", "lines", "labels", "sku", "quantity", "x", ""]), format: format, length: length,
        offset: offset,
        buffers: buffers, children: children, dictionary: dictionary)
    }

    private mutating func bytes(_ rows: Int) -> ColumnArray.Buffer {
      let kind = next(6)
      if kind == 0 { return ColumnBatchTests.nothing }
      let size = next(10) == 0 ? Int(next(8)) : (rows + 8) * 32
      var bytes = [UInt8](repeating: 0, count: size)
      for place in bytes.indices where kind == 1 || place % (kind == 2 ? 4 : 8) == 0 {
        bytes[place] = UInt8(truncatingIfNeeded: kind == 1 ? next(256) : kind < 4 ? UInt64(place / 8) : next(4))
      }
      return ColumnBatchTests.buffer(bytes)
    }
  }
}

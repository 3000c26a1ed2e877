import Testing
import TruthsText

struct ByteBufferTests {
  @Test func whatIsAppendedStandsOneBehindTheOther() {
    var buffer = ByteBuffer(capacity: 1)
    buffer.append(UInt8(ascii: "a"))
    buffer.append("bc" as StaticString)
    buffer.append("é€" as String)
    buffer.append([0x64, 0x65] as [UInt8])
    #expect(buffer.string == "abcé€de")
    #expect(buffer.count == 10)
    #expect(buffer.bytes == Array("abcé€de".utf8))
    buffer.truncate(to: 3)
    buffer.truncate(to: 900)
    #expect(buffer.string == "abc")
    buffer.truncate()
    #expect(buffer.bytes == [])
  }

  @Test func onlyWhatIsThereIsReplaced() {
    var buffer = ByteBuffer()
    buffer.append("0000abxyz" as StaticString)
    for (place, range) in [(1, 4..<6), (8, 6..<8), (-1, 8..<9), (9, 8..<9), (0, 4..<10), (0, -1..<2)] {
      buffer.replace(at: place, again: range)
    }
    #expect(buffer.string == "0ab0abxyz")
  }

  /// Copies of every length go the way of that length.
  @Test func piecesOfEveryLength() {
    let letters = (0..<200).map { UInt8(ascii: "a") + UInt8($0 % 26) }
    for length in 0...140 {
      var source = ByteBuffer(capacity: 1)
      var buffer = ByteBuffer(capacity: 1)
      source.append(letters)
      buffer.append("<" as StaticString)
      buffer.append(source, 3..<(3 + length))
      buffer.append(">" as StaticString)
      #expect(buffer.bytes == [0x3C] + letters[3..<(3 + length)] + [0x3E])
    }
  }

  @Test func piecesBehindALiteral() {
    var source = ByteBuffer()
    var buffer = ByteBuffer(capacity: 1)
    source.append("abcdef" as StaticString)
    buffer.append("1:", source, 1..<3)
    buffer.append(",2:", source, 4..<7)
    buffer.append(",3:", again: 2..<4)
    buffer.append(",4:", again: -1..<4)
    buffer.append(again: 0..<900)
    #expect(buffer.string == "1:bc,2:,3:bc,4:")
    source.withBytes { bytes in buffer.append(quoted: bytes.assumingMemoryBound(to: UInt8.self)) }
    #expect(buffer.string == "1:bc,2:,3:bc,4:\"abcdef\"")
  }

  @Test func roomIsLeftAndWrittenTo() {
    var buffer = ByteBuffer(capacity: 1)
    buffer.append("ab" as StaticString)
    buffer.skip(3)
    buffer.append("c" as StaticString)
    #expect(buffer.bytes == [0x61, 0x62, 0, 0, 0, 0x63])
    let count = buffer.withRoom(from: 1, behind: 2) { bytes, count in
      bytes.storeBytes(of: 0x78, as: UInt8.self)
      bytes.storeBytes(of: 0x7A7A, toByteOffset: count, as: UInt16.self)
      return count
    }
    #expect(count == 5)
    #expect(buffer.bytes == [0x61, 0x78, 0, 0, 0, 0x63])
    #expect(buffer.withRoom(from: 900, behind: 0) { $1 } == 0)
  }

  /// Around each power of ten, as far as they go.
  @Test func numbersOfEveryLength() {
    var power: UInt64 = 1
    for _ in 0..<20 {
      for number in [power &- 1, power, power &+ 1, .max] {
        var buffer = ByteBuffer(capacity: 1)
        buffer.append(decimal: number)
        #expect(buffer.string == String(number))
      }
      power &*= 10
    }
  }

  @Test(arguments: [0, 1, 9, 10, 99, 100, 1_234_567_890, Int.max, -1, -10, Int.min])
  func wholeNumbers(number: Int) {
    var buffer = ByteBuffer(capacity: 1)
    buffer.append(decimal: number)
    #expect(buffer.string == String(number))
  }

  @Test func hexadecimalDigits() {
    var buffer = ByteBuffer(capacity: 1)
    buffer.append(hexadecimal: 0x0123_4567_89ab_cdef)
    buffer.append(hexadecimal: 0)
    #expect(buffer.string == "0123456789abcdef0000000000000000")
  }

  @Test func numbersAreWrittenInTheirCanonicalForm() throws {
    var samples = ["0", "1", "-1", "0.5", "-0.5", "12.5", "-12.5", "100", "0.001", "0.000001", "0.0000001", "1.000000000001"]
    samples += ["999999999999999", "123456789012.345", "-0.00000000012", "10.01", "100000.00001"]
    for sample in samples {
      let number = try Decimal(literal: sample)
      var buffer = ByteBuffer(capacity: 1)
      buffer.append(number)
      #expect(buffer.string == number.canonicalText, "\(sample)")
    }
    let large = try Decimal(literal: "999999999999999").multiplied(by: Decimal(literal: "999999999999999")).get()
    var buffer = ByteBuffer(capacity: 1)
    buffer.append(large)
    #expect(buffer.string == "999999999999998000000000000001")
  }
}

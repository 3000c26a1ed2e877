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
    buffer.append("0000" as StaticString)
    for (place, text) in [(1, "ab"), (3, "xy"), (-1, "z"), (4, "z"), (0, "12345")] {
      text.utf8.withContiguousStorageIfAvailable { buffer.replace(at: place, with: $0) }
    }
    #expect(buffer.string == "0ab0")
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

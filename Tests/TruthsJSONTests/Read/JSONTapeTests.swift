import Testing
import TruthsDiagnostics
import TruthsJSON
import TruthsText

/// The tape takes only what the reader takes, and writes it as the reader's values are written.
struct JSONTapeTests {
  @Test(arguments: [
    #"{"action":"send","amount":12.5,"list":[1,-2,{"b":true,"a":null}],"text":"x y"}"#, "[]", "{}", "0", "-7", #""""#, "true",
    " { \"b\" : 1 ,\n \"a\" : [ ] } ", "0.000001", "-0.5", "123456789012345",
    #"{"a":"é","b":["€","𐍈x","🦤"]}"#, "\"\u{7F}\u{80}\u{7FF}\u{800}\u{FFFD}\u{10000}\u{10FFFD}\"",
  ])
  func itTakesWhatProgramsWrite(_ text: String) throws { #expect(try isSame(Array(text.utf8))) }

  @Test(arguments: [
    #"{"é":1}"#, #""é\n""#, #""\n""#, "\"é", "1.0", "1e3", "-0", "0.0000001", "1234567890123456", "01", "[1,]",
    "{\"a\":1,\"a\":2}", "[", "nul", "1 2", "", "{\"a\"}", "\"\u{1}\"",
  ])
  func itLeavesTheRestToTheReader(_ text: String) {
    var tape = JSONTape()
    let isTaken = Array(text.utf8).withUnsafeBufferPointer { tape.read($0) }
    #expect(!isTaken)
  }

  /// Names of one length, as long as the words that they are compared by and around that, which differ at one place.
  @Test(arguments: [1, 3, 4, 7, 8, 9, 15, 16, 17, 24, 31])
  func namesAreToldApartAtEveryPlace(length: Int) throws {
    let name = (0..<length).map { UInt8(ascii: "a") + UInt8($0 % 26) }
    func document(_ other: [UInt8]) -> [UInt8] {
      Array(#"{"#.utf8) + [0x22] + name + Array(#"":1,""#.utf8) + other + Array(#"":2}"#.utf8)
    }
    for place in 0..<length {
      var other = name
      other[place] = UInt8(ascii: "_")
      #expect(try isSame(document(other)))
    }
    #expect(try !isSame(document(name)))
  }

  /// Noncharacters, overlong forms, surrogates, what lies beyond Unicode, and bytes that go on from nothing or go on with nothing.
  @Test(
    arguments: [
      [0xEF, 0xBF, 0xBE], [0xEF, 0xB7, 0x90], [0xF0, 0x9F, 0xBF, 0xBF], [0xC0, 0x80], [0xE0, 0x80, 0x80], [0xED, 0xA0, 0x80],
      [0xF0, 0x80, 0x80, 0x80], [0xF4, 0x90, 0x80, 0x80], [0x80], [0xC3], [0xE2, 0x82], [0xC3, 0x28],
    ] as [[UInt8]])
  func itLeavesWhatIsNoTextToTheReader(_ bytes: [UInt8]) {
    var tape = JSONTape()
    let isTaken = ([0x22] + bytes + [0x22]).withUnsafeBufferPointer { tape.read($0) }
    #expect(!isTaken)
  }

  @Test func mutatedDocumentsAreReadAlike() throws {
    let seeds = [
      #"{"action":"send","amount":12.5,"list":[1,-2,{"b":true,"a":null,"ab":0}],"text":"x y","a":""}"#,
      #"{"a":"Åsa €5 𐍈","b":["é","ż🦤"]}"#, "{ \"a\" : [ 1.25 , { } , [ ] , \"\" ] , \"B\" : -1 }",
      #"[[[[{"x":[0.25,999999999999999,-12]}]]],false]"#,
    ]
    let interesting =
      Array("{}[]\",:\\u0123456789eE+-.tfnab \n\t".utf8) + [0x00, 0x1F, 0x7F, 0x80, 0xBF, 0xC3, 0xE2, 0xED, 0xF0, 0xFF]
    var random = SplitMix64(seed: 77)
    var taken = 0
    for round in 0..<12_000 {
      var bytes = Array(seeds[round % seeds.count].utf8)
      for _ in 0..<Int.random(in: 1...3, using: &random) {
        let place = Int.random(in: 0..<max(1, bytes.count), using: &random)
        let byte = interesting.randomElement(using: &random) ?? 0
        switch Int.random(in: 0..<3, using: &random) {
        case 0: bytes.insert(byte, at: place)
        case 1 where place < bytes.count: bytes[place] = byte
        default: if place < bytes.count { bytes.remove(at: place) }
        }
      }
      if try isSame(bytes) { taken += 1 }
    }
    #expect(taken > 1000)
  }

  /// Whether the tape takes a document; what it takes is written as the reader's value.
  private func isSame(_ bytes: [UInt8]) throws -> Bool {
    var tape = JSONTape()
    var canonical = ByteBuffer()
    var compact = ByteBuffer()
    let isTaken = bytes.withUnsafeBufferPointer { bytes in
      guard tape.read(bytes) else { return false }
      canonical.writeCanonical(tape, at: 0)
      compact.writeCompact(tape, at: 0)
      return true
    }
    guard isTaken else { return false }
    let text = String(decoding: bytes, as: UTF8.self)
    let value = try JSONReader.read(SourceFile(id: FileID(0), path: "data.json", bytes: bytes)).get().value
    #expect(canonical.bytes == value.canonical(), "\(text)")
    #expect(compact.bytes == value.compact(), "\(text)")
    return true
  }
}

import Testing
import TruthsDiagnostics
import TruthsJSON
import TruthsText

/// The reader accepts any bytes: it returns a value that can be written and read back, or a fault inside of the data.
struct JSONMutationTests {
  private let seeds = [
    ##"{"a":[1.5e3,"\u00e9\ud83d\ude42é🙂",true,false,null,-12],"b":{"":"\\\"\/"}}"##,
    #"[[[[{"x":[0.000000000001,999999999999999,1E+2]}]]]]"#, #"  "\n\t\r\b\f" "#,
  ]
  private let interesting: [UInt8] =
    Array("{}[]\",:\\u0123456789eE+-.tfn \n\t".utf8) + [0x00, 0x1F, 0x80, 0xBF, 0xC3, 0xED, 0xA0, 0xEF, 0xF0, 0xFF]

  @Test func mutatedDocumentsAreAnswered() throws {
    var random = SplitMix64(seed: 21)
    for round in 0..<6000 {
      var bytes = Array(seeds[round % seeds.count].utf8)
      for _ in 0..<Int.random(in: 1...4, using: &random) { mutate(&bytes, &random) }
      let file = SourceFile(id: FileID(0), path: "mutated.json", bytes: bytes)
      check(JSONReader.read(file), bytes)
      for line in JSONLines(file) { check(line, bytes) }
    }
  }

  private func mutate(_ bytes: inout [UInt8], _ random: inout SplitMix64) {
    let place = Int.random(in: 0...bytes.count, using: &random)
    let byte = interesting.randomElement(using: &random) ?? 0
    switch Int.random(in: 0..<4, using: &random) {
    case 0: bytes.insert(byte, at: place)
    case 1 where place < bytes.count: bytes[place] = byte
    case 2 where place < bytes.count: bytes.remove(at: place)
    default: bytes.removeLast(min(bytes.count, Int.random(in: 0...3, using: &random)))
    }
  }

  private func check(_ result: Result<LocatedJSON, Diagnostic>, _ bytes: [UInt8]) {
    switch result {
    case .success(let value):
      let canonical = value.value.canonical()
      let again = JSONReader.read(SourceFile(id: FileID(0), path: "again.json", bytes: canonical))
      #expect((try? again.get())?.value.canonical() == canonical, "\(String(decoding: bytes, as: UTF8.self))")
    case .failure(let diagnostic):
      #expect(diagnostic.span.start >= 0 && Int(diagnostic.span.end) <= bytes.count)
      #expect(diagnostic.span.start <= diagnostic.span.end)
    }
  }
}

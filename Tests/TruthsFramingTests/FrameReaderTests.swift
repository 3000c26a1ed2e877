import Testing

@testable import TruthsFraming

@Suite("Frames of the base protocol")
struct FrameReaderTests {
  @Test("frames are cut wherever the bytes are split")
  func frames() {
    let bytes = FrameReader.framed(Array("{}".utf8)) + Array("content-length: 4\r\nContent-Type: x\r\n\r\nnull".utf8)
    for split in bytes.indices {
      var reader = FrameReader()
      var found: [FrameReader.Frame] = []
      for part in [bytes[..<split], bytes[split...]] {
        reader.append(part)
        while let frame = reader.next() { found.append(frame) }
      }
      #expect(found == [.content(Array("{}".utf8)), .content(Array("null".utf8))])
    }
  }

  @Test("what is no frame is told, and reading goes on")
  func faultyFrames() {
    for faulty in [
      "Length: 3\r\n\r\n", "Content-Length: many\r\n\r\n", "Content-Length: -1\r\n\r\n", String(repeating: "x", count: 9000),
    ] {
      var reader = FrameReader()
      reader.append(Array(faulty.utf8) + FrameReader.framed(Array("{}".utf8)))
      var found: [FrameReader.Frame] = []
      while let frame = reader.next() { found.append(frame) }
      guard case .fault? = found.first else {
        Issue.record("\(faulty.prefix(30)): \(found)")
        continue
      }
      #expect(found.last == .content(Array("{}".utf8)))
    }
  }

  @Test("a message that is longer than it says is told once, and the next is read")
  func shortLengths() {
    for (faulty, ending) in [("Content-Length: 2\r\n\r\n{}", "}"), ("Content-Length: 4\r\n\r\nnull", "x\r\ny")] {
      var reader = FrameReader()
      reader.append(Array((faulty + ending).utf8))
      for _ in 0..<3 { reader.append(FrameReader.framed(Array("[1]".utf8))) }
      var found: [FrameReader.Frame] = []
      while let frame = reader.next() { found.append(frame) }
      #expect(found.filter { if case .fault = $0 { true } else { false } }.count == 1, "\(found)")
      #expect(found.suffix(3).allSatisfy { $0 == .content(Array("[1]".utf8)) }, "\(found)")
    }
  }

  @Test("a message above the limit is told once and skipped, and the next is read")
  func largeMessages() {
    var reader = FrameReader(contentLimit: 10)
    reader.append(FrameReader.framed(Array(repeating: 0x20, count: 11)) + FrameReader.framed(Array("[1]".utf8)))
    var found: [FrameReader.Frame] = []
    while let frame = reader.next() { found.append(frame) }
    #expect(found == [.fault("a message of 11 bytes is too large"), .content(Array("[1]".utf8))])
  }

  @Test("half a surrogate pair counts one unit, and later positions stay right")
  func surrogates() {
    #expect(SurrogateEscapes.mended(Array(#""a\ud83d\n""#.utf8)) == Array(#""a\ufffd\n""#.utf8))
    #expect(SurrogateEscapes.mended(Array(#""\ud83d\ude00 \\ud83d""#.utf8)) == Array(#""\ud83d\ude00 \\ud83d""#.utf8))
    #expect(SurrogateEscapes.mended(Array(#""\ude00""#.utf8)) == Array(#""\ufffd""#.utf8))
  }
}

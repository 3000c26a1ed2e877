import Testing
import TruthsText

@Suite("Places in source files")
struct SourceFileTests {
  @Test("columns count Unicode scalars, on short lines and on long ones")
  func columns() {
    let long = String(repeating: "aé→", count: 5_000)
    let file = SourceFile(id: FileID(0), path: "a", bytes: Array("x\nü→y\n\(long)\nz".utf8))
    #expect(file.position(at: 0) == Position(line: 1, column: 1))
    #expect(file.position(at: 2 + 5) == Position(line: 2, column: 3))
    let start = Int(file.lineStarts[2])
    for group in [0, 1, 170, 171, 341, 1_000, 4_999] {
      #expect(file.position(at: start + group * 6) == Position(line: 3, column: group * 3 + 1))
      #expect(file.position(at: start + group * 6 + 3) == Position(line: 3, column: group * 3 + 3))
    }
    #expect(file.position(at: start + long.utf8.count) == Position(line: 3, column: 15_001))
    #expect(file.position(at: start + long.utf8.count + 1) == Position(line: 4, column: 1))
    #expect(file.position(at: 1 << 30) == Position(line: 4, column: 2))
  }

  @Test("lines end at LF, at CR LF and at CR")
  func lineEnds() {
    let file = SourceFile(id: FileID(0), path: "a", bytes: Array("a\nb\r\nc\rd\r\re\r".utf8))
    #expect(file.lineStarts == [0, 2, 5, 7, 9, 10, 12])
    #expect((1...7).map { file.line($0) } == ["a", "b", "c", "d", "", "e", ""])
  }
}

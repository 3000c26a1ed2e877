import Testing
import TruthsJSON
import TruthsText

/// Texts are examined eight bytes at a time; characters to escape are found at every position.
struct ByteBufferJSONTests {
  @Test func escapesAreFoundAtEveryPlace() {
    let special: [(Unicode.Scalar, String)] = [
      ("\"", "\\\""), ("\\", "\\\\"), ("\u{0}", "\\u0000"), ("\u{1F}", "\\u001f"), ("\u{1A}", "\\u001a"), ("\n", "\\n"),
      (" ", " "), ("!", "!"), ("#", "#"), ("[", "["), ("]", "]"), ("\u{7F}", "\u{7F}"), ("\u{80}", "\u{80}"), ("é", "é"),
      ("\u{A2}", "\u{A2}"), ("\u{DC}", "\u{DC}"), ("\u{10FFFD}", "\u{10FFFD}"),
    ]
    for length in 0..<20 {
      for place in 0...length {
        for (scalar, written) in special {
          let before = String(repeating: "a", count: place)
          let behind = String(repeating: "~", count: length - place)
          var buffer = ByteBuffer()
          buffer.write(before + String(Character(scalar)) + behind)
          #expect(buffer.string.utf8.elementsEqual("\"\(before)\(written)\(behind)\"".utf8))
        }
      }
    }
  }

  @Test func membersAreSortedWhetherFewOrMany() {
    for count in [0, 1, 2, 5, 15, 16, 17, 40] {
      let names = (0..<count).map { "n\(($0 * 7 + 3) % 101)" }
      let object = JSONObject(names.map { JSONObject.Member(name: Text($0), value: .object(["b": .null, "a": .null])) })
      let wanted = names.sorted().map { "\"\($0)\":{\"a\":null,\"b\":null}" }.joined(separator: ",")
      #expect(String(decoding: object.canonical(), as: UTF8.self) == "{\(wanted)}")
      #expect(object.sorted.members.map(\.name.string) == names.sorted())
      #expect(JSONValue.object(object.sorted).compact() == object.canonical())
    }
  }
}

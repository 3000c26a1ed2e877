import Testing
import TruthsDiagnostics
import TruthsJSON
import TruthsText

@Suite("How deep JSON is nested")
struct JSONNestingTests {
  @Test(
    "objects and lists that are open at once count, and nothing in texts",
    arguments: [
      ("", 0), ("1", 0), ("{}", 1), ("[[],{}]", 2), (#"{"a":[{"b":[]}],"c":{}}"#, 4), (#"["[{",1]"#, 1), (#"["\"[{"]"#, 1),
      (#"["\\",["\\\"[["]]"#, 2), ("{\"[\":1}\n[[1]]\n{}\n", 2), (#"{"é[":"{ü"}"#, 1), (#"["#, 1), (#""[["#, 0), (#""\"#, 0),
    ])
  func depth(json: String, expected: Int) { #expect(JSONNesting.depth(of: Array(json.utf8)) == expected) }

  @Test("a document is as deep as the limit at which it is read", arguments: 0..<40)
  func limit(seed: Int) {
    var random = UInt64(seed) &* 0x9E37_79B9_7F4A_7C15 &+ 1
    let value = Self.value(depth: 6, &random)
    let depth = JSONNesting.depth(of: value.compact())
    for limit in 0...7 {
      let read = JSONReader.read(
        DataBytes(value.compact()), of: FileID(0), limits: JSONLimits(depth: limit, bytes: .max, nodes: .max))
      #expect(((try? read.get()) != nil) == (depth <= limit), "depth \(depth), limit \(limit)")
    }
  }

  private static func value(depth: Int, _ random: inout UInt64) -> JSONValue {
    random = random &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
    let texts = ["[", "}", "\"", "\\", "\\\"{", "plain"]
    let text = texts[Int(random >> 40) % texts.count]
    switch Int(random >> 33) % 4 {
    case _ where depth == 0: return .text(text)
    case 0: return .text(text)
    case 1: return .array([value(depth: depth - 1, &random), .boolean(true)])
    case 2: return .object([text: value(depth: depth - 1, &random), "other": .array([])])
    default: return .array([.text(text), .object(["a": value(depth: depth - 1, &random)])])
    }
  }
}

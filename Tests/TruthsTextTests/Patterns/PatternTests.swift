import Foundation
import Testing
import TruthsText

@Suite("Patterns of RFC 9485")
struct PatternTests {
  private static let isSoak = ProcessInfo.processInfo.environment["TRUTHS_SOAK"] != nil
  private static let count = isSoak ? 100_000 : 2_000

  @Test("match what Python's engine matches, whole and in part (Tests/python/pattern_cases.py)")
  func sameAnswers() throws {
    let output = try PythonLibraries.output(
      of: "Tests/python/pattern_cases.py", ["--seed", Self.isSoak ? "2" : "1", "--count", "\(Self.count)"])
    let cases = output.split(separator: "\n")
    #expect(cases.count == Self.count)
    var (differences, wholes, parts) = (0, 0, 0)
    for line in cases {
      let fields = try #require(JSONSerialization.jsonObject(with: Data(line.utf8)) as? [Any])
      let (pattern, text) = (try #require(fields[0] as? String), try #require(fields[1] as? String))
      let wanted = (whole: try #require(fields[2] as? Bool), part: try #require(fields[3] as? Bool))
      let read = try PatternReader.read(pattern.utf8)
      let found = (whole: Self.matches(text, read), part: Self.matches(text, read, isPart: true))
      wholes += wanted.whole ? 1 : 0
      parts += wanted.part ? 1 : 0
      if found == wanted { continue }
      differences += 1
      if differences <= 10 { Issue.record("\(line): \(found)") }
    }
    #expect(differences == 0)
    #expect(wholes * 20 > Self.count && parts * 5 > Self.count)
  }

  @Test(
    "take time that grows with the text alone",
    arguments: ["(a|a)*b", "(a*)*b", "(a?){500}a{500}b", "(.*)(.*)(.*)(.*)b", "(a+)+b"])
  func timeIsLinear(pattern: String) throws {
    let machine = PatternMachine(try PatternReader.read(pattern.utf8), isPart: false)
    func work(_ length: Int) -> Int {
      var work = Int.max
      #expect(!machine.matches(String(repeating: "a", count: length), work: &work))
      return Int.max - work
    }
    let (less, more) = (work(2_000), work(4_000))
    #expect(more <= 2 * less + 100)
  }

  @Test("end where the work that is allowed is done")
  func workIsBounded() throws {
    let machine = PatternMachine(try PatternReader.read("(a?){1000}".utf8), isPart: true)
    var work = 10_000
    _ = machine.matches(String(repeating: "b", count: 1_000_000), work: &work)
    #expect(work < 10_000 && work > -10_000)
  }

  @Test(
    "are refused where they are none, with the place",
    arguments: [
      (#"\d"#, PatternFault.Kind.escape(#"\d"#), 0..<2), (#"a\p{L}"#, .escape(#"\p"#), 1..<3), (#"\$"#, .escape(#"\$"#), 0..<2),
      ("^a", .anchor("^"), 0..<1), ("a$", .anchor("$"), 1..<2), ("a)", .misplaced(")"), 1..<2), ("*a", .misplaced("*"), 0..<1),
      ("a**", .misplaced("*"), 2..<3), ("a{", .misplaced("{"), 1..<2), ("a{2", .unclosed("{"), 1..<2),
      ("(a", .unclosed("("), 0..<1),
      ("[a", .unclosed("["), 0..<1), ("[]", .misplaced("]"), 1..<2), ("[z-a]", .falling("z-a"), 1..<4),
      ("a{3,2}", .falling("{3,2}"), 1..<6), ("a{1001}", .tooManyRepetitions, 2..<6), ("(a{100}){1000}", .tooManyStates, 0..<14),
      ("[a[b]", .misplaced("["), 2..<3), ("a]", .misplaced("]"), 1..<2), ("(?:a)", .misplaced("?"), 1..<2),
      (String(repeating: "(", count: 101), .tooDeep, 100..<101),
    ])
  func faults(pattern: String, kind: PatternFault.Kind, range: Range<Int>) {
    #expect(throws: PatternFault(kind: kind, range: range)) { try PatternReader.read(pattern.utf8) }
  }

  private static func matches(_ text: String, _ pattern: Pattern, isPart: Bool = false) -> Bool {
    var work = Int.max
    return PatternMachine(pattern, isPart: isPart).matches(text, work: &work)
  }
}

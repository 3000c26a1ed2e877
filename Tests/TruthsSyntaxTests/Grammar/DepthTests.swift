import Testing
import TruthsDiagnostics
import TruthsSyntax

/// An expression is at most 128 deep (files §2.5): in brackets and in its tree.
@Suite struct DepthTests {
  private func nested(_ opening: String, _ core: String, _ closing: String, _ count: Int) -> String {
    String(repeating: opening, count: count) + core + String(repeating: closing, count: count)
  }

  private func codes(_ text: String) -> [String] { Parser.expression(source(text)).diagnostics.map { $0.code.description } }

  @Test(arguments: [
    ("(", "a", ")"), ("[", "a", "]"), ("not ", "a", ""), ("-", "a", ""), ("f(", "a", ")"), ("a(k = ", "a", ")"),
    ("some x in s satisfies ", "a", ""), ("count(x in s where ", "a", ")"),
  ])
  func theLimitIsKeptOnBothSides(_ opening: String, _ core: String, _ closing: String) {
    let most = opening == "(" ? 128 : 127
    #expect(codes(nested(opening, core, closing, most)) == [])
    #expect(codes(nested(opening, core, closing, most + 1)) == ["T0064"])
    #expect(codes(nested(opening, core, closing, 20_000)) == ["T0064"])
  }

  @Test(arguments: [" + a", " and a", " or a", " * a", ".a"]) func chainsAreDeepToo(_ link: String) {
    #expect(codes("a" + String(repeating: link, count: 127)) == [])
    #expect(codes("a" + String(repeating: link, count: 128)) == ["T0064"])
    #expect(codes("a" + String(repeating: link, count: 20_000)) == ["T0064"])
  }

  @Test func loopsAreInOneAnother() {
    for (opening, closing) in [("sum(a for x in s", ")"), ("count(x in s", ")"), ("first(a for x in s", " by a)")] {
      let loops = { (count: Int) in opening + String(repeating: " for x in s", count: count - 1) + closing }
      #expect(codes(loops(127)) == [])
      #expect(codes(loops(128)) == ["T0064"])
      #expect(codes(loops(20_000)) == ["T0064"])
    }
  }

  @Test func whatStandsInATextCounts() {
    #expect(codes("\"{" + nested("(", "a", ")", 127) + "}\"") == [])
    #expect(codes("\"{" + nested("(", "a", ")", 128) + "}\"") == ["T0064"])
  }

  @Test(.timeLimit(.minutes(5))) func approversAreNotHeldAgainstEachOther() {
    let roles = (0..<20_000).map { "role_\($0)" }
    func faults(_ roles: [String]) -> [String] {
      let clause = Parser.clause(source("a → requires_approval(\(roles.joined(separator: " or ")))"))
      return clause.diagnostics.map { $0.code.description }
    }
    #expect(faults(roles) == [])
    #expect(faults(roles + ["role_7"]) == ["T0100"])
  }
}

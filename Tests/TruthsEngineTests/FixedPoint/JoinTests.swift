import Testing
import TruthsCheck
import TruthsDiagnostics
import TruthsEngine
import TruthsProgram

/// The joins of the facts of a match, for each fact that may be new.
@Suite struct JoinTests {
  /// One truth that joins facts in a chain.
  private func program(_ count: Int) -> Program {
    var lines = ["pack demo:", "  version: 1.0.0"]
    for number in 0..<count {
      lines += ["", "fact f\(number).made:", "  key: [a]", "  external: true", "  fields:", "    a: text", "    b: text"]
    }
    lines += ["", "fact g.made:", "  key: [a]", "  fields:", "    a: text", "", "truth joining:", "  when:"]
    lines += (0..<count).map { "    - fact: f\($0).made as x\($0)" }
    lines += (1..<count).map { "    - if: x\($0 - 1).b == x\($0).a" }
    lines += ["  produces:", "    - fact.g.made:", "        a: x0.a", "    - trace.demo.joining", ""]
    let loaded = Loader.load([("truths/demo/demo.truths", Array(lines.joined(separator: "\n").utf8))])
    #expect(!loaded.diagnostics.contains { $0.severity == .error })
    return loaded.program
  }

  @Test(.timeLimit(.minutes(5))) func manyFactsAreOrderedInLinearTime() { _ = Engine(program: program(100)) }
}

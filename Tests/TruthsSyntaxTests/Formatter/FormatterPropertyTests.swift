import Testing
import TruthsGenerators
import TruthsSyntax

@Suite struct FormatterPropertyTests {
  @Test func whatIsWrittenIsReadAsTheSameTree() throws {
    var generator = ExprGenerator(seed: 1)
    for _ in 0..<20_000 {
      let expr = generator.expr(2 + generator.chance.next(below: 4))
      let text = formatted(expr)
      let back = try parsed(text)
      guard back == expr else {
        Issue.record("`\(text)` is read as `\(formatted(back))`")
        return
      }
      #expect(formatted(back) == text)
    }
  }

  /// Every bracket is needed: without it the text is invalid or has another tree. Only a quantifier before further text always
  /// keeps its brackets, so that readers see where its body ends.
  @Test func noBracketIsRedundant() throws {
    var generator = ExprGenerator(seed: 2)
    for _ in 0..<5_000 {
      let text = formatted(generator.expr(2 + generator.chance.next(below: 3)))
      let tree = try parsed(text)
      for lighter in withoutOnePair(of: Array(text.utf8)) {
        let (other, diagnostics) = Parser.expression(source(lighter))
        guard !diagnostics.isEmpty || Bare.expr(other) != tree else {
          Issue.record("`\(text)` needs no more than `\(lighter)`")
          return
        }
      }
    }
  }

  private func isQuantifier(_ text: ArraySlice<UInt8>) -> Bool {
    ["some ", "every ", "no "].contains { text.starts(with: $0.utf8) }
  }

  /// The text without each of its pairs of round brackets in turn.
  private func withoutOnePair(of text: [UInt8]) -> [String] {
    var result: [String] = []
    var open: [Int] = []
    var isText = false
    var isEscaped = false
    for (index, byte) in text.enumerated() {
      if byte == 0x22, !isEscaped { isText.toggle() }
      isEscaped = byte == 0x5C && !isEscaped
      if isText { continue }
      if byte == 0x28 { open.append(index) }
      guard byte == 0x29, let start = open.popLast(), !isQuantifier(text[(start + 1)...]) else { continue }
      var lighter = text
      lighter.remove(at: index)
      lighter.remove(at: start)
      result.append(String(decoding: lighter, as: UTF8.self))
    }
    return result
  }
}

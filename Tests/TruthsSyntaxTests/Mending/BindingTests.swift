import Testing
import TruthsText

@testable import TruthsSyntax

/// Text that a fix moves binds as before: each of its parts, and all of it beside what stands around it (clauses §2, §3).
@Suite struct BindingTests {
  /// Expressions that a form may contain, from the one that binds least to the one that binds most.
  private static let expressions = ["if p then q else p", "p or q", "p and q", "not p", "x + 1"]

  /// A form of another language with a text in its place: the text, and the equivalent with brackets around everything.
  private struct Sample {
    let rewriting: Rewriting
    let written: String
    let meant: String

    /// The proposal for the text; `nil` without one that can be read.
    ///
    /// - Parameter withoutBrackets: whether the rewriting forgets all brackets, as a mistake on purpose.
    func proposal(withoutBrackets: Bool) -> String? {
      guard let marked = rewriting.exhausted(on: Pieces(written)) else { return nil }
      let plain = String(decoding: marked.utf8.filter { $0 != Grouping.opening && $0 != Grouping.closing }, as: UTF8.self)
      return BindingTests.canonical(withoutBrackets ? plain : Grouping.settled(marked))
    }

    /// Whether the proposal has another tree than what is meant.
    func isWrong(withoutBrackets: Bool) -> Bool {
      guard let proposal = proposal(withoutBrackets: withoutBrackets) else { return false }
      return proposal != BindingTests.canonical(meant)
    }
  }

  /// The text of an expression with only its necessary brackets; `nil` if it cannot be read.
  private static func canonical(_ text: String) -> String? {
    let bytes = Array(text.utf8)
    let reading = Grammar.expression(ClauseText(file: .init(0), bytes: bytes, range: bytes.indices, style: .bare))
    return reading.diagnostics.isEmpty ? formatted(reading.tree) : nil
  }

  /// Samples of a rewriting, with each expression in each of its places, beside each operator; none if it makes no expression.
  private static func samples(of rewriting: Rewriting) -> [Sample] {
    // Inside of a text, an expression is text.
    let isText = rewriting.template.contains { if case .literal(let words) = $0 { words.contains("\"") } else { false } }
    guard !isText, canonical(template(rewriting, filled: [:])) != nil else { return [] }
    let names = rewriting.pattern.compactMap { element -> Character? in
      if case .balanced(let name, commas: false) = element { name } else { nil }
    }
    var fillings: [[Character: String]] = [[:]]
    for name in names { fillings += expressions.map { [name: $0] } }
    return fillings.flatMap { filling in
      surroundings(of: rewriting).map { before, behind in
        Sample(
          rewriting: rewriting, written: before + pattern(rewriting, filled: filling) + behind,
          meant: "\(before)(\(template(rewriting, filled: filling)))\(behind)")
      }
    }
  }

  /// Returns what may stand around a form. At an end of the form that is no sign or word of its own, an operator of arithmetic
  /// would make the operand there longer.
  private static func surroundings(of rewriting: Rewriting) -> [(String, String)] {
    var before = ["", "not ", "r and ", "r or "]
    var behind = ["", " and r", " or r"]
    switch rewriting.pattern.first {
    case .start?: before = [""]
    case .words?: before += ["2 * ", "r < "]
    default: break
    }
    switch rewriting.pattern.last {
    case .end?: behind = [""]
    case .words?: behind += [" * 2", " == r"]
    default: break
    }
    return before.flatMap { left in behind.map { (left, $0) } }
  }

  private static func pattern(_ rewriting: Rewriting, filled: [Character: String]) -> String {
    let words = rewriting.pattern.map { element in
      switch element {
      case .start, .end: ""
      case .balanced(let name, commas: _): filled[name] ?? String(name)
      case .path(let name), .operand(let name), .sum(let name): String(name)
      case .kind(.text, _): "\"t\""
      case .kind(.number, _): "3"
      case .kind(_, let name): String(name)
      case .words(let words): words.first ?? ""
      }
    }
    return words.filter { !$0.isEmpty }.joined(separator: " ")
  }

  private static func template(_ rewriting: Rewriting, filled: [Character: String]) -> String {
    var kinds: [Character: Pieces.Kind] = [:]
    for element in rewriting.pattern { if case .kind(let kind, let name) = element { kinds[name] = kind } }
    let words = rewriting.template.map { part in
      switch part {
      case .literal(let words): words
      case .capture(let name, _):
        switch kinds[name] {
        case .text?: "\"t\""
        case .number?: "3"
        default: filled[name].map { "(\($0))" } ?? String(name)
        }
      }
    }
    return words.joined()
  }

  private static let samples = ForeignForms.expressions.flatMap(samples)

  @Test("what a form of another language contains keeps its tree, and so does all of it beside other operators")
  func forms() {
    let wrong = Self.samples.filter { $0.isWrong(withoutBrackets: false) }
    let shown = wrong.map { "\($0.written) → \($0.proposal(withoutBrackets: false) ?? "") ≠ \($0.meant)" }
    #expect(shown.isEmpty, "\(shown.prefix(20))")
    // Most of the samples have a proposal, so that this says something.
    let helped = Self.samples.count { $0.proposal(withoutBrackets: false) != nil }
    #expect(helped * 10 > Self.samples.count * 6, "\(helped) of \(Self.samples.count)")
  }

  @Test("rewritings without brackets would change many trees")
  func mistakeOnPurpose() {
    let wrong = Self.samples.count { $0.isWrong(withoutBrackets: true) }
    #expect(wrong > 200, "\(wrong) of \(Self.samples.count)")
  }

  @Test("brackets that change nothing are not written")
  func redundantBrackets() {
    for form in ["case when a then b else e end", "and ( a , b )", "every w in l { b ; c }", "a == b or null"] {
      let proposals = ForeignForms.expressions.compactMap { $0.exhausted(on: Pieces(form)).map { Grouping.settled($0) } }
      #expect(proposals.contains { Self.canonical($0) == $0 && !$0.contains("(") }, "\(form): \(proposals)")
    }
  }
}

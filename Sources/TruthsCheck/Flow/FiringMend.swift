import TruthsProgram
package import TruthsSyntax
import TruthsText

/// Suggestion for an `if` that may be unknown: tests that decide it when a value is missing. With all tests added, the finding
/// is gone.
struct FiringMend {
  let reads: [MissingRead]
  let written: [Expr]

  /// The suggestion; `nil` without a known one.
  var text: String? {
    for condition in written {
      let inside = reads.filter { condition.covers($0.span) }
      guard !inside.isEmpty else { continue }
      let tests = inside.compactMap { $0.loop == nil ? test($0, in: condition) : nil }
      if !tests.isEmpty { return around(condition, tests) }
      if let mend = inside.firstValue({ $0.loop == nil ? naming($0, condition) : leavingOut($0, condition) }) { return mend }
    }
    return nil
  }

  /// A pair of tests: that a value is missing, and that it exists.
  private struct Test {
    var absent: String
    var present: String

    init(_ operand: Expr, _ absent: TestOperator, _ present: TestOperator) {
      self.absent = formatted(Expr(.test(absent, operand), at: operand.span))
      self.present = formatted(Expr(.test(present, operand), at: operand.span))
    }

    init(absent: String, present: String) {
      self.absent = absent
      self.present = present
    }
  }

  private func test(_ read: MissingRead, in condition: Expr) -> Test? {
    if case .currencies(let left, let right, let help) = read.kind {
      return help == .compare ? Test(absent: "\(left) != \(right)", present: "\(left) == \(right)") : nil
    }
    if read.isOfCurrencies { return nil }
    switch read.mend {
    case .test: return condition.part(at: read.span).map { Test($0, .missing, .exists) }
    case .key(let label): return Test(absent: "\(label) missing", present: "\(label) exists")
    case .notZero(let unit):
      guard let operand = condition.part(at: read.span) else { return nil }
      let zero = Expr(.number(.zero), at: operand.span)
      let nothing = unit.map { Expr(.call(Name($0, at: operand.span), [zero]), at: operand.span) } ?? zero
      let tests = [BinaryOperator.equal, .notEqual].map { formatted(Expr(.binary($0, operand, nothing), at: operand.span)) }
      return Test(absent: tests[0], present: tests[1])
    case .notEmpty(let list): return condition.part(at: list).map { Test($0, .empty, .notEmpty) }
    case .name: return nil
    }
  }

  private func around(_ condition: Expr, _ tests: [Test]) -> String {
    let text = formatted(condition)
    var (behindOr, behindAnd) = (text, text)
    switch condition.kind {
    case .conditional: (behindOr, behindAnd) = ("(\(text))", "(\(text))")
    case .or: behindAnd = "(\(text))"
    default: break
    }
    let absent = tests.map(\.absent).joined(separator: " or ")
    let present = tests.map(\.present).joined(separator: " and ")
    return "if the truth applies in that case, write `\(absent) or \(behindOr)`; if not, write `\(present) and \(behindAnd)`"
  }

  /// Suggests a name in `let`, whose existence can be tested.
  private func naming(_ read: MissingRead, _ condition: Expr) -> String? {
    guard case .name = read.mend, let part = condition.part(at: read.span) else { return nil }
    return "give the value a name in `let`, `NAME: \(formatted(part))`, and write `NAME exists and …`"
  }

  /// Suggests a filter that leaves elements with missing values out of a loop.
  private func leavingOut(_ read: MissingRead, _ condition: Expr) -> String? {
    guard let test = test(read, in: condition), let loop = condition.innermostLoop(around: read.span) else { return nil }
    let old: Expr?
    switch loop.kind {
    case .quantified(let quantified): old = quantified.filter
    case .aggregate(let aggregate): old = aggregate.filter
    default: return nil
    }
    guard let old else { return "omit such elements: `where \(test.present)`" }
    let filter = formatted(old)
    let inner: String
    switch old.kind {
    case .or, .conditional: inner = "(\(filter))"
    default: inner = filter
    }
    return "omit such elements: `where \(test.present) and \(inner)`"
  }
}

extension Expr {
  /// Returns the expression at a place: itself, or a part of it.
  func part(at place: Span) -> Expr? {
    if span == place { return self }
    return covers(place) ? children.firstValue { $0.part(at: place) } : nil
  }

  fileprivate func covers(_ place: Span) -> Bool {
    span.file == place.file && span.start <= place.start && place.end <= span.end
  }

  /// Returns the innermost quantifier or aggregate around a place.
  fileprivate func innermostLoop(around place: Span) -> Expr? {
    guard covers(place) else { return nil }
    if let inner = children.firstValue({ $0.innermostLoop(around: place) }) { return inner }
    switch kind {
    case .quantified, .aggregate: return self
    default: return nil
    }
  }

  /// The expressions directly inside this one, in the order in which they are written.
  package var children: [Expr] {
    switch kind {
    case .number, .percent, .boolean, .name, .error: []
    case .text(let text): text.parts.compactMap { if case .interpolation(let expr) = $0 { expr } else { nil } }
    case .list(let elements), .call(_, let elements): elements
    case .member(let base, _), .current(let base), .negate(let base), .not(let base), .test(_, let base): [base]
    case .keyed(let base, let arguments), .with(let base, let arguments): [base] + arguments.map(\.value)
    case .and(let left, let right), .or(let left, let right), .binary(_, let left, let right), .element(let left, let right):
      [left, right]
    case .quantified(let quantified): [quantified.source, quantified.filter, quantified.body].compactMap(\.self)
    case .aggregate(let aggregate):
      [aggregate.value].compactMap(\.self) + aggregate.loops.map(\.source) + [aggregate.filter].compactMap(\.self)
        + aggregate.order.map(\.value)
    case .conditional(let conditional): conditional.parts
    case .between(let value, let low, let high): [value, low, high]
    }
  }
}

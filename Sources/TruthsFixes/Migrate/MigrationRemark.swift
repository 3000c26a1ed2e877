import TruthsCheck
import TruthsJSON
import TruthsProgram
import TruthsSyntax
import TruthsText

/// Something of an older version that a person has to look at.
public struct MigrationRemark: Sendable {
  /// `truths/money/money.truths:12:3`
  public let place: String
  /// What is other now, and what to do.
  public let text: String
}

/// Finds what means something else in versions 2 and 3 and no rule can decide.
struct MigrationRemarks {
  private(set) var found: [MigrationRemark] = []
  private let three: LanguageThreeRemarks

  /// - Parameter units: all files of the set.
  init(_ units: [SourceUnit]) { three = LanguageThreeRemarks(units) }

  mutating func read(_ file: MigratedSource) {
    let parsed = MigratedSource.parsed(file.original.path, file.bytes)
    for declaration in parsed.unit.declarations {
      for (span, text) in remarks(on: declaration) { add(text, at: span, parsed.sources) }
    }
  }

  /// Reasons of what cannot be told name the cause now; a proposal's pack is one that is known.
  mutating func read(fixture: SourceText) {
    var sources = SourceMap()
    let file = sources.add(path: fixture.path, bytes: fixture.bytes)
    if case .success(let json) = JSONReader.read(file) {
      for (span, text) in three.remarks(onFixture: json) { add(text, at: span, sources) }
    }
    let wanted = Array("cannot tell whether".utf8)
    guard let end = ByteSearch(for: wanted).end(in: fixture.bytes, from: 0) else { return }
    add(
      "expects a reason of something that cannot be told, which names the cause now: run `truths eval --update`",
      at: Span(file: file.id, start: end - wanted.count, end: end), sources)
  }

  private mutating func add(_ text: String, at span: Span, _ sources: SourceMap) {
    let place = sources.start(of: span)
    let path = sources.file(span.file)?.path ?? ""
    found.append(MigrationRemark(place: "\(path):\(place.line):\(place.column)", text: text))
  }

  private func remarks(on declaration: Declaration) -> [(Span, String)] {
    declaration.body.fieldLists.flatMap { units(in: $0) } + ownRemarks(on: declaration)
  }

  /// Units that have the name of a field beside them.
  private func units(in fields: [FieldDeclaration]) -> [(Span, String)] {
    fields.compactMap { field in
      guard let unit = field.type.unit, let beside = fields.first(where: { $0.name.text == unit.text }), beside.type.mayBeEnum
      else {
        return nil
      }
      return (
        unit.span,
        "where `\(unit.text)` beside it is of an enum, `\(field.name.text)` is money in the currency that it holds, and was in "
          + "one unit called `\(unit.text)`: amounts of two currencies are neither added nor compared"
      )
    }
  }

  private func ownRemarks(on declaration: Declaration) -> [(Span, String)] {
    let name = declaration.name.text
    switch declaration.body {
    // Functions and grids were none in version 1.
    case .table(let table) where table.inputs.count > 1 && table.value == nil && table.grid == nil:
      return [
        (
          declaration.keySpan,
          "`\(name)` has a value now where an input is missing that only other rows read: see that none should be missing then"
        )
      ]
    case .fact(let fact) where fact.external != nil:
      return [(declaration.keySpan, "agents bring no `\(name)` in any more, whatever their roles: let a system or user do it")]
    case .lifecycle(let lifecycle) where lifecycle.isExternal:
      return [(declaration.keySpan, "agents bring no states of `\(name)` in any more: let a system or user do it")]
    case .intent(let intent) where intent.consent?.level == .explicit && intent.consentBy == nil:
      return [
        (
          declaration.keySpan,
          "what an agent or system proposes as `\(name)` is consented to by a person: say by whose role, `consent_by: manager`"
        )
      ]
    case .truth(let truth):
      return three.remarks(on: truth) + truth.written.flatMap { remarks(on: $0) }
        + truth.corrections.map {
          ($0, "a correction that writes a missing value keeps the old one now: `field: missing` takes it away")
        }
    case .invariant(let invariant): return invariant.rule.written.flatMap { remarks(on: $0) }
    default: return []
    }
  }

  /// Places to round to, durations of parts that were missing, and quotients that are compared.
  private func remarks(on expr: Expr) -> [(Span, String)] {
    var found = three.remarks(on: expr)
    for part in expr.parts {
      if case .binary(let operation, let left, let right) = part.kind, operation.isComparison,
        left.isQuotient || right.isQuotient
      {
        found.append((part.span, "quotients are compared with 34 digits now, and had 12 places: `round` it where that is meant"))
      }
      guard case .call(let name, let arguments) = part.kind else { continue }
      if name.text == "round", arguments.count == 2, !arguments[1].isPlainPlace {
        found.append((part.span, "`round` is missing where it rounds to less than -14 or more than 12 places"))
      }
      if ["days", "hours", "minutes", "seconds"].contains(name.text), arguments.first?.divides == true {
        found.append((part.span, "`\(name.text)` of a part is rounded to the millisecond now, and was missing"))
      }
    }
    return found
  }
}

extension Declaration.Body {
  /// The fields that stand beside each other.
  fileprivate var fieldLists: [[FieldDeclaration]] {
    switch self {
    case .record(let record): [record.fields]
    case .fact(let fact): [fact.fields]
    case .intent(let intent): [intent.fields]
    case .table(let table): [table.inputs]
    default: []
    }
  }
}

extension TypeSyntax {
  /// Whether it is no built-in type.
  fileprivate var mayBeEnum: Bool {
    if case .named(let name, nil) = kind { return !TypeResolver.isBuiltIn(name.text) }
    return false
  }
}

extension TruthDeclaration {
  /// The expressions of its conditions, clauses and `let`s.
  var written: [Expr] {
    var written: [Expr] = []
    for case .condition(let expr) in when { written.append(expr) }
    for binding in lets { if case .expression(let expr) = binding.value.kind { written.append(expr) } }
    for entry in requires + invariants + ensures { written += entry.clause.written }
    for case .fact(let output) in produces.map(\.kind) {
      for field in output.fields { if case .expression(let expr) = field.value.kind { written.append(expr) } }
    }
    return written
  }

  /// Where it corrects a fact and writes values.
  fileprivate var corrections: [Span] {
    produces.compactMap { entry in
      guard case .fact(let output) = entry.kind, output.isCorrection, !output.fields.isEmpty else { return nil }
      return entry.span
    }
  }
}

extension Clause {
  fileprivate var written: [Expr] {
    if case .expression(let consequence) = consequence { return [condition, consequence] }
    return [condition]
  }
}

extension Expr {
  /// All expressions in it, from left to right, itself first.
  var parts: [Expr] {
    var (found, rest) = ([Expr](), [self])
    while let expr = rest.popLast() {
      found.append(expr)
      rest += expr.operands.reversed()
    }
    return found
  }

  /// Whether it is a quotient, or made of one by arithmetic.
  fileprivate var isQuotient: Bool {
    switch kind {
    case .binary(.divide, _, _): true
    case .binary(let operation, let left, let right): operation.isArithmetic && (left.isQuotient || right.isQuotient)
    case .negate(let inner): inner.isQuotient
    default: false
    }
  }

  /// The expressions directly inside this one.
  fileprivate var operands: [Expr] {
    switch kind {
    case .number, .boolean, .name, .error: []
    case .text(let text): text.parts.compactMap { if case .interpolation(let inner) = $0 { inner } else { nil } }
    case .list(let elements), .call(_, let elements): elements
    case .member(let inner, _), .negate(let inner), .not(let inner), .test(_, let inner), .current(let inner): [inner]
    case .keyed(let inner, let keys), .with(let inner, let keys): [inner] + keys.map(\.value)
    case .and(let left, let right), .or(let left, let right), .binary(_, let left, let right), .element(let left, let right):
      [left, right]
    case .quantified(let quantified): [quantified.source, quantified.filter, quantified.body].compactMap(\.self)
    case .conditional(let conditional): conditional.parts
    case .between(let value, let low, let high): [value, low, high]
    case .aggregate(let aggregate):
      aggregate.loops.map(\.source) + [aggregate.value, aggregate.filter].compactMap(\.self) + aggregate.order.map(\.value)
    }
  }

  /// Whether it is a number written down that any version rounds to.
  fileprivate var isPlainPlace: Bool {
    switch kind {
    case .number(let number): number.intValue.map { $0 <= 12 } ?? false
    case .negate(let inner): if case .number(let number) = inner.kind { number.intValue.map { $0 <= 14 } ?? false } else { false }
    default: false
    }
  }

  /// Whether it divides.
  fileprivate var divides: Bool {
    if case .binary(.divide, _, _) = kind { return true }
    return operands.contains(where: \.divides)
  }
}

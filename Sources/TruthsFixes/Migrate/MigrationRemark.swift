import TruthsCheck
import TruthsJSON
import TruthsProgram
import TruthsSyntax
import TruthsText

/// A part of an older truth set that a person must check.
public struct MigrationRemark: Sendable {
  /// The place, `truths/money/money.truths:12:3`.
  public let place: String
  /// The change of meaning, and the necessary steps.
  public let text: String
}

/// Finds parts whose meaning changed in version 2 or 3 and that cannot be rewritten automatically.
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

  /// Checks a fixture: reasons for unknown conditions now name the cause, and the pack of a proposal must be known.
  mutating func read(fixture: SourceText) {
    var sources = SourceMap()
    let file = sources.add(path: fixture.path, bytes: fixture.bytes)
    if case .success(let json) = JSONReader.read(file) {
      for (span, text) in three.remarks(onFixture: json) { add(text, at: span, sources) }
    }
    let wanted = Array("cannot tell whether".utf8)
    guard let end = ByteSearch(for: wanted).end(in: fixture.bytes, from: 0) else { return }
    add(
      "expects a reason for an unknown value, and this reason now names the cause: run `truths eval --update`",
      at: Span(file: file.id, start: end - wanted.count, end: end), sources)
  }

  private mutating func add(_ text: String, at span: Span, _ sources: SourceMap) {
    let place = sources.start(of: span)
    let path = sources.file(span.file)?.path ?? ""
    found.append(MigrationRemark(place: "\(path):\(place.line):\(place.column)", text: text))
  }

  private func remarks(on declaration: Declaration) -> [(Span, String)] {
    var found = declaration.body.fieldLists.flatMap { units(in: $0) } + ownRemarks(on: declaration)
    if case .table(let table) = declaration.body { found += table.written.flatMap { three.percentages(in: $0) } }
    return found
  }

  /// Returns remarks on units with the name of another field in the same list.
  private func units(in fields: [FieldDeclaration]) -> [(Span, String)] {
    fields.compactMap { field in
      guard let unit = field.type.unit, let beside = fields.first(where: { $0.name.text == unit.text }), beside.type.mayBeEnum
      else {
        return nil
      }
      return (
        unit.span,
        "if the field `\(unit.text)` is of an enum, `\(field.name.text)` is now money in the currency of that field; before, "
          + "it had one unit called `\(unit.text)`: amounts of two currencies are neither added nor compared"
      )
    }
  }

  private func ownRemarks(on declaration: Declaration) -> [(Span, String)] {
    let name = declaration.name.text
    switch declaration.body {
    case .pack where name == ConvergePack.trust && !three.namesAdopters:
      return [
        (
          declaration.keySpan,
          "no one may adopt other truths now if pack trust does not say who may; before, any user could: add a truth on "
            + "adopt_truths, and adopt it in each ledger with the old version (`truths explain T5022`)"
        )
      ]
    // Version 1 had no functions and no grids.
    case .table(let table) where table.inputs.count > 1 && table.value == nil && table.grid == nil:
      return [
        (
          declaration.keySpan,
          "`\(name)` now has a value if an input is missing that only other rows read: check that it should have a value then"
        )
      ]
    case .fact(let fact) where fact.external != nil:
      return [(declaration.keySpan, "agents can no longer bring in `\(name)`, whatever their roles: let a system or user do it")]
    case .lifecycle(let lifecycle) where lifecycle.isExternal:
      return [(declaration.keySpan, "agents can no longer bring in states of `\(name)`: let a system or user do it")]
    case .intent(let intent) where intent.consent?.level == .explicit && intent.consentBy == nil:
      return [
        (
          declaration.keySpan,
          "a person must consent if an agent or system proposes `\(name)`: name the role, as in `consent_by: manager`"
        )
      ]
    case .truth(let truth):
      return three.remarks(on: truth) + truth.written.flatMap { remarks(on: $0) }
        + truth.corrections.map {
          ($0, "a correction that writes a missing value now keeps the old one: to remove it, write `field: missing`")
        }
    case .invariant(let invariant): return invariant.rule.written.flatMap { remarks(on: $0) }
    default: return []
    }
  }

  /// Returns remarks on numbers of places in `round`, on durations from quotients, and on compared quotients.
  private func remarks(on expr: Expr) -> [(Span, String)] {
    var remarks = three.remarks(on: expr)
    for subexpression in expr.parts {
      if case .binary(let operation, let left, let right) = subexpression.kind, operation.isComparison,
        left.isQuotient || right.isQuotient
      {
        remarks.append(
          (
            subexpression.span,
            "quotients are now compared with 34 digits, and before with 12 decimal places: `round` the quotient if you mean that"
          ))
      }
      guard case .call(let name, let arguments) = subexpression.kind else { continue }
      if name.text == "is_email" {
        remarks.append(
          (
            subexpression.span,
            "`is_email` now accepts only mailboxes of RFC 5321: before, it also accepted `a@c..de` and `a@-c.de`"
          ))
      }
      if name.text == "round", arguments.count == 2, !arguments[1].isPlainPlace {
        remarks.append((subexpression.span, "`round` has no value if it rounds to less than -14 or more than 12 places"))
      }
      if ["days", "hours", "minutes", "seconds"].contains(name.text), arguments.first?.divides == true {
        remarks.append((subexpression.span, "`\(name.text)` of a part is now rounded to the millisecond; before, it was missing"))
      }
    }
    return remarks
  }
}

extension Declaration.Body {
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

extension TableDeclaration {
  /// The expressions in the table's rows, value and `let`s.
  fileprivate var written: [Expr] {
    let values = [value].compactMap(\.self) + lets.map(\.value)
    return rows.flatMap { [$0.condition].compactMap(\.self) + $0.result.values }
      + values.compactMap { if case .expression(let expr) = $0.kind { expr } else { nil } }
  }
}

extension TypeSyntax {
  /// Whether the type is not built in, so that it may be an enum.
  fileprivate var mayBeEnum: Bool {
    if case .named(let name, nil) = kind { return !TypeResolver.isBuiltIn(name.text) }
    return false
  }
}

extension TruthDeclaration {
  /// The expressions in the truth's conditions, clauses, `let`s and outputs.
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

  /// The places at which the truth corrects a fact and writes values.
  fileprivate var corrections: [Span] {
    produces.compactMap { entry in
      guard case .fact(let output) = entry.kind, output.isCorrection, !output.fields.isEmpty else { return nil }
      return entry.span
    }
  }
}

extension Clause {
  var written: [Expr] {
    if case .expression(let consequence) = consequence { return [condition, consequence] }
    return [condition]
  }
}

extension Expr {
  /// This expression and all expressions in it, from left to right.
  var parts: [Expr] {
    var (exprs, rest) = ([Expr](), [self])
    while let expr = rest.popLast() {
      exprs.append(expr)
      rest += expr.operands.reversed()
    }
    return exprs
  }

  /// Whether the expression is a quotient, or computed from one.
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
    case .number, .percent, .boolean, .name, .error: []
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

  /// Whether the expression is a literal number of places that every version accepts.
  fileprivate var isPlainPlace: Bool {
    switch kind {
    case .number(let number): number.intValue.map { $0 <= 12 } ?? false
    case .negate(let inner): if case .number(let number) = inner.kind { number.intValue.map { $0 <= 14 } ?? false } else { false }
    default: false
    }
  }

  /// Whether the expression contains a division.
  fileprivate var divides: Bool {
    if case .binary(.divide, _, _) = kind { return true }
    return operands.contains(where: \.divides)
  }
}

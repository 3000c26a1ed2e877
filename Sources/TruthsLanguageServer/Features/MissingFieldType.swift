import TruthsCheck
import TruthsProgram
import TruthsSyntax
import TruthsText

/// The type that a missing field needs, from the operand that it is compared with, added to or subtracted from.
struct MissingFieldType {
  private let truth: TruthDeclaration
  /// The `let`s of the truth, and the `let`s that it shares with its intent.
  private let lets: [LetBinding]
  private let symbols: SymbolIndex
  private let program: Program
  private let pack: String

  /// The type as it is written; `nil` where the operand beside the field does not tell it.
  private(set) var text: String?

  /// - Parameter span: the place of the field's name.
  /// - Complexity: O(names of the declaration + declarations of the program).
  init?(at span: Span, in declaration: Declaration, _ project: ServedProject, _ pack: String) {
    guard case .truth(let truth) = declaration.body else { return nil }
    (self.truth, self.pack) = (truth, pack)
    (symbols, program) = (project.symbols, project.program)
    lets = truth.lets + project.sharedLets.lets(of: declaration, in: pack)
    var expressions = truth.lets.compactMap { Self.expression($0) }
    expressions += (truth.requires + truth.invariants + truth.ensures).flatMap { entry -> [Expr] in
      guard case .expression(let consequence)? = entry.clause.consequence else { return [entry.clause.condition] }
      return [entry.clause.condition, consequence]
    }
    let type = expressions.lazy.compactMap { Self.partner(of: span, in: $0) }.first.flatMap { self.type(of: $0) }
    text = type.flatMap { written($0) }
  }

  /// Returns the operand beside the name at a place.
  private static func partner(of span: Span, in expression: Expr) -> Expr? {
    guard expression.span.start <= span.start, span.end <= expression.span.end else { return nil }
    switch expression.kind {
    case .binary(let sign, let left, let right) where sign.isComparison || sign == .add || sign == .subtract:
      if isName(left, at: span) { return right }
      if isName(right, at: span) { return left }
    case .between(let value, let low, let high):
      if isName(value, at: span) { return low }
      if isName(low, at: span) || isName(high, at: span) { return value }
    default: break
    }
    return expression.children.lazy.compactMap { partner(of: span, in: $0) }.first
  }

  private static func isName(_ expression: Expr, at span: Span) -> Bool {
    switch expression.kind {
    case .name: expression.span == span
    case .member(_, let name): name.span == span
    default: false
    }
  }

  private static func expression(_ binding: LetBinding) -> Expr? {
    if case .expression(let value) = binding.value.kind { value } else { nil }
  }

  // MARK: Types

  private func type(of expression: Expr) -> ValueType? {
    switch expression.kind {
    case .number: return .decimal(unit: nil)
    case .text: return .text
    case .boolean: return .boolean
    case .negate(let inner): return type(of: inner)
    case .binary(.add, let left, let right), .binary(.subtract, let left, let right):
      let sides = (type(of: left), type(of: right))
      return sides.0?.isNumber ?? false ? sides.0 : sides.1?.isNumber ?? false ? sides.1 : nil
    default: return path(of: expression).flatMap { type(ofPath: $0) }
    }
  }

  /// Returns the words of a path: `stock`, `counted` and `amount` of `stock.counted.amount`, also with keys in brackets.
  private func path(of expression: Expr) -> [String]? {
    switch expression.kind {
    case .name(let name): [name]
    case .member(let base, let name): path(of: base).map { $0 + [name.text] }
    case .keyed(let base, _): path(of: base)
    default: nil
    }
  }

  private func type(ofPath path: [String]) -> ValueType? {
    if path.count == 1, let type = type(ofName: path[0]) { return type }
    var path = path
    for case .fact(let match) in truth.when where match.variable?.text == path[0] {
      path.replaceSubrange(...0, with: match.type.text.split(separator: ".").map(String.init))
    }
    if path.first == "trigger", path.count == 2 { return type(ofName: path[1]) }
    return program.facts.first { $0.name == path.dropLast().joined(separator: ".") }?.fields.type(of: path.last)
  }

  private func type(ofName name: String) -> ValueType? {
    for entry in truth.when {
      switch entry {
      case .intents(let intents):
        for intent in intents {
          let bare = intent.text.split(separator: ".").last.map(String.init)
          if let type = program.intents.first(where: { $0.name == bare })?.fields.type(of: name) { return type }
        }
      case .fact(let match):
        if let type = program.facts.first(where: { $0.name == match.type.text })?.fields.type(of: name) { return type }
      default: break
      }
    }
    if let binding = lets.first(where: { $0.name.text == name }) { return symbols.type(ofLocal: binding.name.span) }
    return program.policies.first { $0.name == name && $0.pack == pack }?.type
  }

  private func written(_ type: ValueType) -> String? {
    switch type {
    case .fact, .json, .unknown: nil
    // The unit of such a number is in a field that the other declaration may lack.
    default: program.name(of: type.numberUnit == .data ? type.with(numberUnit: nil) : type, from: pack)
    }
  }
}

extension [Field] {
  /// Returns the type of a field, whose unit may be another field.
  fileprivate func type(of name: String?) -> ValueType? { first { $0.name == name }?.type }
}

import TruthsDiagnostics
import TruthsSyntax
import TruthsText

/// A clause, an expression and a type, each parsed from the input. Formatting a valid one keeps its meaning, and formatting it
/// again changes nothing.
enum ClausesTarget {
  static func attempt(_ bytes: [UInt8]) {
    // Other files are refused before a clause is read.
    guard String(validating: bytes, as: UTF8.self) != nil else { return }
    var sources = SourceMap()
    let file = sources.add(path: "input", bytes: bytes)
    let expression = Parser.expression(file)
    Claim.standInside(expression.diagnostics, sources)
    if expression.diagnostics.isEmpty {
      let text = formatted(expression.tree)
      let again = Parser.expression(SourceFile(Array(text.utf8)))
      Claim.holds(
        again.diagnostics.isEmpty && Bare.expr(again.tree) == Bare.expr(expression.tree),
        "expression \(shown(bytes)) written as \(text) is another: \(again.diagnostics)")
      Claim.holds(formatted(again.tree) == text, "\(text) is written as \(formatted(again.tree))")
    }
    let clause = Parser.clause(file)
    Claim.standInside(clause.diagnostics, sources)
    if clause.diagnostics.isEmpty {
      let text = formatted(clause.tree)
      let again = Parser.clause(SourceFile(Array(text.utf8)))
      Claim.holds(
        again.diagnostics.isEmpty && Bare.clause(again.tree) == Bare.clause(clause.tree),
        "clause \(shown(bytes)) written as \(text) is another: \(again.diagnostics)")
      Claim.holds(formatted(again.tree) == text, "\(text) is written as \(formatted(again.tree))")
    }
    let type = Parser.type(file)
    Claim.standInside(type.diagnostics, sources)
    if type.diagnostics.isEmpty {
      let text = formatted(type.tree)
      let again = Parser.type(SourceFile(Array(text.utf8)))
      Claim.holds(
        again.diagnostics.isEmpty && formatted(again.tree) == text, "type \(text) is written as \(formatted(again.tree))")
    }
  }
}

extension Bare {
  /// A clause without its places. `Bare` knows clauses as parts of declarations only, so it is given one around the clause.
  fileprivate static func clause(_ clause: Clause) -> Declaration {
    let body = InvariantDeclaration(id: nil, appliesTo: .all, rule: clause, enforces: [])
    return declaration(
      Declaration(name: Name("clause", at: span), keySpan: span, span: span, summary: nil, body: .invariant(body)))
  }
}

package import TruthsDiagnostics
package import TruthsText

/// Single texts of the grammar outside a file of declarations: rules of a bundle, expressions given on a command line.
extension Parser {
  /// Reads a file that holds one expression and nothing else.
  package static func expression(_ file: SourceFile) -> (tree: Expr, diagnostics: [Diagnostic]) {
    Grammar.expression(whole(file))
  }

  /// Reads a file that holds one clause and nothing else.
  package static func clause(_ file: SourceFile) -> (tree: Clause, diagnostics: [Diagnostic]) {
    Grammar.clause(whole(file), allowsEffects: true)
  }

  /// Reads a file that holds one type and nothing else.
  package static func type(_ file: SourceFile) -> (tree: TypeSyntax, diagnostics: [Diagnostic]) {
    Grammar.type(whole(file))
  }

  private static func whole(_ file: SourceFile) -> ClauseText {
    ClauseText(file: file.id, bytes: file.bytes, range: 0..<file.bytes.count, style: .bare)
  }
}

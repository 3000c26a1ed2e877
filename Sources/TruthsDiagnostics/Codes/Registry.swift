/// Every kind of diagnostic, in order of its code. `docs/diagnostics`, `truths explain` and the tests of the samples read this
/// list.
package enum DiagnosticRegistry {
  /// Registered kinds, family by family; each family has its list beside its files.
  package static let kinds: [any DiagnosticKind.Type] = t0 + t1 + t2 + t3 + t4 + t5 + t6 + t7 + t8

  /// The page of a code, if there is one.
  package static func page(for code: DiagnosticCode) -> DiagnosticPage? { pages[code] }

  private static let pages = Dictionary(kinds.map { ($0.page.code, $0.page) }, uniquingKeysWith: { first, _ in first })
}

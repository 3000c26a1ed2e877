/// The kinds of declarations of language.md §1.
enum DeclarationKind: String, CaseIterable {
  case pack, `enum`, record, fact, intent, policy, table, lifecycle, invariant, truth, blueprint, source, jtbd

  /// The kind with its article, as messages name a declaration.
  var place: String { self == .enum || self == .intent || self == .invariant ? "an \(rawValue)" : "a \(rawValue)" }
}

package import TruthsText

/// Facts of one `when` that no common field joins.
///
/// Detected in `Sources/TruthsCheck/Lints/CostLints.swift`.
package enum UnjoinedFacts: DiagnosticKind {
  package static let id = DiagnosticID("T4501", .warning)

  /// - Parameter example: an example of a join of the two.
  package static func finding(
    _ type: String, at span: Span, with other: String, first: Span, example: String
  ) -> Diagnostic {
    make(
      "every `\(type)` is tried with every `\(other)`: no field joins them", at: span,
      help: "join the facts by a field that both have, such as `- if: \(example)`",
      notes: [Diagnostic.Note("the other one is here", at: first)])
  }
}

/// A list of a proposal that is searched for each element of another list.
///
/// Detected in `Sources/TruthsCheck/Lints/CostLints.swift`.
package enum NestedLoops: DiagnosticKind {
  package static let id = DiagnosticID("T4502", .warning)

  /// - Parameters:
  ///   - list: the inner list; empty where it has no name.
  ///   - variable: the element of the outer list.
  ///   - outer: the outer list; empty where it has no name.
  package static func finding(
    _ list: String, at span: Span, for variable: String, of outer: String, outer place: Span
  ) -> Diagnostic {
    let name = { (list: String, other: String) in list.isEmpty ? other : "`\(list)`" }
    let help =
      list == outer && !list.isEmpty
      ? "to ask whether all are different, write `length(distinct(\(list))) == length(\(list))`"
      : "to ask whether the list has the value, write `\(variable) in \(list.isEmpty ? "the_list" : list)`"
    return make(
      "\(name(list, "this list")) is read again for each element of \(name(outer, "another list"))", at: span, help: help,
      notes: [Diagnostic.Note("the outer loop reads this", at: place)])
  }
}

/// A comparison of facts by `==` that cannot use an index.
///
/// Detected in `Sources/TruthsCheck/Lints/CostLints.swift`.
package enum UnindexedComparison: DiagnosticKind {
  package static let id = DiagnosticID("T4505", .warning)

  /// The suggested rewrite.
  package enum Mend {
    /// Name the compared value, which has no name.
    case name(String)
    /// Write this comparison of the field.
    case field(String)
    /// Keep the compared value as a field of its own.
    case keep
  }

  /// - Parameters:
  ///   - element: the compared expression of the fact, as it is written.
  ///   - fact: the type of the fact.
  package static func finding(_ element: String, of fact: String, at span: Span, mend: Mend) -> Diagnostic {
    let help =
      switch mend {
      case .name(let value): "name the value under `let`, as in `wanted: \(value)`, and write `\(element) == wanted`"
      case .field(let comparison): "write `\(comparison)`, which finds the facts directly"
      case .keep: "store `\(element)` as a field of `\(fact)`, and compare that field"
      }
    return make("every `\(fact)` is examined to compare `\(element)`", at: span, help: help)
  }
}

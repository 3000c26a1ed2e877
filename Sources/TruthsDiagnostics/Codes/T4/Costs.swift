package import TruthsText

/// Facts of one `when` that no common field joins.
///
/// Detected in `Sources/TruthsCheck/Lints/CostLints.swift`.
package enum UnjoinedFacts: DiagnosticKind {
  package static let id = DiagnosticID("T4501", .warning)

  /// - Parameter example: an example of a join of the two.
  package static func found(
    _ type: String, at span: Span, with other: String, first: Span, example: String
  ) -> Diagnostic {
    make(
      "every `\(type)` is tried with every `\(other)`: no field joins them", at: span,
      help: "join them by what they share, such as `- if: \(example)`",
      notes: [Diagnostic.Note("the other one stands here", at: first)])
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
  package static func found(
    _ list: String, at span: Span, for variable: String, of outer: String, outer place: Span
  ) -> Diagnostic {
    let name = { (list: String, other: String) in list.isEmpty ? other : "`\(list)`" }
    let help =
      list == outer && !list.isEmpty
      ? "that all are different is asked in one go by `length(distinct(\(list))) == length(\(list))`"
      : "whether it is there is asked in one go by `\(variable) in \(list.isEmpty ? "the_list" : list)`"
    return make(
      "\(name(list, "this list")) is gone through for each element of \(name(outer, "another list"))", at: span, help: help,
      notes: [Diagnostic.Note("the loop around it goes through this", at: place)])
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
  package static func found(_ element: String, of fact: String, at span: Span, mend: Mend) -> Diagnostic {
    let help =
      switch mend {
      case .name(let value): "name the value under `let`, as in `wanted: \(value)`, and write `\(element) == wanted`"
      case .field(let comparison): "write `\(comparison)`, which looks them up"
      case .keep: "keep `\(element)` as a field of `\(fact)`, and compare that"
      }
    return make("every `\(fact)` is gone through to compare `\(element)`", at: span, help: help)
  }
}

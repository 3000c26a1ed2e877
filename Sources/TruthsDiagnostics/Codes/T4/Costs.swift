package import TruthsText

/// Facts of `when` that no field joins.
///
/// Detected in `Sources/TruthsCheck/Lints/CostLints.swift`.
package enum UnjoinedFacts: DiagnosticKind {
  package static let page = DiagnosticPage(
    "T4501", "unjoined-facts", .warning,
    title: "a truth fires on facts that no shared field joins",
    why:
      "Every fact of the one type is tried with every fact of the other: a thousand of each are a million matches. Facts that "
      + "fields join by `==` are looked up instead. Work is bounded, so a large context ends in no decision (T8112).",
    mend:
      "Join the facts in `if` by a field that both have. Where every pair is meant, and there are few, say so with "
      + "`# truths:ignore T4501` and the reason.",
    wrong: [
      .order(
        declarations: joining("- if: b.order_id != a.order_id"))
    ],
    right: [
      .order(declarations: joining("- if: b.order_id == a.order_id and b.note != a.note"))
    ])

  private static func joining(_ condition: String) -> String {
    """
    fact order.shipped:
      key: [order_id]
      external: true
      fields:
        order_id: text
        note: text

    fact order.noted:
      key: [order_id, note]
      external: true
      fields:
        order_id: text
        note: text

    fact order.unlike:
      key: [order_id, other_id]
      fields:
        order_id: text
        other_id: text

    truth order_comparing:
      when:
        - fact: order.shipped as a
        - fact: order.noted as b
        \(condition)
      produces:
        - fact.order.unlike:
            order_id: a.order_id
            other_id: b.order_id
        - trace.order.comparing
    """
  }

  /// - Parameter example: a join of the two as it might be written.
  package static func found(
    _ type: String, at span: Span, with other: String, first: Span, example: String
  ) -> Diagnostic {
    make(
      "every `\(type)` is tried with every `\(other)`: no field joins them", at: span,
      help: "join them by what they share, such as `- if: \(example)`",
      notes: [Diagnostic.Note("the other one stands here", at: first)])
  }
}

/// A list of a proposal that is gone through for each element of another.
///
/// Detected in `Sources/TruthsCheck/Lints/CostLints.swift`.
package enum NestedLoops: DiagnosticKind {
  package static let page = DiagnosticPage(
    "T4502", "nested-loops", .warning,
    title: "a list of the proposal is gone through anew for each element of another",
    why:
      "Whoever proposes decides how long the lists are: two of a thousand elements each take a million steps, three a billion. "
      + "Work is bounded, so a large proposal ends in no decision (T8112).",
    mend:
      "Ask with `in`, `distinct` or `is_sorted`, which go through a list once, or have each element hold what belongs to it. "
      + "Where the lists are known to be short, say so with `# truths:ignore T4502` and the reason.",
    wrong: [
      .order(fields: ["items: list of text"], requires: ["no x in items satisfies count(y in items where y == x) > 1"])
    ],
    right: [
      .order(fields: ["items: list of text"], requires: ["length(distinct(items)) == length(items)"])
    ])

  /// - Parameters:
  ///   - list: what is gone through again and again; empty where it is no name.
  ///   - variable: the element of the other list.
  ///   - outer: the other list; empty where it is no name.
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

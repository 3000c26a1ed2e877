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

/// A comparison of facts by `==` that no index serves.
///
/// Detected in `Sources/TruthsCheck/Lints/CostLints.swift`.
package enum UnindexedComparison: DiagnosticKind {
  package static let page = DiagnosticPage(
    "T4505", "unindexed-comparison", .warning,
    title: "all facts are gone through, although some are asked for by `==`",
    why:
      "Facts are looked up where a field of theirs, or a part of its date, is compared by `==` with something simple that is "
      + "known before the loop. What is made of fields, and a value that takes work itself, is worked out for each fact: a "
      + "million facts are a million comparisons. `truths explain --plan` shows how each clause finds its facts.",
    mend:
      "Compare the field itself; keep what is made of it as a field of its own; give a value that takes work a name under `let`. "
      + "Where there are few facts, say so with `# truths:ignore T4505` and the reason.",
    wrong: [
      .order(
        declarations: noted, fields: ["note: text"], requires: ["no n in order.noted satisfies lower(n.note) == note"])
    ],
    right: [
      .order(
        declarations: noted, fields: ["note: text"], lets: ["wanted: lower(note)"],
        requires: ["no n in order.noted satisfies n.note == wanted"])
    ])

  private static let noted = """
    fact order.noted:
      key: [order_id]
      external: true
      fields:
        order_id: text
        note: text
    """

  /// How to write it instead.
  package enum Mend {
    /// The value that it is compared with, which has no name.
    case name(String)
    /// The comparison of the field.
    case field(String)
    /// What is compared, as a field of its own.
    case keep
  }

  /// - Parameters:
  ///   - element: what is compared of the fact, as it is written.
  ///   - fact: its type.
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

extension DiagnosticSample {
  /// A whole little pack about placing orders, in which nothing is wrong, with what a page wants to show written into it.
  ///
  /// Every argument is a list of lines as they stand below their key; `declarations` stands whole before the rest. Where a line
  /// wants an approval, a pack stands beside it that reads what passes one in an emergency (T5019).
  static func order(
    declarations: String = "", fields: [String] = [], lets: [String] = [], requires: [String] = [], invariants: [String] = [],
    output: [String] = [], ensures: [String] = [], packKeys: [String] = [], truthKeys: [String] = []
  ) -> DiagnosticSample {
    let text = orderText(
      declarations: declarations, fields: fields, lets: lets, requires: requires, invariants: invariants, output: output,
      ensures: ensures, packKeys: packKeys, truthKeys: truthKeys)
    guard (invariants + ensures).contains(where: { $0.contains("requires_approval") }) else { return DiagnosticSample(text) }
    return DiagnosticSample(files: [("truths/demo/demo.truths", text), overrideReview])
  }

  /// A file of pack trust that reads what passes an approval in an emergency.
  static let overrideReview = (
    path: "truths/trust/trust.truths",
    text: """
    pack trust:
      version: 1.0.0

    fact override.review_opened:
      key: [request]
      fields:
        request: text
        reason: text

    truth override_review:
      when:
        - fact: override.used
      produces:
        - fact.override.review_opened
        - trace.override.review

    """
  )

  /// The text of ``order(declarations:fields:lets:requires:invariants:output:ensures:packKeys:truthKeys:)``.
  static func orderText(
    declarations: String = "", fields: [String] = [], lets: [String] = [], requires: [String] = [], invariants: [String] = [],
    output: [String] = [], ensures: [String] = [], packKeys: [String] = [], truthKeys: [String] = []
  ) -> String {
    var lines = ["pack demo:", "  version: 1.0.0"] + packKeys.map { "  \($0)" }
    if !declarations.isEmpty { lines += ["", declarations] }
    lines += ["", "fact order.placed:", "  key: [order_id]", "  fields:", "    order_id: text"]
    lines += ["", "intent place_order:", "  fields:", "    order_id: text"] + fields.map { "    \($0)" }
    lines += ["", "truth order_placing:"] + truthKeys.map { "  \($0)" } + ["  when:", "    - intent: place_order"]
    if !lets.isEmpty { lines += ["  let:"] + lets.map { "    \($0)" } }
    lines += ["  requires:", "    - order_id exists"] + requires.map { "    - \($0)" }
    if !invariants.isEmpty { lines += ["  invariants:"] + invariants.map { "    - \($0)" } }
    lines += ["  produces:", "    - fact.order.placed"] + output.map { "    \($0)" } + ["    - trace.order.placing"]
    if !ensures.isEmpty { lines += ["  ensures:"] + ensures.map { "    - \($0)" } }
    return lines.joined(separator: "\n") + "\n"
  }
}

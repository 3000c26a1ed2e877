/// The small truth sets in which the samples of this family stand.
extension DiagnosticSample {
  private static let base = "pack demo:\n  summary: Shows one thing\n\n"

  private static let vocabulary =
    base + """
      intent send_parcel:
        fields:
          weight: decimal
          tags: list of text

      truth sending:
        when:
          - intent: send_parcel

      """

  /// Declarations beside that of their pack.
  static func declarations(_ text: String) -> DiagnosticSample { DiagnosticSample(base + text) }

  /// A truth, fired by an intent with `weight` and `tags`, in which one part is to be shown.
  static func truth(_ part: String) -> DiagnosticSample {
    DiagnosticSample(vocabulary + part + "  produces:\n    - trace.parcel.sending\n")
  }

  /// A truth with one requirement to show.
  static func requirement(_ clause: String) -> DiagnosticSample {
    truth("  requires:\n    - weight exists\n    - tags exists\n    - \(clause)\n")
  }

  /// A truth with one invariant to show.
  static func invariant(_ clause: String) -> DiagnosticSample {
    truth("  requires:\n    - weight exists\n    - tags exists\n  invariants:\n    - \(clause)\n")
  }
}

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

extension DiagnosticSample {
  /// The little pack about placing orders with a lifecycle `order` whose instances its truth moves.
  ///
  /// - Parameters:
  ///   - states: the transitions, each `a → b`; the first state of the first is the initial one.
  ///   - moves: what the truth does, each `a → b`.
  ///   - truths: further truths, each with a name and what it moves.
  ///   - output: further lines under `produces`.
  static func lifecycle(
    key: String = "order_id", states: [String], terminal: [String], moves: [String], truths: [(name: String, move: String)] = [],
    requires: [String] = [], output: [String] = []
  ) -> DiagnosticSample {
    let initial = states.first?.split(separator: " ").first.map(String.init) ?? ""
    let lines =
      ["lifecycle order:", "  key: [\(key)]", "  initial: \(initial)", "  transitions:"] + states.map { "    - \($0)" }
      + ["  terminal: [\(terminal.joined(separator: ", "))]"]
    let others = truths.flatMap { truth in
      [
        "", "truth \(truth.name):", "  when:", "    - intent: place_order", "    - if: order.state != start", "  requires:",
        "    - order_id exists", "  moves:", "    - order: \(truth.move)", "  produces:", "    - trace.order.\(truth.name)",
      ]
    }
    let truthKeys = moves.isEmpty ? [] : ["moves:"] + moves.map { "  - order: \($0)" }
    return .order(
      declarations: (lines + others).joined(separator: "\n"), requires: requires, output: output, truthKeys: truthKeys)
  }
}

extension DiagnosticSample {
  /// A little pack about tasks with a source that reads a tracker, in which nothing is wrong, with what a page wants to show
  /// written into it.
  ///
  /// Every argument is a list of lines as they stand below the source.
  static func source(_ each: String = "each: tasks[]", lets: [String] = [], output: [String] = ["- fact.task.recorded"])
    -> DiagnosticSample
  {
    DiagnosticSample(sourceText(each, lets: lets, output: output))
  }

  /// The same pack, and a run of a proposal over one document.
  static func document(
    _ document: String, name: String = "tracker", each: String = "each: tasks[]", declarations: String = ""
  ) -> DiagnosticSample {
    DiagnosticSample(
      .run,
      files: [
        ("truths/demo/demo.truths", sourceText(each) + (declarations.isEmpty ? "" : "\n" + declarations)),
        ("\(name).json", document + "\n"),
        ("proposal.json", "{\"action\": \"ask_state\", \"task_id\": \"T1\"}\n"),
      ])
  }

  /// A pack whose source goes through lists within lists, and a run of a proposal over one document.
  static func nested(_ document: String) -> DiagnosticSample {
    DiagnosticSample(
      .run,
      files: [
        (
          "truths/demo/demo.truths",
          sourceText("each: groups[]", output: ["- fact.task.recorded for t in tasks"])
        ), ("tracker.json", document + "\n"),
        ("proposal.json", "{\"action\": \"ask_state\", \"task_id\": \"T1\"}\n"),
      ])
  }

  /// A document in which nothing is wrong.
  static let fineDocument = "{\"tasks\": [{\"task_id\": \"T1\", \"state\": \"done\"}]}"

  private static func sourceText(
    _ each: String, lets: [String] = [], output: [String] = ["- fact.task.recorded"]
  ) -> String {
    var lines = ["pack demo:", "  version: 1.0.0", "", "enum task_state: [open, done]"]
    lines += ["", "fact task.recorded:", "  key: [task_id]", "  fields:", "    task_id: text", "    state: task_state"]
    lines += ["", "source tracker:", "  document: tracker"]
    if !each.isEmpty { lines += ["  \(each)"] }
    if !lets.isEmpty { lines += ["  let:"] + lets.map { "    \($0)" } }
    lines += ["  produces:"] + output.map { "    \($0)" }
    lines += ["", "intent ask_state:", "  fields:", "    task_id: text", "", "truth state_asking:", "  when:"]
    lines += ["    - intent: ask_state", "  requires:", "    - task_id exists", "    - task.recorded"]
    lines += ["  produces:", "    - trace.state.asking"]
    return lines.joined(separator: "\n") + "\n"
  }
}

extension DiagnosticSample {
  /// The pack of ``order(declarations:fields:lets:requires:invariants:output:ensures:packKeys:truthKeys:)`` with a table that
  /// grades an amount, and a clause that reads it.
  /// A table from `amount` to the outputs `tier` and `fee`.
  static func outputs(_ rows: [String]) -> DiagnosticSample {
    let outputs = ["  outputs:", "    tier: text", "    fee: decimal"]
    let head = ["table fee_of:", "  inputs:", "    amount: decimal"] + outputs + ["  rows:"]
    return .order(
      declarations: (head + rows.map { "    - \($0)" }).joined(separator: "\n"), fields: ["amount: decimal"],
      requires: ["amount exists", "fee_of(amount).tier != \"c\"", "fee_of(amount).fee > 0"])
  }

  /// A table from `amount` to a text with a grid.
  static func grid(_ lines: [String], keys: [String] = []) -> DiagnosticSample {
    let head = ["table grade:", "  inputs:", "    amount: decimal", "  output: text"] + keys.map { "  \($0)" } + ["  grid: |"]
    return .order(
      declarations: (head + lines.map { "    \($0)" }).joined(separator: "\n"), fields: ["amount: decimal"],
      requires: ["amount exists", "grade(amount) != \"c\""])
  }

  static func table(_ rows: [String], keys: [String] = []) -> DiagnosticSample {
    let lines = ["table grade:", "  inputs:", "    amount: decimal", "  output: text"] + keys.map { "  \($0)" } + ["  rows:"]
    return .order(
      declarations: (lines + rows.map { "    - \($0)" }).joined(separator: "\n"), fields: ["amount: decimal"],
      requires: ["amount exists", "grade(amount) != \"c\""])
  }
}

import Testing
import Truths

/// A kind of sensitive value, with rules that bring it into every text that a session makes of a value.
struct SensitiveForm: Sendable, CustomTestStringConvertible {
  var testDescription: String
  /// The declaration of a field `x` of the kind, and the type of an input that takes its value.
  var field: String
  var input: String
  /// Name of the field in JSON.
  var member = "x"
  /// The value that has a marker.
  var value: @Sendable (String) -> String
  /// The value of another shape that has a marker.
  var misfit: @Sendable (String) -> String
  /// The clauses of the kind that no other has, by name.
  var places: [String: String] = [:]
  /// The markers of a value that a proposal has, of another one that is sent for it, and of one that rules look up.
  var sent = "SENTIBAN"
  var other = "OTHERIBAN"
  var kept = "KEPTIBAN"

  private static func account(_ iban: String) -> String { #"{"bank":"b","iban":"\#(iban)"}"# }

  static let all = [
    SensitiveForm(
      testDescription: "a text", field: "{type: text?, sensitive: true}", input: "text", value: { #""\#($0)""# },
      misfit: { #"["\#($0)"]"# }),
    SensitiveForm(
      testDescription: "a number that JSON calls by no identifier", field: named, input: "integer", member: "card-no",
      value: { $0 }, misfit: { #""\#($0)""# }, sent: "818081", other: "616061", kept: "717071"),
    SensitiveForm(
      testDescription: "a record", field: "account?", input: "account", value: account, misfit: { #""\#($0)""# },
      places: ["member": #"X.bank == "none""#]),
    SensitiveForm(
      testDescription: "a record whose end is cut", field: "account?", input: "account",
      value: { #"{"bank":"\#(String(repeating: "b", count: 1_100))","iban":"\#($0)"}"# }, misfit: { #"["\#($0)"]"# }),
    SensitiveForm(
      testDescription: "a list of records", field: "list of account?", input: "list of account",
      value: { "[\(account($0))]" }, misfit: { #"["\#($0)"]"# },
      places: ["element": #"every a in X satisfies a.bank == "none""#, "first": "first(X, 1) == first(X, 2) and n == 3"]),
    SensitiveForm(
      testDescription: "a list whose end is cut", field: "list of account?", input: "list of account",
      value: { "[\(Array(repeating: account($0), count: 60).joined(separator: ","))]" }, misfit: { #""\#($0)""# },
      places: ["element": #"every a in X satisfies a.bank == "none""#]),
    SensitiveForm(
      testDescription: "a map of records", field: "map of account?", input: "map of account",
      value: { #"{"m":\#(account($0))}"# }, misfit: { #"{"m":"\#($0)"}"# }, places: ["member": #"X["m"].bank == "none""#]),
  ]

  private static let named = """

          type: integer? named "card-no"
          sensitive: true
    """

  /// The requirement of each truth that shows the value, of the value `X` and of a text `t` that is made of it.
  private var clauses: [String: String] {
    let common = [
      "accepted": "n == 1", "values": "n == 2 or X == X and n == 3", "text": #"let "{X}": t == "none""#,
      "capitals": #"let upper("{X}"): t == "NONE""#, "called": #"told_text(X) == "none""#,
      "asked": "approval",
    ]
    return common.merging(places) { $1 }
  }

  /// The intents, each with a truth of its own: with the value in the proposal, and with the one that is kept.
  var intents: [String] { clauses.keys.sorted().flatMap { ["sent_\($0)", "kept_\($0)"] } }

  /// Returns a proposal.
  ///
  /// - Parameter value: its value `x`; `nil`: without.
  func proposal(_ intent: String, _ id: String, value: String? = nil) -> String {
    let field = value.map { #","\#(member)":\#($0)"# } ?? ""
    return #"{"proposal_id":"\#(id)","action":"\#(intent)","id":"\#(intent)","n":1\#(field)}"#
  }

  var rules: [SourceText] {
    var text = head
    for name in clauses.keys.sorted() {
      text += truth("sent_\(name)", clauses[name] ?? "", of: "x")
      text += truth("kept_\(name)", clauses[name] ?? "", of: #"kept.held(id = "k1").x"#)
    }
    return [SourceText(path: "truths/tell/tell.truths", bytes: Array((text + Self.aggregates).utf8)), Self.trust]
  }

  private func truth(_ name: String, _ clause: String, of value: String) -> String {
    var (binding, requirement, invariant) = ("", clause.replacing("X", with: value), "")
    if clause.hasPrefix("let "), let end = requirement.firstRange(of: ": ") {
      binding = "  let:\n    t: '\(requirement[..<end.lowerBound].dropFirst(4))'\n"
      requirement = String(requirement[end.upperBound...])
    }
    if clause == "approval" {
      invariant = "  invariants:\n    - '\(value) == \(value) and n == 1 → requires_approval(librarian)'\n"
      requirement = "n == 1"
    }
    return """
      intent \(name):
        fields:
          id: text
          n: integer
          x: \(field)

      truth \(name)_truth:
        when:
          - intent: \(name)
      \(binding)  requires:
          - id exists
          - '\(requirement)'
      \(invariant)  produces:
          - fact.thing.told:
              x: \(value)
          - trace.tell.\(name)


      """
  }

  private var head: String {
    """
    pack tell:
      version: 1.0.0

    record account:
      fields:
        bank: text
        iban: {type: text, sensitive: true}

    fact kept.held:
      key: [id]
      external: true
      fields:
        id: text
        x: \(field)

    fact thing.told:
      key: [id]
      fields:
        id: text
        x: \(field)

    function told_text:
      inputs:
        a: \(input)
      output: text
      value: '"{a}"'


    """
  }

  /// Truths that look up everything that is kept.
  private static let aggregates = """
    intent kept_all:
      fields:
        id: text
        n: integer

    truth kept_all_truth:
      when:
        - intent: kept_all
      let:
        all: 'list("{k.x}" for k in kept.held)'
      requires:
        - id exists
        - n == 1
        - 'length(all) == 0 or all == ["none"]'
        - list(k.x for k in kept.held) == []
        - list(k for k in kept.held) == []
        - 'every k in kept.held satisfies k.id == "none"'
      produces:
        - trace.tell.kept_all

    """

  static let trust = SourceText(
    path: "truths/trust/trust.truths",
    bytes: Array(
      """
      pack trust:
        version: 1.0.0

      truth reading:
        when:
          - intent: read_ledger
        requires:
          - '"nobody" not in actor.roles else "Everybody reads it"'
        produces:
          - trace.trust.reading

      truth seeing:
        when:
          - intent: read_sensitive
        requires:
          - '"auditor" in actor.roles else "Only auditors see it"'
        produces:
          - trace.trust.seeing

      """.utf8))
}

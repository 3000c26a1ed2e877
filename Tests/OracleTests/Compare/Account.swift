import TruthsCheck
import TruthsEngine
import TruthsJSON
import TruthsLedger
import TruthsProgram
import TruthsRuntime

/// The result of a run, in a form that the engine and the reference evaluator share.
struct Account: Hashable, CustomStringConvertible {
  var decision: String
  var truth: String
  /// The violations in order, each once.
  var violations: [String] = []
  var waitingFor: [String] = []
  /// New facts in order, without those of pack `converge`.
  var facts: [String] = []
  /// The facts that closing the context appended.
  var closing: [String] = []
  /// The truths on facts that fired, in order, with the facts that they fired on.
  var firings: [String] = []

  /// - Parameter verdict: Says which clauses have a text of their own; only there reasons are compared.
  init(_ outcome: RunOutcome, on context: Context, as verdict: Oracle.Verdict? = nil) {
    self.init(printed: outcome.json { _ in "" }, on: context, as: verdict)
  }

  /// - Parameters:
  ///   - object: the printed output of a run (runs §10.5).
  ///   - context: the context of the run.
  init(printed object: JSONObject, on context: Context, as verdict: Oracle.Verdict? = nil) {
    decision = object["decision"]?.stringValue ?? ""
    truth = object["truth_id"]?.stringValue ?? ""
    waitingFor = object["run"]?["waiting_for"]?.arrayValue?.compactMap(\.stringValue) ?? []
    let told = Set((verdict?.findings ?? []).filter { $0.reason != nil }.map { "\($0.kind.rawValue) \($0.id) \($0.clause)" })
    for violation in Self.list(object["violations"]) {
      let clause = ["kind", "truth_id", "clause"].map { violation[$0]?.stringValue ?? "" }.joined(separator: " ")
      let reason = told.contains(clause) ? violation["reason"]?.stringValue : nil
      add(clause, violation["overridden"] == .boolean(true), reason)
    }
    let own = ["approval.requested", "override.used"]
    for fact in Self.list(object["facts"]) where !own.contains(fact["type"]?.stringValue ?? "") {
      facts.append(Account.text(fact))
    }
    let entries = Self.list(object["entries"])
    for entry in entries.prefix(while: { $0["entry_type"] != .text("proposal") }) where entry["entry_type"] == .text("fact") {
      closing.append(Account.text(entry["payload"]?.objectValue ?? [:]))
    }
    var payloads = Dictionary(context.ledger.entries.map { ($0.entryID, $0.payload) }) { first, _ in first }
    for entry in entries { payloads[entry["entry_id"]?.stringValue ?? ""] = entry["payload"]?.objectValue }
    for entry in entries where entry["entry_type"] == .text("trace") {
      guard let from = entry["payload"]?["from"]?.arrayValue else { continue }
      let facts = from.map { id in payloads[id.stringValue ?? ""].map(Account.text) ?? "nothing" }
      firings.append("\(entry["truth_id"]?.stringValue ?? "") from \(facts.joined(separator: " and "))")
    }
  }

  private static func list(_ json: JSONValue?) -> [JSONObject] { json?.arrayValue?.compactMap(\.objectValue) ?? [] }

  init(_ verdict: Oracle.Verdict, _ vocab: Vocab) {
    decision = verdict.decision
    truth = verdict.truth
    waitingFor = verdict.waitingFor
    for finding in verdict.findings {
      add("\(finding.kind.rawValue) \(finding.id) \(finding.clause)", finding.isOverridden, finding.reason)
    }
    facts = verdict.facts.map(Account.text)
    closing = verdict.closing.map(Account.text)
    firings = (verdict.closingFirings + verdict.firings).map { firing in
      "\(firing.truth.id) from \(firing.facts.map { Account.text($0.payload(vocab)) }.joined(separator: " and "))"
    }
  }

  private mutating func add(_ clause: String, _ isOverridden: Bool, _ reason: String?) {
    let violation = "\(clause)\(isOverridden ? " overridden" : "")\(reason.map { ": " + $0 } ?? "")"
    if !violations.contains(violation) { violations.append(violation) }
  }

  /// The result without the order of facts, firings and violations.
  var withoutOrder: Account {
    var account = self
    account.violations.sort()
    account.waitingFor.sort()
    account.facts.sort()
    account.closing.sort()
    account.firings.sort()
    return account
  }

  static func text(_ json: JSONObject) -> String { String(decoding: JSONValue.object(json).canonical(), as: UTF8.self) }

  var description: String {
    (["\(decision) by \(truth)", "waits for \(waitingFor)"] + violations + facts + ["closing:"] + closing + ["fired:"] + firings)
      .joined(separator: "\n")
  }
}

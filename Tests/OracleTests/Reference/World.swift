import TruthsJSON
import TruthsText

/// A fact of the reference evaluator.
struct Known: Hashable {
  var type: String
  var fields: [String: Val]
  /// The position among all facts.
  var number: Int
  /// The truth that produced it.
  var truth: String?
  /// The number of the version that it corrects.
  var corrects: Int?
  /// The payload of a fact from outside. It keeps an amount without a currency, whose value is missing.
  var received: JSONObject?

  func payload(_ vocab: Vocab) -> JSONObject {
    if let received { return received }
    var object = vocab.object(fields, ofFact: type)
    object["type"] = .text(type)
    return object
  }
}

extension Known {
  /// Whether it is a decision that waits.
  var isWaiting: Bool { fields["status"] == .symbol("converge.decision_status", "waiting") }
}

/// The input of clauses: facts, proposal and time. Views are computed anew for every world that is read.
struct World {
  let vocab: Vocab
  /// Every version, in the order in which they came.
  var facts: [Known] = []
  /// The earlier decisions that the current proposal can read.
  var decisions: [Known] = []
  /// The facts of views; `nil` until they are computed.
  var views: [Known]?
  /// The faults of views.
  var viewFaults: Set<ViewFault> = []
  /// The world before a run, as the only element, while clauses about the result are read.
  var before: [World] = []
  var now: Timestamp = .epoch
  /// A mistake made on purpose.
  var mistake: UnknownMistake?
  var proposal = Proposal()

  init(_ vocab: Vocab) { self.vocab = vocab }

  /// Returns the identity of a fact: its key, or all of its fields.
  func identity(_ type: String, _ fields: [String: Val]) -> [String: Val] {
    guard let key = vocab.facts[type]?.key, !key.isEmpty else { return fields }
    return fields.filter { key.contains($0.key) }
  }

  /// The newest version of each fact of a type, in the order in which the versions came.
  func current(_ type: String) -> [Known] {
    if type == "decision.made" { return decisions }
    if vocab.facts[type]?.isDerived == true { return (views ?? []).filter { $0.type == type } }
    var newest: [[String: Val]: Known] = [:]
    for fact in facts where fact.type == type { newest[identity(type, fact.fields)] = fact }
    return newest.values.sorted { $0.number < $1.number }
  }

  func current(_ type: String, _ identity: [String: Val]) -> Known? {
    current(type).first { self.identity(type, $0.fields) == identity }
  }

  /// The newest version whose fields have some values.
  func matching(_ type: String, _ keys: [String: Val]) -> Known? {
    current(type).last { fact in keys.allSatisfy { fact.fields[$0.key] == $0.value } }
  }

  /// Returns every current fact, in byte order of the JCS form of its identity.
  func sorted(_ type: String) -> [Known] {
    let keyed = current(type).map {
      (key: JSONValue.object(vocab.object(identity(type, $0.fields), ofFact: type)).canonical(), fact: $0)
    }
    return keyed.sorted { $0.key.lexicographicallyPrecedes($1.key) }.map(\.fact)
  }

  /// The highest step of each instance of a lifecycle, in byte order of JCS of the key.
  func instances(_ lifecycle: Vocab.Lifecycle) -> [[String: Val]] {
    var last: [[String: Val]: Known] = [:]
    for fact in current("\(lifecycle.name).entered") {
      let key = fact.fields.filter { lifecycle.key.contains($0.key) }
      if let other = last[key], step(other) > step(fact) { continue }
      last[key] = fact
    }
    let keyed = last.map { key, fact in
      (
        bytes: JSONValue.object(Val.object(key)).canonical(),
        fields: key.merging(["state": fact.fields["state"] ?? .missing]) { $1 }
      )
    }
    return keyed.sorted { $0.bytes.lexicographicallyPrecedes($1.bytes) }.map(\.fields)
  }

  /// The state and step of an instance; `start` and 0 where it was not entered.
  func state(_ name: String, _ keys: [String: Val]) -> (state: String, step: Int) {
    guard let lifecycle = vocab.lifecycles[name] else { return ("start", 0) }
    let entered = current("\(lifecycle.name).entered").filter { fact in keys.allSatisfy { fact.fields[$0.key] == $0.value } }
    guard let last = entered.max(by: { step($0) < step($1) }), case .symbol(_, let state) = last.fields["state"] else {
      return ("start", 0)
    }
    return (state, step(last))
  }

  private func step(_ fact: Known) -> Int { fact.fields["step"]?.number?.intValue ?? 0 }

  /// A policy's value: that of the highest step, else its default.
  func policy(_ name: String) -> Val {
    guard let policy = vocab.policies[name] else { return .missing }
    let settings = facts.filter { $0.type == "policy.set" && $0.fields["policy"]?.string == name }
    if let last = settings.max(by: { step($0) < step($1) }), case .json(let value) = last.fields["value"] {
      return Decoder(vocab).value(value, policy.type) ?? .missing
    }
    return policy.initial.map { Evaluator(self).value($0, Scope(pack: policy.pack), want: policy.type) } ?? .missing
  }
}

/// The members of the proposal, and the values of built-in names.
struct Proposal {
  var actor = JSONObject()
  var members = JSONObject()

  func builtIn(_ path: [String], now: Timestamp) -> (Val, Typ)? {
    switch path.joined(separator: ".") {
    case "now": (.time(now), .time)
    case "actor.type", "actor.user_id": (text(actor[path[1]]), .text)
    case "actor.roles": (list(actor["roles"]), .list(.text))
    case "proposal.action": (action.map { .text(Text($0)) } ?? .missing, .text)
    case "proposal.pack", "proposal.truth_id", "proposal.requires_consent", "proposal.on_behalf_of":
      (text(members[path[1]]), .text)
    case "proposal.confidence": (number(members["confidence"]), .number)
    case "proposal.consent": (bool(members["consent"]), .bool)
    case "proposal.override.reason": (text(members["override"]?["reason"]), .text)
    default: nil
    }
  }

  private func text(_ json: JSONValue?) -> Val { (json?.stringValue).map { .text(Text($0)) } ?? .missing }

  private func list(_ json: JSONValue?) -> Val { .list((json?.arrayValue ?? []).map { text($0) }) }

  private func number(_ json: JSONValue?) -> Val {
    if case .number(let value)? = json { return .number(value) }
    return .missing
  }

  private func bool(_ json: JSONValue?) -> Val {
    if case .boolean(let value)? = json { return .bool(value) }
    return .missing
  }
}

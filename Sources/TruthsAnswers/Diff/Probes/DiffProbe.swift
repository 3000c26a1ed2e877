package import TruthsJSON
package import TruthsText

/// A proposal with what it is decided on, put to two truth sets.
package struct DiffProbe: Hashable, Sendable {
  package var proposal: JSONObject
  /// The facts that are known, in the order of a ledger; what a set does not know is not looked up under it.
  package var known: [JSONObject]
  package var now: Timestamp?

  package init(proposal: JSONObject, known: [JSONObject], now: Timestamp?) {
    self.proposal = proposal
    self.known = known
    self.now = now
  }

  /// Whether somebody answered a request for an approval.
  var hasAnswers: Bool { known.contains(where: Self.isAnswer) }

  /// The same as long as nobody answered.
  var unanswered: DiffProbe {
    DiffProbe(proposal: proposal, known: known.filter { !Self.isAnswer($0) }, now: now)
  }

  private static func isAnswer(_ payload: JSONObject) -> Bool {
    let fact = payload["entry_type"] == nil ? payload : payload["payload"]?.objectValue ?? payload
    return ["approval.granted", "approval.denied"].contains(fact["type"]?.stringValue)
  }

  /// The name of the intent, without its pack.
  var action: String { proposal["action"]?.stringValue ?? "" }
}

/// One step from a probe to another.
enum ProbeStep: Hashable {
  case field(ProposalPlace, JSONValue?)
  /// A fact more.
  case fact(JSONObject)
  /// Another fact in the place of one; `nil` for none.
  case known(Int, JSONObject?)

  /// What it changes: two steps of one subject exclude each other.
  enum Subject: Hashable {
    case place(ProposalPlace)
    case fact(String)
    case known(Int)
  }

  var subject: Subject {
    switch self {
    case .field(let place, _): .place(place)
    case .fact(let payload): .fact(payload["type"]?.stringValue ?? "")
    case .known(let place, _): .known(place)
    }
  }

  /// Whether it leaves the facts as they are.
  var isOfProposal: Bool {
    if case .field = self { return true }
    return false
  }

  func taken(from probe: DiffProbe) -> DiffProbe {
    var probe = probe
    switch self {
    case .field(let place, let value): probe.proposal = place.setting(value, in: probe.proposal)
    case .fact(let payload): probe.known.append(payload)
    case .known(let place, let payload):
      guard probe.known.indices.contains(place) else { break }
      if let payload { probe.known[place] = payload } else { probe.known.remove(at: place) }
    }
    return probe
  }
}

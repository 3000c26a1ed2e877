package import TruthsDiagnostics
import TruthsEngine
package import TruthsFindings
package import TruthsJSON
package import TruthsText

/// The time and the proposer of runs. Each is either known to the caller, or taken from the proposal without a check.
package struct RunOrigin: Sendable {
  package var moment: Source<Timestamp>?
  package var actor: Source<JSONObject>?

  /// The origin of a value: `proposal` for the value that each proposal states, or a value known to the caller.
  package enum Source<Value: Sendable>: Sendable {
    case proposal
    case known(Value)

    package var knownValue: Value? {
      if case .known(let value) = self { return value }
      return nil
    }
  }

  /// Returns the faults of proposals that are to be appended to a ledger.
  ///
  /// The time and the actor must both be given. If one of them is taken from the proposal, each proposal must state it.
  package func faults(in proposals: [LocatedJSON], at place: Span) -> [Diagnostic] {
    var faults: [Diagnostic] = []
    if moment == nil { faults.append(RunOriginFault.noMoment(at: place)) }
    if actor == nil { faults.append(RunOriginFault.noActor(at: place)) }
    guard faults.isEmpty, moment?.knownValue == nil || actor?.knownValue == nil else { return faults }
    for proposal in proposals { faults += self.faults(in: proposal) }
    return faults
  }

  private func faults(in proposal: LocatedJSON) -> [Diagnostic] {
    let read = ProposalReader.read(proposal)
    var faults: [Diagnostic] = []
    if moment?.knownValue == nil, read.timestamp == nil {
      let given = proposal.envelopeMember("timestamp")
      faults.append(RunOriginFault.untimed(isGiven: given != nil, at: given?.span ?? proposal.span.atStart))
    }
    if actor?.knownValue == nil {
      let given = proposal.envelopeMember("actor")
      let fault = given.map { KnownActor.faults(in: $0).text }
      if fault != "" { faults.append(RunOriginFault.unsigned(fault: fault, at: given?.span ?? proposal.span.atStart)) }
    }
    return faults
  }

  /// Returns the time and the actor to record for data that is given together with the proposals. Values that the caller does
  /// not know are taken from the first proposal; `nil` if it lacks one of them.
  ///
  /// - Parameter first: a proposal without faults.
  package func facts(with first: LocatedJSON?) -> FactOrigin? {
    let read = first.map { ProposalReader.read($0) }
    guard let timestamp = moment?.knownValue ?? read?.timestamp, let actor = actor?.knownValue ?? read?.claimedActor else {
      return nil
    }
    return FactOrigin(timestamp: timestamp, actor: actor)
  }
}

extension RunData {
  /// Reads the time and the actor given for a run.
  ///
  /// - Throws: the faults in the time or the actor.
  package mutating func origin(now: String?, actor: RunActor?) throws(Findings) -> RunOrigin {
    var origin = RunOrigin()
    if now == "proposal" {
      origin.moment = .proposal
    } else {
      origin.moment = try moment(now, takesProposal: true).map { .known($0) }
    }
    switch actor {
    case nil: break
    case .proposal: origin.actor = .proposal
    case .known(let text): origin.actor = .known(try sources.actor(text))
    }
    return origin
  }

  /// Reads a time; `nil` if no text is given.
  ///
  /// - Throws: a fault if the text is not a timestamp, because a wrong time must never be replaced by a default.
  package mutating func moment(_ text: String?, takesProposal: Bool = false) throws(Findings) -> Timestamp? {
    guard let text else { return nil }
    if let moment = Timestamp(text: text) { return moment }
    let file = sources.add(path: "now", bytes: Array(text.utf8))
    throw Findings([RunSettingFault.moment(text, at: file.span, takesProposal: takesProposal)], in: sources)
  }

  /// Reads the limits of a run.
  ///
  /// - Throws: a fault for each negative limit.
  package mutating func budget(_ input: RunInput) throws(Findings) -> Budget {
    var faults: [Diagnostic] = []
    let limits = [
      ("maxCycles", input.maxCycles), ("maxSteps", input.maxSteps), ("maxFacts", input.maxFacts), ("maxWork", input.maxWork),
    ]
    for (name, value) in limits where value < 0 {
      let file = sources.add(path: name, bytes: Array(String(value).utf8))
      faults.append(RunSettingFault.limit(name, value, at: file.span))
    }
    guard faults.isEmpty else { throw Findings(faults, in: sources) }
    return Budget(maxCycles: input.maxCycles, maxSteps: input.maxSteps, maxFacts: input.maxFacts, maxWork: input.maxWork)
  }
}

extension SourceMap {
  /// Reads a known actor from JSON. The text becomes a file of this source map.
  ///
  /// - Throws: the faults in the actor.
  package mutating func actor(_ text: SourceText) throws(Findings) -> JSONObject {
    let file = add(path: text.path, bytes: text.bytes)
    let json: LocatedJSON
    switch JSONReader.read(file) {
    case .success(let read): json = read
    case .failure(let fault): throw Findings([fault], in: self)
    }
    let faults = KnownActor.faults(in: json)
    guard faults.isEmpty, let actor = json.value.objectValue else {
      throw Findings(
        faults.listed(at: json.span).map { RunSettingFault.actor($0.message, nearest: $0.nearest, at: $0.span) }, in: self)
    }
    return actor
  }
}

extension LocatedJSON {
  /// Returns a member of a proposal's envelope, from the outer object or the wrapped proposal; `null` counts as absent.
  fileprivate func envelopeMember(_ name: String) -> LocatedJSON? {
    guard let value = (member(name) ?? wrappedProposal?.member(name))?.value else { return nil }
    if case .null = value.kind { return nil }
    return value
  }
}

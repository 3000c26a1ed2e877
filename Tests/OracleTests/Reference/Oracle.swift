import TruthsJSON
import TruthsSyntax
import TruthsText

/// Decides proposals by the words of runs §3, the slow and simple way; keeps the world from one proposal to the next.
struct Oracle {
  var world: World
  private var fired = Set<Firing.Match>()
  /// Changes the order in which truths on facts fire.
  var disorder: Disorder?
  /// The earlier decisions, each with its proposal.
  private var decided: [(proposal: JSONObject, fact: Known)] = []

  /// The result of a proposal.
  struct Verdict {
    var decision: String
    var truth: String
    var findings: [Finding]
    /// Payloads of the facts that the run appended, without those of pack `converge`.
    var facts: [JSONObject] = []
    /// The payloads of the facts that closing the context appended.
    var closing: [JSONObject] = []
    /// The truths on facts that fired, with the facts that they fired on.
    var firings: [Firing] = []
    var closingFirings: [Firing] = []
    var waitingFor: [String] = []
  }

  init(_ units: [SourceUnit]) { world = World(Vocab(units)) }

  /// Takes history in: facts in short form, or entries of facts.
  mutating func remember(_ payload: JSONObject) {
    let whole = stepped(payload)
    guard let (type, fields) = Decoder(world.vocab).fact(whole) else { return }
    world.facts.append(
      Known(type: type, fields: fields, number: world.facts.count, truth: nil, corrects: nil, received: whole))
  }

  /// A history fact without `step` takes the next.
  private func stepped(_ payload: JSONObject) -> JSONObject {
    guard let type = payload["type"]?.stringValue, let declared = world.vocab.facts[type], declared.key.last == "step",
      payload["step"] == nil
    else { return payload }
    let key = declared.key.dropLast()
    let same = world.facts.filter { fact in
      fact.type == type && key.allSatisfy { (fact.fields[$0] ?? .missing).json == (payload[$0] ?? .null) }
    }
    var whole = payload
    whole["step"] = .number(Decimal((same.compactMap { $0.fields["step"]?.number?.intValue }.max() ?? 0) + 1))
    return whole
  }

  /// Adds an earlier decision as it was recorded.
  mutating func remember(decision: JSONObject, of json: JSONObject, run: String, at moment: Timestamp, by actor: JSONObject) {
    let step = decided.count { $0.fact.fields["run_id"]?.string == run } + 1
    var fields: [String: Val] = [
      "run_id": .text(Text(run)), "step": .number(Decimal(step)), "decided_at": .time(moment),
      "decision": .symbol("converge.decision_outcome", decision["decision"]?.stringValue ?? ""),
      "status": .symbol("converge.decision_status", decision["status"]?.stringValue ?? ""),
    ]
    let texts = [("action", json["action"]), ("truth_id", decision["truth_id"]), ("user_id", actor["user_id"])]
    for (name, value) in texts { if let text = value?.stringValue { fields[name] = .text(Text(text)) } }
    decided.append((json, Known(type: "decision.made", fields: fields, number: decided.count, truth: nil, corrects: nil)))
  }

  mutating func propose(_ json: JSONObject, now: Timestamp) -> Verdict {
    world.now = now
    world.decisions = decided.filter { Proposal.said($0.proposal) != Proposal.said(json) || !$0.fact.isWaiting }.map(\.fact)
    world.proposal = Proposal(json)
    var point = FixedPoint(world, fired: fired)
    point.disorder = disorder
    point.run()
    if var stopped = stop(point.findings.inOrder.filter { $0.kind != .advisory }) {
      // There is no proposal yet, so no one can approve the findings of closing.
      stopped.waitingFor = []
      return stopped
    }
    let given = (world, fired)
    (world, fired) = (point.world, point.fired)
    var verdict = decide(json)
    // What closing appended stands with a proposal that is well-formed, whole and governed.
    let stopping = ["converge.proposal.wellformed", "converge.proposal.complete", "converge.proposal.governed"]
    if stopping.contains(verdict.truth) {
      (world, fired) = given
      return verdict
    }
    verdict.closing = point.added.map { $0.payload(world.vocab) }
    verdict.closingFirings = point.firings
    return verdict
  }

  private mutating func decide(_ json: JSONObject) -> Verdict {
    guard let intent = world.proposal.action.flatMap({ world.vocab.intents[$0] }),
      let fields = Decoder(world.vocab).members(
        world.proposal.intentMembers(json), intent.fields, isClaim: true,
        isOpen: intent.isOpen && json["payload"]?.objectValue != nil), mayNamePack(intent)
    else { return stopped("rejected", .builtIn("converge.proposal.wellformed", .requirement)) }
    if let lacking = lacking(fields, of: intent, sent: world.proposal.intentMembers(json)) { return lacking }
    let examination = Examination(world, intent, fields)
    guard let least = examination.fired.first else {
      return stopped("rejected", .builtIn("converge.proposal.governed", .requirement))
    }
    if let words = world.proposal.lacksConsent(intent.consent, role: breakGlassRole) {
      var verdict = stopped("halted", .builtIn("converge.proposal.consent", .acceptance))
      verdict.waitingFor = [words]
      return verdict
    }
    let before = settle(examination.findings, examination)
    return stop(before) ?? execute(examination, before, truth: least.id)
  }

  /// Rejects a proposal without fields that its intent requires (declarations §4.2).
  private func lacking(_ fields: [String: Val], of intent: Vocab.Intent, sent: JSONObject) -> Verdict? {
    let findings = intent.required.enumerated().filter { fields[$1].map(\.isMissing) ?? true }.map { position, name in
      var finding = Finding.builtIn("converge.proposal.complete", .requirement)
      (finding.place, finding.position, finding.reason) = (.required, position, "\(name) is missing")
      let field = intent.fields.first { $0.name == name }
      if let field, let currency = field.currency, (sent[field.jsonName] ?? .null) != .null {
        finding.reason = "\(name) is missing: \(currency) is missing"
      }
      return finding
    }
    guard let first = findings.first else { return nil }
    return Verdict(decision: "rejected", truth: first.id, findings: findings)
  }

  /// A proposal names no pack, that of its intent, or one that a truth on the intent names.
  private func mayNamePack(_ intent: Vocab.Intent) -> Bool {
    guard let named = world.proposal.members["pack"]?.stringValue else { return true }
    return named == intent.pack
      || world.vocab.truths.contains { truth in
        truth.body.intents.contains(intent.name)
          && truth.body.when.contains { if case .pack(let pack) = $0 { pack.text == named } else { false } }
      }
  }

  private mutating func execute(_ examination: Examination, _ before: [Finding], truth least: String) -> Verdict {
    var (result, added, findings) = examination.execute()
    guard findings.isEmpty else { return stop((before + findings).inOrder) ?? stopped("halted", findings[0]) }
    var point = FixedPoint(result, fired: fired, before: world)
    point.disorder = disorder
    point.run()
    result = point.world
    added += point.added
    findings = point.findings + (point.hasResult ? examination.findingsOfResult(point.result) : [])
    let all = settle(before + findings, examination)
    if let stopped = stop(all) { return stopped }
    world = result
    fired = point.fired
    let named = world.proposal.members["truth_id"]?.stringValue
    let truth = examination.fired.contains { $0.id == named } ? named : nil
    return Verdict(
      decision: "accepted", truth: truth ?? least, findings: all, facts: added.map { $0.payload(world.vocab) },
      firings: point.firings)
  }

  private func stopped(_ decision: String, _ finding: Finding) -> Verdict {
    Verdict(decision: decision, truth: finding.id, findings: [finding])
  }

  /// The first of runs §3.5, a to c that applies.
  private func stop(_ findings: [Finding]) -> Verdict? {
    for kind in [Finding.Kind.structural, .unknown, .postcondition, .requirement] {
      guard let first = findings.first(where: { $0.kind == kind }) else { continue }
      return Verdict(decision: kind == .requirement ? "rejected" : "halted", truth: first.id, findings: findings)
    }
    let isConsented = world.proposal.consentWanted == nil
    let open = findings.filter { $0.kind == .acceptance && !$0.isOverridden && !($0.wantsConsent && isConsented) }
    guard let first = open.first else { return nil }
    var verdict = Verdict(decision: "halted", truth: first.id, findings: findings)
    let waits = open.map { $0.wantsConsent ? world.proposal.consentWanted ?? "" : "approval from \(asked($0).words)" }
    for words in waits where !verdict.waitingFor.contains(words) {
      verdict.waitingFor.append(words)
    }
    return verdict
  }

  /// Returns the approvers that the clause names, otherwise those of the policy `approver_role` of its pack, otherwise of pack
  /// `trust`, otherwise `manager`.
  private func asked(_ finding: Finding) -> Asked {
    let pack = String(finding.declaredBy.prefix { $0 != "." })
    let role = world.policy("\(pack).approver_role").string ?? world.policy("trust.approver_role").string
    return finding.asked ?? Asked(role: role ?? "manager")
  }

  /// Adds an override that names nothing, and says which clauses one covers.
  private func settle(_ findings: [Finding], _ examination: Examination) -> [Finding] {
    var findings = findings
    let named = world.proposal.members["override"]?["truth_id"]?.stringValue
    if let named, !examination.knows(named), !findings.contains(where: { $0.id == "converge.override.invalid" }) {
      findings.append(.builtIn("converge.override.invalid", .requirement))
      findings.removeAll { $0.kind == .unknown }
    }
    let fault = world.proposal.overrideFault(role: breakGlassRole)
    for index in findings.indices where findings[index].kind == .acceptance && !findings[index].wantsConsent {
      var suffix = ""
      if let named, named == findings[index].declaredBy || named == findings[index].id {
        findings[index].isOverridden = fault == nil
        suffix = fault.map { "; the override does not count: \($0)" } ?? ""
      }
      if !findings[index].isOverridden { suffix += asked(findings[index]).bar(world.proposal).map { "; \($0)" } ?? "" }
      if let reason = findings[index].reason, !reason.hasSuffix(suffix) { findings[index].reason = reason + suffix }
    }
    return findings.inOrder
  }

  private var breakGlassRole: String { world.policy("trust.break_glass_role").string ?? "break_glass" }
}

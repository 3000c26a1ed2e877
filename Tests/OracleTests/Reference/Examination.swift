import TruthsJSON
import TruthsSyntax
import TruthsText

/// The truths that fire for a proposal and the invariants that apply to it, with the result of each clause.
struct Examination {
  let world: World
  let intent: Vocab.Intent
  let fields: [String: Val]
  /// In order of id.
  private(set) var fired: [Vocab.Truth] = []
  private(set) var findings: [Finding] = []
  private let invariants: [Vocab.Invariant]

  init(_ world: World, _ intent: Vocab.Intent, _ fields: [String: Val]) {
    self.world = world
    self.intent = intent
    self.fields = fields
    invariants = world.vocab.invariants.filter { $0.applies(to: intent.name) }
    for truth in world.vocab.truths where truth.body.intents.contains(intent.name) { read(truth) }
    for invariant in invariants { findings += read(invariant, world) }
    // While a requirement is unmet, unknown clauses are not reported.
    if findings.contains(where: { $0.kind == .requirement }) { findings.removeAll { $0.kind == .unknown } }
  }

  private mutating func read(_ truth: Vocab.Truth) {
    let evaluator = Evaluator(world)
    let scope = scope(truth)
    var doubts: [Finding] = []
    let isOfPack = truth.body.when.allSatisfy { entry in
      guard case .pack(let pack) = entry, let named = world.proposal.members["pack"]?.stringValue else { return true }
      return named == pack.text
    }
    guard isOfPack else { return }
    note(.intent) { reads in for expr in truth.body.conditions { reads.read(expr, scope) } }
    for entry in truth.body.when {
      switch entry {
      case .condition(let expr):
        switch evaluator.holds(expr, scope) {
        case true?: break
        case false?: return
        case nil: doubts.append(Finding(id: truth.id, declaredBy: truth.id, kind: .requirement, place: .condition))
        }
      case .intents, .fact, .pack: break
      }
    }
    fired.append(truth)
    note(.clause) { $0.read(truth.body.requires + truth.body.invariants, scope) }
    note(.output) { $0.read(truth, scope) }
    let reader = ClauseReader(evaluator: evaluator, owner: truth.id, scope: scope)
    let told = reader.read(truth.body.invariants, .invariants)
    findings += doubts + reader.read(truth.body.requires, .requires) + told + reader.approverFaults(told)
    findings += MoveReader(evaluator, scope).findings(truth)
  }

  private mutating func note(_ place: ViewWay, _ read: (inout ViewReads) -> Void) {
    findings += ViewReads.findings(world, place, read)
  }

  private func read(_ invariant: Vocab.Invariant, _ world: World, isOfResult: Bool = false) -> [Finding] {
    var scope = Scope(pack: invariant.pack)
    if case .intents(let names) = invariant.body.appliesTo { take(names.map(\.text), into: &scope) }
    let reader = ClauseReader(
      evaluator: Evaluator(world), owner: invariant.id, scope: scope, before: Evaluator(self.world), isPostcondition: isOfResult,
      isOfInvariant: true)
    let told = reader.read(invariant.body.rule, .rule).map { [$0] } ?? []
    return told + reader.approverFaults(told) + ViewReads.findings(world, .rule) { $0.read(invariant.body.rule, scope) }
  }

  private func scope(_ truth: Vocab.Truth) -> Scope {
    var scope = Scope(pack: truth.pack)
    for binding in truth.body.lets { scope.lets[binding.name.text] = binding.value }
    take(truth.body.intents, into: &scope)
    return scope
  }

  /// The fields that all of some intents declare with one type.
  private func take(_ names: [String], into scope: inout Scope) {
    let intents = names.compactMap { world.vocab.intents[$0] }
    for field in intent.fields {
      let isCommon = intents.allSatisfy { other in other.fields.contains { $0.name == field.name && $0.type == field.type } }
      guard isCommon else { continue }
      scope.triggerTypes[field.name] = field.type
      scope.trigger[field.name] = fields[field.name]
    }
  }

  /// Executes the truths: returns the world with their facts, the new facts, and the conflicts.
  func execute() -> (world: World, added: [Known], findings: [Finding]) {
    var result = world
    var added: [Known] = []
    var findings: [Finding] = []
    var paths: [Draft.Instance: [Val]] = [:]
    for truth in fired {
      var production = Production(Evaluator(world), truth, scope(truth))
      production.run()
      findings += production.findings
      // Two truths move an instance alike, or differently; one that goes further than the other differs, too.
      for (instance, path) in production.paths {
        if let other = paths[instance], other.count != path.count, zip(other, path).allSatisfy(==) {
          findings.append(.builtIn("converge.fact.conflict", .structural))
        }
        paths[instance] = path
      }
      for draft in production.drafts {
        let (fact, finding) = result.take(draft)
        if let fact { added.append(fact) }
        if let finding { findings.append(finding) }
      }
    }
    return (result, added, findings)
  }

  /// `ensures` and the invariants of the state, read on the result.
  func findingsOfResult(_ result: World) -> [Finding] {
    var findings: [Finding] = []
    for truth in fired {
      let reader = ClauseReader(
        evaluator: Evaluator(result), owner: truth.id, scope: scope(truth), before: Evaluator(world), isPostcondition: true)
      let told = reader.read(truth.body.ensures, .ensures)
      findings += told + reader.approverFaults(told)
      findings += ViewReads.findings(result, .ensures) { $0.read(truth.body.ensures, scope(truth)) }
    }
    let laws = result.vocab.invariants.filter { $0.body.appliesTo == .state }
    for invariant in laws { findings += read(invariant, result, isOfResult: true) }
    return findings
  }

  /// Whether an override may name it: a truth that fired, an invariant that was read or would be on the result, or a clause of
  /// one.
  func knows(_ id: String) -> Bool {
    fired.contains { $0.id == id } || invariants.contains { $0.id == id } || findings.contains { $0.id == id }
      || world.vocab.invariants.contains { $0.id == id && $0.body.appliesTo == .state }
  }
}

extension Vocab.Invariant {
  func applies(to intent: String) -> Bool {
    switch body.appliesTo {
    case .all: true
    case .state: false
    case .intents(let names): names.contains { $0.text == intent }
    }
  }
}

extension TruthDeclaration {
  /// The intents that it fires on.
  var intents: [String] {
    when.flatMap { entry -> [String] in
      if case .intents(let names) = entry { return names.map { String($0.text.split(separator: ".").last ?? "") } }
      return []
    }
  }
}

extension Proposal {
  private static let envelope: Set<String> = [
    "proposal_id", "action", "pack", "actor", "correlation_id", "run_id", "timestamp", "confidence", "reason", "truth_id",
    "trace_id", "requires_consent", "consent", "override", "idempotency_key", "truths_hash", "policies_hash",
    "queued_at", "on_behalf_of", "payload",
  ]

  init(_ json: JSONObject) {
    let system: JSONObject = [
      "type": .text("system"), "user_id": .text("fixture"), "org_id": .text("fixture"), "roles": .array([]),
    ]
    self.init(actor: json["actor"]?.objectValue ?? system, members: json)
  }

  var action: String? { members["action"]?.stringValue }

  /// Returns a proposal without its time, consent and ids, to compare its content.
  static func said(_ json: JSONObject) -> [UInt8] {
    let beside = ["timestamp", "consent", "override", "idempotency_key", "run_id", "correlation_id"]
    return JSONValue.object(JSONObject(json.members.filter { !beside.contains($0.name.string) })).canonical()
  }

  var userID: String { actor["user_id"]?.stringValue ?? "" }

  /// Returns the intent's own fields: those in `payload`, otherwise all members that are not of the envelope.
  func intentMembers(_ json: JSONObject) -> JSONObject {
    if let payload = json["payload"]?.objectValue { return payload }
    return JSONObject(json.members.filter { !Proposal.envelope.contains($0.name.string) })
  }

  /// Why an override does not count: only a person with the role and a reason breaks the glass.
  func overrideFault(role: String) -> String? {
    guard let override = members["override"] else { return nil }
    if actor["type"] == .text("agent") { return "@\(userID) is an agent" }
    if actor["type"] != .text("user") { return "@\(userID) is a system" }
    guard actor["roles"]?.arrayValue?.contains(.text(role)) ?? false else { return "@\(userID) does not have \(role)" }
    let isBlank = (override["reason"]?.stringValue ?? "").allSatisfy { $0 == " " }
    return isBlank ? "the reason is blank" : nil
  }

  /// Returns the consent that is still missing, by the stricter of the intent's level and the proposal's own; `nil` if it is
  /// given.
  func lacksConsent(_ level: ConsentSyntax.Level, role: String) -> String? {
    let wish = members["requires_consent"]?.stringValue.flatMap(ConsentSyntax.Level.init) ?? .implicit
    let levels = ConsentSyntax.Level.allCases
    switch levels.last(where: { $0 == level || $0 == wish }) ?? .implicit {
    case .implicit: return nil
    case .explicit: return consentWanted
    case .breakGlass:
      let counts = members["override"]?["truth_id"]?.stringValue != nil && overrideFault(role: role) == nil
      return counts ? nil : "an override by @\(role)"
    }
  }

  /// The consent that `explicit` asks for; `nil` where it is given.
  var consentWanted: String? {
    if actor["type"] == .text("user") { return members["consent"] == .boolean(true) ? nil : "consent from @\(userID)" }
    if let person = members["on_behalf_of"]?.stringValue { return "consent from @\(person)" }
    return actor["org_id"]?.stringValue.map { "consent from any user of @\($0)" } ?? "consent from a person"
  }
}

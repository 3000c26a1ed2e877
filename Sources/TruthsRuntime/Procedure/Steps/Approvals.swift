import TruthsDiagnostics
import TruthsEngine
import TruthsJSON
import TruthsLedger
import TruthsProgram
import TruthsSyntax
import TruthsText

extension RunEvaluation {
  /// Step 5: determines which acceptance clauses are approved, consented to, overridden or denied.
  ///
  /// - Returns: the violations with `approved_by`, `overridden` and `override`, and the first valid denial.
  func settle(_ violations: [Violation]) -> (violations: [Violation], denial: (Violation, String)?) {
    var settled = violations
    var denial: (Violation, String)?
    let (agreement, overridden) = (agreement, overriddenClauses)
    for index in settled.indices where settled[index].kind == .acceptance && settled[index].place != .builtIn {
      if isOverworked { break }
      if settled[index].wantsConsent {
        settled[index].approvers = agreement.consenter.map { [$0] } ?? []
        continue
      }
      let demand = demand(of: settled[index])
      settled[index].approval = demand
      let request = request(for: settled[index])
      let words = denied(request, demand)
      settled[index].approvers = words == nil ? approvers(of: request, settled[index], demand, agreement) : []
      if settled[index].approvers.isEmpty, isNamedByOverride(settled[index], overridden) {
        if let fault = overrideFault { settled[index].note(overrideFault: fault) } else { settled[index].isOverridden = true }
      }
      if settled[index].isUnsettled, let bar = agreement.bar(onAllOf: demand) {
        settled[index].reason += "; \(bar)"
      }
      if let words { denial = denial ?? (settled[index], words) }
    }
    return (settled, denial)
  }

  /// Returns the id that an approval of a clause is bound to; it depends on the proposal and on the people asked.
  func request(for violation: Violation) -> String {
    Hashes.request(
      proposalHash: proposalHash.prefixed, truthID: violation.truthID, clause: violation.clause,
      role: demand(of: violation).text)
  }

  /// Returns the approval that a clause demands.
  ///
  /// The people named by the clause come first; then the role in policy `approver_role` of its pack, then of pack trust; then
  /// `manager`.
  func demand(of violation: Violation) -> ApprovalDemand {
    violation.approval
      ?? ApprovalDemand(approvers: [.init(role: engineText("approver_role", for: violation) ?? "manager")])
  }

  /// Returns a policy that the engine reads, from the truth's pack or else from pack trust.
  func enginePolicy(_ name: String, for violation: Violation) -> Value? {
    let pack = String(violation.declaredBy.prefix { $0 != "." })
    return policy(name, pack: pack) ?? policy(name, pack: "trust")
  }

  private func engineText(_ name: String, for violation: Violation) -> String? {
    guard case .text(let text)? = enginePolicy(name, for: violation) else { return nil }
    return text.string
  }

  /// Returns the people whose grants count, in byte order of their ids: the first ones, as many as are demanded.
  ///
  /// They must be allowed to grant (four eyes), with grants that are not too old. The result is empty where there are too few.
  /// A grant counts for one proposal only: the request names the proposal by its whole hash, since a request's id has 64 bits,
  /// and a proposer chooses the hashed content (approvals §4.2).
  private func approvers(
    of request: String, _ violation: Violation, _ demand: ApprovalDemand, _ agreement: Agreement
  ) -> [String] {
    let entries = before.approvals.grants(of: request)
    if entries.isEmpty { return [] }
    if let asked = before.approvals.proposalHash(of: request), asked != proposalHash.prefixed { return [] }
    let barred = agreement.barred(from: demand)
    var people: [String] = []
    for entry in entries where people.count < demand.count {
      guard let grant = Assent(entry, .grant, language: procedure.language), demand.includes(grant),
        !isTooOld(grant, violation),
        !grant.isBarred(barred), !people.contains(where: { Text($0) == Text(grant.userID) })
      else { continue }
      people.append(grant.userID)
    }
    if people.count < demand.count { return [] }
    return people.sorted { $0.utf8.lexicographicallyPrecedes($1.utf8) }
  }

  /// Returns whether a grant has expired. A grant exactly as old as the policy `approval_ttl` still counts.
  private func isTooOld(_ grant: Assent, _ violation: Violation) -> Bool {
    guard case .duration(let limit)? = enginePolicy("approval_ttl", for: violation) else { return false }
    return limit < now.subtracting(grant.timestamp)
  }

  /// Returns the words of a denial by anyone who is asked, even if four eyes or `not by` excludes them. It counts at any time.
  private func denied(_ request: String, _ demand: ApprovalDemand) -> String? {
    for entry in before.approvals.denials(of: request) {
      guard let denial = Assent(entry, .denial, language: .two), demand.includes(denial) else {
        continue
      }
      return "denied by @\(Quotation.of(denial.userID)): \(Quotation.of(denial.why ?? ""))"
    }
    return nil
  }

  /// Returns whether break-glass covers a clause: an acceptance clause of the named truth, even if another truth reports it.
  ///
  /// - Parameter clauses: the ids of the named truth's clauses that have their own ids.
  private func isNamedByOverride(_ violation: Violation, _ clauses: Set<String>) -> Bool {
    guard let named = proposal.override?.truthID else { return false }
    return named == violation.declaredBy || named == violation.truthID || clauses.contains(violation.truthID)
  }

  private var overriddenClauses: Set<String> {
    guard let named = proposal.override?.truthID else { return [] }
    return Set(program.truths.filter { $0.id == named }.flatMap(\.clauseIDs))
  }

  /// Returns the violation of an override that names a truth that did not fire.
  ///
  /// - Parameter derived: the matches of truths on facts; `nil` before they are known. Then truths on facts, and invariants
  ///   over the state, count as fired.
  func invalidOverride(_ evaluation: TruthEvaluation, derived: MatchLog? = nil) -> Violation? {
    guard let override = proposal.override else { return nil }
    guard let named = override.truthID else {
      return .builtIn(.overrideInvalid, .requirement, "the override names no truth")
    }
    let read = Set(evaluation.fired.map { program.truths[$0].id } + evaluation.invariants.map { program.invariants[$0].id })
    var known = read.union(evaluation.violations.map(\.truthID))
    for truth in program.truths where read.contains(truth.id) { known.formUnion(truth.clauseIDs) }
    let ofState = program.invariants.filter { $0.applies == .state }.map(\.id)
    if let derived {
      for truth in derived.distinctTruths { known.formUnion([program.truths[truth].id] + program.truths[truth].clauseIDs) }
      known.formUnion(ofState)
    } else if ofState.contains(named)
      || program.truths.contains(where: { !$0.matches.isEmpty && ([$0.id] + $0.clauseIDs).contains(named) })
    {
      return nil
    }
    guard !known.contains(named) else { return nil }
    let names = WorkMeter.ofNames(isLimited: procedure.limitsNames)
    let nearest = names.nearestName(to: named, among: known.union(ofState).sorted()).map { "; did you mean \($0)?" } ?? ""
    return .builtIn(.overrideInvalid, .requirement, "the override names \(named), which did not fire\(nearest)")
  }
}

extension CheckedTruth {
  /// The ids of the clauses that have their own ids.
  fileprivate var clauseIDs: [String] { (invariants + ensures).filter(\.hasOwnID).map(\.id) }
}

extension RunProcedure {
  /// Returns the role of an intent's `consent_by`; `nil` where it names none.
  package func consentRole(of intent: String?) -> String? {
    intent.flatMap { governing.place(of: $0) }.flatMap { program.intents[$0].consentBy }
  }
}

extension RunEvaluation {
  /// The people who agree to the proposal.
  var agreement: Agreement {
    Agreement(
      proposal, hash: proposalHash, before.approvals, role: procedure.consentRole(of: proposal.action),
      language: procedure.language)
  }

  /// Step 3: checks the stricter of the intent's consent level and the proposal's own (runs §3.4).
  ///
  /// - Returns: the verdict of a run that waits for a consent or an override; `nil` where it has enough.
  func consent(_ typed: TypedProposal) -> Verdict? {
    let levels = ConsentSyntax.Level.allCases
    let wanted = [program.intents[typed.intent].consent, proposal.requiresConsent ?? .implicit]
    guard let strictest = levels.last(where: { wanted.contains($0) }) else { return nil }
    switch strictest {
    case .implicit: return nil
    case .explicit:
      let agreement = agreement
      return agreement.consenter == nil ? wait(for: agreement.awaited) : nil
    case .breakGlass:
      let fault = overrideFault
      if fault == nil, proposal.override?.truthID != nil { return nil }
      return wait(for: .override(role: RoleText.text(breakGlassRole)), overrideFault: fault)
    }
  }

  private func wait(for awaited: Awaited, overrideFault: String? = nil) -> Verdict {
    var violation = Violation.builtIn(.consent, .acceptance, awaited.words)
    if let overrideFault { violation.note(overrideFault: overrideFault) }
    var verdict = Verdict.stop(.halted, .consent, violation)
    verdict.status = .waiting
    verdict.waitingFor = [awaited]
    verdict.steps = Step.upTo(.consent, .wait)
    return verdict
  }

  /// The first reason why the proposal's override does not count; `nil` where it counts, or without an override.
  var overrideFault: String? {
    guard let override = proposal.override else { return nil }
    let name = proposal.userID
    switch proposal.actorType {
    case "user": break
    case "agent": return "@\(name) is an agent"
    case "system": return "@\(name) is a system"
    default: return "@\(name) is of no type"
    }
    let role = breakGlassRole
    if !proposal.roles.contains(where: { Text($0) == Text(role) }) {
      return "@\(name) does not have \(RoleText.text(role))"
    }
    return (override.reason ?? "").unicodeScalars.allSatisfy(\.isBlank) ? "the reason is blank" : nil
  }

  /// The role that may use break-glass: from the policy in pack trust, or else `break_glass`.
  private var breakGlassRole: String { policyText("break_glass_role", pack: "trust") ?? "break_glass" }

  /// Returns the value of a text policy that the engine reads.
  private func policyText(_ name: String, pack: String) -> String? {
    guard case .text(let text) = policy(name, pack: pack) else { return nil }
    return text.string
  }

  /// Returns the present value of a policy that the engine reads.
  func policy(_ name: String, pack: String) -> Value? {
    procedure.policyPlaces["\(pack).\(name)"].map { before.store.policies[$0] }
  }
}

extension Violation {
  /// Records that the proposal's override does not count for the violation, with the reason.
  mutating func note(overrideFault: String) {
    self.overrideFault = overrideFault
    reason += "; the override does not count: \(overrideFault)"
  }
}

/// The agreement of people to one proposal: who must consent, who consented, and who may not grant approvals (approvals §1).
///
/// Only a person can agree: an entry whose actor is not of type `user` does not count, whatever its roles.
struct Agreement {
  let proposal: ReceivedProposal
  /// The role in the intent's `consent_by`.
  let role: String?
  /// The consents to exactly this proposal, oldest first.
  private let consents: [Assent]

  /// Creates the agreement.
  ///
  /// - Parameters:
  ///   - approvals: the approvals of the context that the proposal is decided on.
  ///   - role: the role in the intent's `consent_by`.
  ///   - language: the language version whose rules for valid consents apply.
  init(
    _ proposal: ReceivedProposal, hash: Digest, _ approvals: ApprovalIndex, role: String?, language: LanguageVersion
  ) {
    self.proposal = proposal
    self.role = role
    consents = approvals.consents(to: hash.prefixed).compactMap {
      Assent($0, .consent, language: language)
    }
  }

  /// The people who may consent.
  private enum Consenter {
    /// One person, who must have the role if one is given.
    case person(String, role: String?)
    case role(String)
    case organisation(String)
    case anyone
  }

  /// The people who may consent: for a user's proposal that user; for an agent's or a system's, a person.
  private var wanted: Consenter {
    if proposal.actorType == "user" { return .person(proposal.userID, role: nil) }
    if let person = proposal.onBehalfOf, !person.isEmpty { return .person(person, role: role) }
    if let role { return .role(role) }
    if let organisation = proposal.actor["org_id"]?.stringValue, !organisation.isEmpty { return .organisation(organisation) }
    return .anyone
  }

  /// The condition that the run waits for: `consent from @ann`.
  var awaited: Awaited {
    switch wanted {
    case .person(let userID, _): .consent(.named(userID))
    case .role(let role): .consent(.named(RoleText.text(role)))
    case .organisation(let name): .consent(.users(organisation: name))
    case .anyone: .consent(.anyone)
    }
  }

  func isConsenter(_ person: Assent) -> Bool {
    switch wanted {
    case .person(let userID, let role):
      !userID.isEmpty && Text(userID) == Text(person.userID) && (role.map { person.hasRole($0) } ?? true)
    case .role(let role): person.hasRole(role)
    case .organisation(let name): person.actor["org_id"]?.stringValue.map { Text($0) } == Text(name)
    case .anyone: true
    }
  }

  /// Returns why a person may not consent: `it wants consent from @ann`.
  func need(of person: Assent) -> String {
    if case .person(let userID, let role?) = wanted, Text(userID) == Text(person.userID) {
      return "@\(userID) does not have \(RoleText.text(role))"
    }
    return "it wants \(awaited.words)"
  }

  /// The valid consenter: the user who proposed with consent, or the first valid `consent.given`.
  var consenter: String? {
    if proposal.hasConsent == true, proposal.actorType == "user" { return proposal.userID }
    return consents.first { isConsenter($0) }?.userID
  }

  /// Returns why a person may not grant the proposal's approvals (four eyes); `nil` where they may.
  func bar(on userID: String) -> String? {
    let person = Text(userID)
    if person == Text(proposal.userID) { return "@\(userID) proposed it" }
    if consents.contains(where: { Text($0.userID) == person }) { return "@\(userID) consented to it" }
    if let other = proposal.onBehalfOf, Text(other) == person { return "it is done for @\(userID)" }
    return nil
  }

  /// Returns all people who may not grant an approval, by four eyes or by exclusion.
  func barred(from demand: ApprovalDemand) -> Set<Text> {
    Set([proposal.userID, proposal.onBehalfOf].compactMap(\.self).map { Text($0) } + consents.map { Text($0.userID) })
      .union(demand.excluded.map { Text($0) })
  }

  /// Returns the first reason why a person may not grant an approval; `nil` where they may.
  func bar(on userID: String, from demand: ApprovalDemand) -> String? {
    if let bar = bar(on: userID) { return bar }
    return demand.exclusion(of: userID)
  }

  /// Returns the note for a demand that no one can fulfil, because only excluded people are asked: `@max may not grant it: @max
  /// proposed it`.
  func bar(onAllOf demand: ApprovalDemand) -> String? {
    guard demand.approvers.allSatisfy({ $0.userID != nil }), let first = demand.approvers.first?.userID else { return nil }
    let barred = barred(from: demand)
    guard demand.approvers.allSatisfy({ $0.userID.map { barred.contains(Text($0)) } ?? false }) else { return nil }
    return bar(on: first, from: demand).map { "@\(first) may not grant it: \($0)" }
  }
}

/// A person who gave, or is about to give, a grant, a denial or a consent.
struct Assent {
  var userID: String
  var actor: JSONObject
  var timestamp: Timestamp
  /// The reason in a denial.
  var why: String?
  /// The authority of a grant or denial, besides the actor's own roles.
  var standing = Standing()

  /// Reads an entry.
  ///
  /// - Parameters:
  ///   - entry: a fact of pack `converge`; the result is `nil` where its actor is no user.
  ///   - language: from version 3 on, the result is also `nil` for malformed ids, so that no one counts twice.
  init?(_ entry: Entry, _ kind: AssentRecord.Kind, language: LanguageVersion) {
    let record = AssentRecord(entry, kind)
    guard let person = Assent(actor: entry.actor, now: entry.timestamp, userID: record.named) else {
      return nil
    }
    self = person
    timestamp = Timestamp(text: record.moment) ?? entry.timestamp
    why = record.why
    standing = record.standing.map { Standing(role: $0["role"]?.stringValue, person: $0["for"]?.stringValue) } ?? Standing()
    let ids = [userID, standing.role, standing.person] + (actor["roles"]?.arrayValue ?? []).map(\.stringValue)
    if language >= .three, ids.contains(where: { $0.flatMap(Identifier.fault) != nil }) { return nil }
  }

  /// Creates a person from an actor.
  ///
  /// - Parameter userID: the person, if it is given separately from the actor.
  init?(actor: JSONObject, now: Timestamp, userID: String? = nil) {
    guard actor["type"] == .text("user"), let userID = userID ?? actor["user_id"]?.stringValue else { return nil }
    self.userID = userID
    self.actor = actor
    timestamp = now
  }

  func hasRole(_ role: String) -> Bool { actor["roles"]?.arrayValue?.contains(.text(role)) ?? false }

  /// Returns whether it is that person's own answer, or given in their place.
  func answers(for person: String) -> Bool {
    Text(person) == Text(userID) || standing.person.map { Text($0) } == Text(person)
  }

  /// Returns whether it is given by a person, or in the place of a person, who may not give it.
  func isBarred(_ people: Set<Text>) -> Bool {
    people.contains(Text(userID)) || (standing.person.map { people.contains(Text($0)) } ?? false)
  }
}

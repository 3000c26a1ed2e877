import TruthsDiagnostics
import TruthsEngine
import TruthsJSON
import TruthsLedger
import TruthsProgram
import TruthsSyntax
import TruthsText

extension RunEvaluation {
  /// Determines which acceptance clauses are approved, consented to, overridden or denied (runs §3.5).
  ///
  /// - Returns: the violations with `approved_by`, `overridden` and `override`, and the first denial that counts, with its
  ///   words.
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

  /// Returns the id of the request for an approval of a clause. It depends on the proposal and on the people who are asked.
  func request(for violation: Violation) -> String {
    Hashes.request(
      proposalHash: proposalHash.prefixed, truthID: violation.truthID, clause: violation.clause,
      role: demand(of: violation).text)
  }

  /// Returns the approval that a clause demands.
  ///
  /// The people that the clause names come first. If it names none, the demand is for the role in policy `approver_role` of the
  /// clause's pack, then of pack trust. Without such a policy, it is for `manager`.
  func demand(of violation: Violation) -> ApprovalDemand {
    violation.approval
      ?? ApprovalDemand(approvers: [.init(role: engineText("approver_role", for: violation) ?? "manager")])
  }

  /// Returns the value of a policy that the engine reads: from the truth's pack, or from pack trust if the truth's pack has
  /// none.
  func enginePolicy(_ name: String, for violation: Violation) -> Value? {
    let pack = String(violation.declaredBy.prefix { $0 != "." })
    return policy(name, pack: pack) ?? policy(name, pack: "trust")
  }

  private func engineText(_ name: String, for violation: Violation) -> String? {
    guard case .text(let text)? = enginePolicy(name, for: violation) else { return nil }
    return text.string
  }

  /// Returns the people whose grants count, sorted by the bytes of their ids. The first valid grants count, as many as are
  /// demanded.
  ///
  /// A grant counts if the person may grant (four eyes), and the grant is not too old. The result is empty if there are too few
  /// grants. A grant counts for one proposal only. A request's id has only 64 bits, and a proposer chooses the content that it
  /// hashes; the request therefore also names the whole hash of its proposal (approvals §4.2).
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

  /// Returns the words of a denial by anyone who is asked, even if four eyes or `not by` excludes the person; `nil` if none
  /// exists. A denial never expires.
  private func denied(_ request: String, _ demand: ApprovalDemand) -> String? {
    for entry in before.approvals.denials(of: request) {
      guard let denial = Assent(entry, .denial, language: .two), demand.includes(denial) else {
        continue
      }
      return "denied by @\(Quotation.of(denial.userID)): \(Quotation.of(denial.why ?? ""))"
    }
    return nil
  }

  /// Returns whether an override covers a clause. The clause must be an acceptance clause of the truth that the override names,
  /// even if another truth reports it.
  ///
  /// - Parameter clauses: the ids of the clauses of the named truth that have their own ids.
  private func isNamedByOverride(_ violation: Violation, _ clauses: Set<String>) -> Bool {
    guard let named = proposal.override?.truthID else { return false }
    return named == violation.declaredBy || named == violation.truthID || clauses.contains(violation.truthID)
  }

  private var overriddenClauses: Set<String> {
    guard let named = proposal.override?.truthID else { return [] }
    return Set(program.truths.filter { $0.id == named }.flatMap(\.clauseIDs))
  }

  /// Returns the violation of an override that names no truth, or a truth that did not fire; `nil` if none exists.
  ///
  /// - Parameter derived: the matches for which truths that start from facts have fired; `nil` before they are known. Until
  ///   then, such truths, and invariants over the state, count as fired.
  func invalidOverride(_ evaluation: TruthEvaluation, derived: MatchLog? = nil) -> Violation? {
    guard let override = proposal.override else { return nil }
    guard let named = override.truthID else {
      return .builtIn(.overrideInvalid, .requirement, "the override names no truth")
    }
    let read = Set(evaluation.fired.map { program.truths[$0].id } + evaluation.invariants.map { program.invariants[$0].id })
    var knownDeclarations = read.union(evaluation.violations.map(\.truthID))
    for truth in program.truths where read.contains(truth.id) { knownDeclarations.formUnion(truth.clauseIDs) }
    let ofState = program.invariants.filter { $0.applies == .state }.map(\.id)
    if let derived {
      for truth in derived.distinctTruths {
        knownDeclarations.formUnion([program.truths[truth].id] + program.truths[truth].clauseIDs)
      }
      knownDeclarations.formUnion(ofState)
    } else if ofState.contains(named)
      || program.truths.contains(where: { !$0.matches.isEmpty && ([$0.id] + $0.clauseIDs).contains(named) })
    {
      return nil
    }
    guard !knownDeclarations.contains(named) else { return nil }
    let names = WorkMeter.ofNames(isLimited: procedure.limitsNames)
    let nearest =
      names.nearestName(to: named, among: knownDeclarations.union(ofState).sorted()).map { "; did you mean \($0)?" } ?? ""
    return .builtIn(.overrideInvalid, .requirement, "the override names \(named), which did not fire\(nearest)")
  }
}

extension CheckedTruth {
  /// The ids of the truth's clauses, for clauses that have their own ids.
  fileprivate var clauseIDs: [String] { (invariants + ensures).filter(\.hasOwnID).map(\.id) }
}

extension RunProcedure {
  /// Returns the role in an intent's `consent_by`; `nil` if the intent names none.
  package func consentRole(of intent: String?) -> String? {
    intent.flatMap { governing.index(of: $0) }.flatMap { program.intents[$0].consentBy }
  }
}

extension RunEvaluation {
  /// The agreement of people to the proposal: who must consent, and who has consented.
  var agreement: Agreement {
    Agreement(
      proposal, hash: proposalHash, before.approvals, role: procedure.consentRole(of: proposal.action),
      language: procedure.language)
  }

  /// Checks, in step 3, the stricter of two consent levels: the intent's and the proposal's own (runs §3.4).
  ///
  /// - Returns: the verdict of a run that waits for a consent or an override; `nil` if the run need not wait.
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

  /// The first reason why the proposal's override does not count; `nil` if the override counts, or none exists.
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

  /// The role that may use break-glass: the value of the policy in pack trust or, without that policy, `break_glass`.
  private var breakGlassRole: String { policyText("break_glass_role", pack: "trust") ?? "break_glass" }

  /// Returns the value of a text policy that the engine reads; `nil` if there is no such policy.
  private func policyText(_ name: String, pack: String) -> String? {
    guard case .text(let text) = policy(name, pack: pack) else { return nil }
    return text.string
  }

  /// Returns the current value of a policy that the engine reads; `nil` if there is no such policy.
  func policy(_ name: String, pack: String) -> Value? {
    procedure.policyPlaces["\(pack).\(name)"].map { before.store.policies[$0] }
  }
}

extension Violation {
  /// Records the reason why the proposal's override does not count for the violation.
  mutating func note(overrideFault: String) {
    self.overrideFault = overrideFault
    reason += "; the override does not count: \(overrideFault)"
  }
}

/// The agreement of people to one proposal: who must consent, who consented, and who may not grant approvals (approvals §1).
///
/// Only a person can agree. An entry does not count if its actor is not of type `user`, whatever roles the actor has.
struct Agreement {
  let proposal: ReceivedProposal
  /// The role in the intent's `consent_by`; `nil` if the intent names none.
  let role: String?
  /// The consents to exactly this proposal, oldest first.
  private let consents: [Assent]

  /// Creates the agreement.
  ///
  /// - Parameters:
  ///   - approvals: the approvals in the context on which the proposal is decided.
  ///   - role: the role in the intent's `consent_by`; `nil` if the intent names none.
  ///   - language: the language version whose rules decide which consents are valid.
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
    /// One person. If a role is given, the person must have it.
    case person(String, role: String?)
    case role(String)
    case organisation(String)
    case anyone
  }

  /// The people who may consent. For a user's proposal it is that user. For the proposal of an agent or a system it is a
  /// person.
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

  /// Returns the reason why a person may not consent, such as `it wants consent from @ann`.
  func need(of person: Assent) -> String {
    if case .person(let userID, let role?) = wanted, Text(userID) == Text(person.userID) {
      return "@\(userID) does not have \(RoleText.text(role))"
    }
    return "it wants \(awaited.words)"
  }

  /// The id of the person who consented: the user who proposed with consent, or the person of the first valid `consent.given`.
  /// `nil` if no one consented.
  var consenter: String? {
    if proposal.hasConsent == true, proposal.actorType == "user" { return proposal.userID }
    return consents.first { isConsenter($0) }?.userID
  }

  /// Returns the reason why a person may not grant the proposal's approvals (four eyes); `nil` if the person may.
  func bar(on userID: String) -> String? {
    let person = Text(userID)
    if person == Text(proposal.userID) { return "@\(userID) proposed it" }
    if consents.contains(where: { Text($0.userID) == person }) { return "@\(userID) consented to it" }
    if let other = proposal.onBehalfOf, Text(other) == person { return "it is done for @\(userID)" }
    return nil
  }

  /// Returns all people who may not grant an approval, because of four eyes or because the demand excludes them.
  func barred(from demand: ApprovalDemand) -> Set<Text> {
    Set([proposal.userID, proposal.onBehalfOf].compactMap(\.self).map { Text($0) } + consents.map { Text($0.userID) })
      .union(demand.excluded.map { Text($0) })
  }

  /// Returns the first reason why a person may not grant an approval; `nil` if the person may.
  func bar(on userID: String, from demand: ApprovalDemand) -> String? {
    if let bar = bar(on: userID) { return bar }
    return demand.exclusion(of: userID)
  }

  /// Returns the note for a demand that no one can fulfil, because every asked person may not grant it; otherwise `nil`. The note
  /// is such as `@max may not grant it: @max proposed it`.
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
  /// The reason in a denial; `nil` if the entry gives none.
  var why: String?
  /// The authority under which the person grants or denies, besides the person's own roles.
  var standing = AnswerAuthority()

  /// Reads an entry.
  ///
  /// - Parameters:
  ///   - entry: a fact of pack `converge`. The result is `nil` if its actor is not of type `user`.
  ///   - language: the language version. From version 3 on, the result is also `nil` if an id or role is malformed, so that no
  ///     person counts twice.
  init?(_ entry: Entry, _ kind: AssentRecord.Kind, language: LanguageVersion) {
    let record = AssentRecord(entry, kind)
    guard let person = Assent(actor: entry.actor, now: entry.timestamp, userID: record.named) else {
      return nil
    }
    self = person
    timestamp = Timestamp(text: record.moment) ?? entry.timestamp
    why = record.why
    standing =
      record.standing.map { AnswerAuthority(role: $0["role"]?.stringValue, person: $0["for"]?.stringValue) } ?? AnswerAuthority()
    let ids = [userID, standing.role, standing.person] + (actor["roles"]?.arrayValue ?? []).map(\.stringValue)
    if language >= .three, ids.contains(where: { $0.flatMap(Identifier.fault) != nil }) { return nil }
  }

  /// Creates a person from an actor.
  ///
  /// - Parameter userID: the person's id; `nil` to read it from the actor.
  init?(actor: JSONObject, now: Timestamp, userID: String? = nil) {
    guard actor["type"] == .text("user"), let userID = userID ?? actor["user_id"]?.stringValue else { return nil }
    self.userID = userID
    self.actor = actor
    timestamp = now
  }

  func hasRole(_ role: String) -> Bool { actor["roles"]?.arrayValue?.contains(.text(role)) ?? false }

  /// Returns whether the answer is the given person's own, or is given in the place of that person.
  func answers(for person: String) -> Bool {
    Text(person) == Text(userID) || standing.person.map { Text($0) } == Text(person)
  }

  /// Returns whether the answer is given by one of the excluded people, or in the place of one of them.
  func isBarred(_ people: Set<Text>) -> Bool {
    people.contains(Text(userID)) || (standing.person.map { people.contains(Text($0)) } ?? false)
  }
}

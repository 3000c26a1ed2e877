import Foundation
import Testing
import TruthsAnswers
import TruthsCheck
import TruthsEngine
import TruthsEval
import TruthsJSON
import TruthsLedger
import TruthsProgram
import TruthsRuntime
import TruthsText

/// Ways out of decisions of the repository's fixtures that are not accepted: some of each pack, every eighth with `TRUTHS_SOAK`.
@Suite("Ways to another decision, over the fixtures")
struct WhyNotFixtureTests {
  /// The number of parts of the fixtures, of which a test tries one.
  private static let parts = ProcessInfo.processInfo.environment["TRUTHS_SOAK"] == nil ? 150 : 8

  /// A run of a fixture, with its suggestions.
  private struct Case {
    var id: String
    var scenario: ReceivedScenario
    var basis: ScenarioBasis
    var base: RunOutcome
    var answer: WhyNot
  }

  private static let all = Result { try cases() }

  private static func cases() throws -> [Case] {
    let set = try Repository.truths()
    let suite = try Repository.suite(set, against: EvalSubject(set))
    var cases: [Case] = []
    var number = 0
    for fixture in suite.fixtures {
      guard case .decision(let proposal, _) = fixture.body, let object = proposal.value.objectValue else { continue }
      let scenario = ReceivedScenario(proposal: object, now: fixture.now)
      let basis = ScenarioBasis(procedure: fixture.procedure, context: fixture.context, budget: .standard)
      let base = try fixture.procedure.run(RunRequest(proposal: proposal, now: fixture.now), on: fixture.context)
      if base.decision == .accepted, base.run.status != .waiting { continue }
      number += 1
      guard number.isMultiple(of: parts) else { continue }
      let answer = try ChangeSearch.whyNot(scenario, on: basis, limit: 8, .full, isMeasured: false)
      cases.append(Case(id: fixture.id, scenario: scenario, basis: basis, base: base, answer: answer))
    }
    #expect(number > 1000)
    return cases
  }

  @Test("every way leads to an accepted decision when it is applied, none is a part of another, one-field changes come first")
  func ways() throws {
    var found = 0
    for one in try Self.all.get() {
      let answer = one.answer
      for way in answer.ways {
        found += 1
        let json = ChangeSet.record.object(of: way)
        #expect(try decided(json, one) == .accepted, "\(one.id): \(line(json))")
      }
      let sizes = answer.ways.map(\.changes.count)
      #expect(sizes == sizes.sorted(), "\(one.id)")
      let subjects = answer.ways.map { Set($0.changes.map(\.subject)) }
      for (place, part) in subjects.enumerated() {
        #expect(!subjects.enumerated().contains { $0.offset != place && part.isSubset(of: $0.element) }, "\(one.id)")
      }
      #expect(answer.ways.isEmpty || answer.unmendable.isEmpty, "\(one.id)")
    }
    #expect(found > (Self.parts == 8 ? 150 : 3))
  }

  @Test("where one other value of a field does that is no key, named by clauses or next to what they name, such a way is found")
  func fields() throws {
    var found = 0
    for one in try Self.all.get() {
      guard let change = try bruteForce(one) else { continue }
      found += 1
      let isFound = one.answer.ways.contains { way in
        guard way.changes.count == 1, case .field(let place, _, _) = way.changes[0] else { return false }
        return !place.isEnvelope
      }
      #expect(isFound, "\(one.id): \(change)")
      #expect(one.answer.ways.allSatisfy { $0.identityChanges == 0 }, "\(one.id): \(change)")
    }
    #expect(found > 0)
  }

  private func line(_ object: JSONObject) -> String { String(decoding: JSONValue.object(object).compact(), as: UTF8.self) }

  // MARK: Brute force

  /// Returns the first change of one field that leads to acceptance: a constant of the clauses, its neighbours, or no value.
  private func bruteForce(_ one: Case) throws -> String? {
    let (scenario, basis) = (one.scenario, one.basis)
    let program = basis.procedure.program
    let action = scenario.proposal["action"]?.stringValue
    guard let index = program.intents.firstIndex(where: { $0.name == action }) else { return nil }
    let identity = ProposalIdentity(of: index, program)
    for field in program.intents[index].fields {
      let from = (scenario.proposal["payload"] ?? .object(scenario.proposal))[field.jsonName]
      for value in Self.constants(of: field.type, one) + [nil] {
        var proposal = scenario.proposal
        if var payload = proposal["payload"]?.objectValue {
          payload[field.jsonName] = value
          proposal["payload"] = .object(payload)
        } else {
          proposal[field.jsonName] = value
        }
        let change = Change.field(ProposalPlace(field: field.jsonName), from: from, to: value)
        guard proposal != scenario.proposal, !identity.isChanged(by: change) else { continue }
        let outcome = try basis.procedure.run(
          RunRequest(proposal: LocatedJSON(unlocated: .object(proposal)), now: scenario.now), on: basis.context)
        if outcome.decision == .accepted, outcome.run.status != .waiting {
          return "\(field.jsonName) \(value.map { String(decoding: $0.compact(), as: UTF8.self) } ?? "left out")"
        }
      }
    }
    return nil
  }

  /// Returns the numbers and texts in the reasons of the violated clauses, and the values that they show.
  private static func constants(of type: ValueType, _ one: Case) -> [JSONValue?] {
    var values = one.base.violations.flatMap { $0.values.members.map(\.value) }
    let reasons = one.base.violations.map(\.reason).joined(separator: " ")
    for word in reasons.split(whereSeparator: { !$0.isNumber && !$0.isLetter && !"._-:".contains($0) }) {
      if let number = try? Decimal(literal: word) { values.append(.number(number)) } else { values.append(.text(String(word))) }
    }
    switch type {
    case .integer, .decimal:
      return values.flatMap { value -> [JSONValue?] in
        guard case .number(let number) = value else { return [] }
        return [number, try? number.adding(.one).get(), try? number.subtracting(.one).get()].compactMap { $0 }.map { .number($0) }
      }
    case .text, .enumeration, .date, .timestamp: return values.filter { $0.stringValue != nil }
    case .boolean: return [.boolean(true), .boolean(false)]
    default: return []
    }
  }

  // MARK: Applying

  private static let envelope: Set = [
    "actor", "consent", "pack", "confidence", "on_behalf_of", "truths_hash", "policies_hash", "override", "action",
  ]

  /// Returns the decision with a printed suggestion, which the test applies by itself.
  private func decided(_ way: JSONObject, _ one: Case) throws -> DecisionOutcome? {
    let procedure = one.basis.procedure
    let now = one.scenario.now ?? .epoch
    var proposal = one.scenario.proposal
    var context = one.basis.context
    var approvals: [JSONObject] = []
    for change in way["changes"]?.arrayValue ?? [] {
      if let field = change["field"]?.stringValue {
        let isEnvelope = Self.envelope.contains(String(field.prefix { $0 != "." }))
        let path = Self.path(field)
        if !isEnvelope, let payload = proposal["payload"] {
          proposal["payload"] = Self.set(change["to"] ?? .null, path[...], payload)
        } else {
          if path.first == "actor", proposal["actor"] == nil { proposal["actor"] = .object(ReceivedProposal.defaultActor) }
          proposal = try #require(Self.set(change["to"] ?? .null, path[...], .object(proposal))?.objectValue)
        }
      } else if let fact = change["fact"] {
        context = try adding(fact, to: context, procedure, now)
      } else {
        approvals.append(try #require((change["approval"] ?? change["consent"])?.objectValue))
      }
    }
    var outcome = try procedure.run(
      RunRequest(proposal: LocatedJSON(unlocated: .object(proposal)), now: one.scenario.now), on: context)
    guard !approvals.isEmpty else { return outcome.run.status == .waiting ? nil : outcome.decision }
    for _ in 0..<4 where outcome.run.status == .waiting {
      context = outcome.context
      // Everybody whom the way names answers everything that is asked.
      let requests = outcome.facts.filter { $0["type"]?.stringValue == "approval.requested" }.compactMap { $0["request"] }
      var answers: [JSONObject] = requests.map { ["action": .text("grant_approval"), "request": $0] }
      answers.append(["action": .text("give_consent"), "proposal_hash": .text(outcome.proposalHash)])
      for (place, person) in approvals.enumerated() {
        let actor: JSONObject = [
          "type": .text("user"), "user_id": person["by"] ?? .text("person_\(place)"),
          "roles": .array(person["role"].map { [$0] } ?? []),
        ]
        for answer in answers {
          let given = try procedure.run(
            RunRequest(proposal: LocatedJSON(unlocated: .object(answer)), now: now, actor: actor), on: context)
          if given.decision == .accepted { context = given.context }
        }
      }
      guard let next = try procedure.reevaluate(runID: outcome.run.runID, on: context, now: now) else { return nil }
      outcome = next
    }
    return outcome.run.status == .waiting ? nil : outcome.decision
  }

  /// `line_items[2].quantity` as `line_items`, `2`, `quantity`.
  private static func path(_ field: String) -> [String] {
    field.split { ".[]".contains($0) }.map(String.init)
  }

  private static func set(_ value: JSONValue, _ path: ArraySlice<String>, _ whole: JSONValue) -> JSONValue? {
    guard let name = path.first else { return value == .null ? nil : value }
    if var elements = whole.arrayValue, let place = Int(name) {
      if let changed = set(value, path.dropFirst(), elements[place - 1]) {
        elements[place - 1] = changed
      } else {
        elements.remove(at: place - 1)
      }
      return .array(elements)
    }
    var object = whole.objectValue ?? [:]
    object[name] = set(value, path.dropFirst(), object[name] ?? .null)
    return .object(object)
  }

  /// Returns the context with a fact from outside, brought in by an actor who may do so.
  private func adding(_ fact: JSONValue, to context: Context, _ procedure: RunProcedure, _ now: Timestamp) throws -> Context {
    let type = procedure.program.facts.first { $0.name == fact["type"]?.stringValue }
    let actors: [JSONObject] = [
      ["type": .text("system"), "user_id": .text("importer"), "roles": .array([])],
      [
        "type": .text("user"), "user_id": .text("clerk"),
        "roles": .array((type?.arrival?.by ?? []).map { .text($0) }),
      ],
    ]
    for actor in actors {
      let result = procedure.inject(
        LocatedJSON(unlocated: fact), actor: actor, runID: "run_o", correlationID: "corr_o", now: now, on: context)
      if case .appended(let context, _) = result { return context }
    }
    Issue.record("\(fact) does not arrive")
    return context
  }
}

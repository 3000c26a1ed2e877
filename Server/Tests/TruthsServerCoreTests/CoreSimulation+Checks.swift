import Foundation
import Truths
import TruthsServerCore
import TruthsServerTestSupport

/// The properties that hold during a simulation and at its end.
extension CoreSimulation {
  /// Notes the answer to a proposal. One key has one answer.
  mutating func note(_ answer: [String: Any]) throws {
    tally.answers += 1
    guard let key = answer["to"] as? String, let order = keys[key], answer["refused"] as? Bool == false else { return }
    if answer["truth_id"] as? String == "converge.idempotency.conflict" { return }
    let run = answer["run"] as? [String: Any]
    let decision = answer["decision"] as? String
    orders[order].proposalID = answer["proposal_id"] as? String ?? orders[order].proposalID
    orders[order].told.append((decision, run?["run_id"] as? String))
    if answer["replay"] as? Bool == true { tally.replays += 1 }
    if decision == nil { tally.held += 1 }
    guard let decision, run?["status"] as? String != "waiting" else { return }
    if decision == "accepted" { tally.accepted += 1 }
    if let before = orders[order].final, before != decision {
      throw Violation(description: "\(orders[order].id) was \(before), and then \(decision)")
    }
    orders[order].final = decision
  }

  /// Checks that every acknowledged entry is on disk exactly once, and that the ledger verifies.
  func checkKept(ledger: [UInt8], journal: [UInt8]) throws {
    let index = LedgerIndex(ledger)
    let (ledgerText, journalText) = (Data(ledger), Data(journal))
    for order in orders where !order.isConflict {
      if !order.told.isEmpty {
        let name = #""order_id":"\#(order.id)""#
        guard StreamText.contains(name, in: ledgerText) || StreamText.contains(name, in: journalText) else {
          throw Violation(description: "\(order.id) was acknowledged, and is not kept")
        }
      }
      for (decision, run) in order.told {
        guard let decision, let run else { continue }
        guard index.decisions[run]?.contains(decision) == true else {
          throw Violation(description: "\(order.id) was told to be \(decision), and the ledger does not say so of \(run)")
        }
      }
    }
    for order in orders {
      // An order that is refused because of its organisation or its key leaves no key.
      let isKept = !order.isConflict && !order.id.hasPrefix("cave")
      if isKept, let runs = index.runs[order.id], runs.count > 1 {
        throw Violation(description: "\(order.id) was decided in \(runs.sorted())")
      }
      let placed = index.placed[order.id] ?? 0
      if placed > (isKept ? 1 : 0) {
        throw Violation(description: "\(order.id) was placed \(placed) times")
      }
    }
    try verify(ledger, isReplaying: false)
  }

  private func verify(_ ledger: [UInt8], isReplaying: Bool) throws {
    if ledger.isEmpty { return }
    var question = VerificationQuestion()
    question.isReplaying = isReplaying
    let report = try Record(SourceText(path: "ledger.jsonl", bytes: ledger)).verify(
      with: try Self.ruleSets().map(\.workspace), question: question)
    if !report.isUnchanged { throw Violation(description: "the ledger: \(report.text)") }
  }

  /// Runs on without faults and without new actions, until every client has all messages.
  mutating func comeToRest() throws {
    faults = 0
    simulated.script = [:]
    simulated.capacity = .max
    for client in clients.indices where !clients[client].program.isConnected && clients[client].opening == nil {
      connect(client)
    }
    for second in 0..<180 {
      now += 1_000
      if process == nil, now >= downUntil { try begin() }
      if second % 10 == 1, process?.served.state.isPaused == true { try resume() }
      try exchange()
      if second % 10 == 9, try restless() == nil { return }
    }
    throw Violation(description: "it does not come to rest: \(try restless() ?? "")")
  }

  private mutating func resume() throws {
    try process?.served.open("observer that steers", by: SimulatedOffice.operatorActor, over: .rest)
    try process?.served.receive(Array(#"{"control_type":"resume"}"#.utf8), from: "observer that steers", now: now)
  }

  /// Returns the work that is left; `nil` at rest.
  private func restless() throws -> String? {
    guard let served = process?.served else { return "there is no server" }
    if served.state.isPaused { return "the session is paused" }
    if !served.isSaved { return "something is not saved" }
    for client in clients {
      let name = "@\(client.person.name)"
      guard client.program.isConnected else { return "\(name) is not connected" }
      guard let saved = StreamText.object(Data(client.program.saved.utf8)),
        let view = StreamText.object(Data(client.program.view.utf8))
      else { return "\(name) cannot be read" }
      if let outbox = saved["outbox"] as? [Any], !outbox.isEmpty { return "\(name) waits for answers: \(outbox)" }
      if let missing = view["missing_seqs"] as? [Int], !missing.isEmpty { return "\(name) misses \(missing)" }
      if view["seq"] as? Int != served.state.currentSeq {
        return "\(name) is at \(view["seq"] ?? ""), and the stream at \(served.state.currentSeq)"
      }
    }
    return nil
  }

  /// Checks the views of all people at the end, and the files.
  mutating func checkEnd() throws {
    guard let session = process?.served.state else { return }
    let (ledger, journal) = (simulated.bytes(of: .ledger), simulated.bytes(of: .journal))
    if session.ledger != ledger { throw Violation(description: "the session and the disk have two ledgers") }
    try checkKept(ledger: ledger, journal: journal)
    try verify(ledger, isReplaying: true)
    try checkRules(of: ledger)
    let index = LedgerIndex(ledger)
    var orders: [String: [String]] = [:]
    for observer in observers {
      let person = observer.person
      let whole = try everything(for: person)
      let events = StreamText.events(in: whole)
      for event in events { try note(event, to: person) }
      let seqs = Set(events.map { StreamText.seq(of: $0) })
      let known = Set((told[person.name] ?? [:]).keys)
      if known != seqs { throw Violation(description: "\(person.name) was told of \(known.subtracting(seqs).sorted()) besides") }
      for client in clients where client.person.name == person.name && !client.hasJumped && client.seen != seqs {
        throw Violation(
          description: "@\(client.person.name) was not told of \(seqs.subtracting(client.seen).sorted()) of \(seqs.count)")
      }
      let order = events.map(Self.place)
      if let other = orders[person.organisation], other != order {
        throw Violation(description: "@\(person.name) sees another order than others of \(person.organisation)")
      }
      orders[person.organisation] = order
      try checkOrganisations(of: events, for: person, index)
    }
  }

  /// Returns the kind and the position of an event.
  private static func place(of event: Data) -> String {
    let object = StreamText.object(event) ?? [:]
    let entry = (object["payload"] as? [String: Any])?["entry_id"] ?? ""
    return "\(object["seq"] ?? "") \(object["event_type"] ?? "") \(object["job_id"] ?? "") \(entry)"
  }

  /// Returns the whole stream, as a person without earlier events receives it.
  private mutating func everything(for person: SimulatedPerson) throws -> Data {
    let name = "observer of everything"
    try process?.served.open(name, by: person.actor, over: .rest)
    try process?.served.receive(Array(#"{"resume":{"resume_from_seq":0,"subscribe":false}}"#.utf8), from: name, now: now)
    let message = process?.served.outgoing(to: name).first.map { Data($0.bytes) } ?? Data()
    process?.served.close(name)
    try checkSecrets(of: message, to: person)
    guard mistake == .countsAnew, let stream, let present = process?.served.state.streamID else { return message }
    return StreamText.replacing(present, by: stream, in: message)
  }

  /// Checks that people see only events of runs of their organisation.
  private func checkOrganisations(of events: [Data], for person: SimulatedPerson, _ index: LedgerIndex) throws {
    for event in events {
      guard let payload = StreamText.object(event)?["payload"] as? [String: Any], let run = payload["run_id"] as? String,
        let organisation = index.organisations[run], organisation != person.organisation
      else { continue }
      throw Violation(description: "@\(person.name) sees \(String(decoding: event, as: UTF8.self)) of \(organisation)")
    }
  }
}

import Foundation
import Truths
import TruthsServerCore
import TruthsServerTestSupport

/// Rules that change while people work: the files hold others, and the operator adopts them.
extension CoreSimulation {
  /// The sets that the files hold at one time or another.
  static func ruleSets() throws -> [RuleSet] { [try SimulatedOffice.rules.get(), try SimulatedOffice.laterRules.get()] }

  /// Perhaps changes the rules in the files, and perhaps proposes their adoption.
  mutating func changeRules() throws {
    let (isChanged, isAdopted) = (numbers.percent(10), numbers.percent(8))
    if isChanged {
      files = 1 - files
      try process?.served.offer([try Self.ruleSets()[files]], now: now)
    }
    guard isAdopted else { return }
    let hash = try Self.ruleSets()[files].hash
    let proposal = #"{"action":"adopt_truths","hash":"\#(hash)","proposal_id":"adopt-\#(now)","idempotency_key":"adopt-\#(now)"}"#
    try process?.served.open("observer that adopts", by: SimulatedOffice.operatorActor, over: .rest)
    try process?.served.receive(Array(#"{"propose":\#(proposal)}"#.utf8), from: "observer that adopts", now: now)
  }

  /// The rules that a process begins with: those in force in the ledger; without a decision those of the files.
  func rulesToGoOnWith(_ ledger: SourceText) throws -> RuleSet {
    let sets = try Self.ruleSets()
    guard mistake != .goesOnWithTheFiles, !ledger.bytes.isEmpty, let hash = try Record(ledger).rulesInForce else {
      return sets[files]
    }
    guard let rules = sets.first(where: { $0.hash == hash }) else { throw Violation(description: "nobody has the rules \(hash)") }
    return rules
  }

  /// Every decision is of the rules that were in force before it.
  mutating func checkRules(of ledger: [UInt8]) throws {
    var inForce: String?
    for line in ledger.split(separator: UInt8(ascii: "\n")) {
      guard let entry = StreamText.object(Data(line)), let payload = entry["payload"] as? [String: Any] else { continue }
      if entry["entry_type"] as? String == "decision", let hash = payload["truths_hash"] as? String {
        if let inForce, hash != inForce { throw Violation(description: "\(entry) was decided by other rules than \(inForce)") }
        inForce = hash
      }
      guard entry["entry_type"] as? String == "fact", payload["type"] as? String == "truths.adopted" else { continue }
      if payload["hash"] as? String != inForce { tally.adoptions += 1 }
      inForce = payload["hash"] as? String
    }
  }
}

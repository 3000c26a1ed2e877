import Testing
import TruthsCheck
import TruthsDiagnostics
import TruthsEngine
import TruthsJSON
import TruthsLedger
import TruthsProgram
import TruthsRuntime
import TruthsText

/// Proposals that are decided in one ledger, and split over several by a field.
struct SplitBatch {
  let procedure: RunProcedure
  let partitioning: Partitioning
  let field: String
  /// Facts in short form.
  var start: [String] = []

  init(_ procedure: RunProcedure, by field: String, start: [String] = []) {
    (self.procedure, self.field, self.start) = (procedure, field, start)
    partitioning = Partitioning(procedure.program, by: field)
  }

  var program: Program { procedure.program }

  /// The intents whose proposals may be split.
  var pinned: Set<String> { names(partitioning.verdicts.filter(\.isPinned)) }

  /// The intents that have the field.
  var keyed: Set<String> { names(partitioning.verdicts.filter { $0.field != nil }) }

  private func names(_ verdicts: [Partitioning.Verdict]) -> Set<String> {
    Set(verdicts.map { program.intents[$0.intent].name })
  }

  /// Returns, as text, the parts of each decision that must not differ (partitions §3).
  ///
  /// - Parameters:
  ///   - proposals: the proposals, each with the field.
  ///   - ledgers: the number of ledgers.
  ///   - sharing: whether each ledger starts with the facts of all keys.
  func outcomes(_ proposals: [String], over ledgers: Int, sharing: Bool = false) throws -> [String] {
    var contexts = try contexts(over: ledgers, sharing: sharing)
    return try proposals.enumerated().map { turn, text in
      let proposal = try Trial.json(text)
      let value = self.value(of: proposal.value.objectValue ?? [:])
      let place = ledgers == 1 ? 0 : Self.place(of: value, among: ledgers)
      // An hour lies between two proposals.
      let (day, hour) = (turn / 24 % 28 + 1, turn % 24)
      let now = Timestamp(text: "2024-01-\(day < 10 ? "0" : "")\(day)T\(hour < 10 ? "0" : "")\(hour):00:00Z") ?? .epoch
      let outcome = try procedure.run(RunRequest(proposal: proposal, now: now), on: contexts[place])
      contexts[place] = outcome.context
      return Self.told(outcome)
    }
  }

  /// Returns the contexts with which the ledgers start.
  private func contexts(over ledgers: Int, sharing: Bool = false) throws -> [Context] {
    try (0..<ledgers).map { number in
      try procedure.context(from: Trial.entries(start.filter { ledgers == 1 || sharing || belongs($0, to: number, of: ledgers) }))
    }
  }

  /// Returns whether the initial context of each ledger can be closed (partitions §3.2). Otherwise it would halt every proposal,
  /// also those without a finding.
  func isClosable(overs: [Int] = [1, 3, 8]) throws -> Bool {
    let proposal = try Trial.json(#"{"action":"nothing_of_the_kind","proposal_id":"p"}"#)
    return try overs.allSatisfy { ledgers in
      try contexts(over: ledgers).allSatisfy { context in
        let outcome = try procedure.run(RunRequest(proposal: proposal, now: .epoch), on: context)
        return outcome.json { _ in "" }["decision"] != .text("halted")
      }
    }
  }

  /// The field of a proposal.
  func value(of proposal: JSONObject) -> JSONValue? { proposal[field] ?? proposal["payload"]?[field] }

  /// Returns the proposals whose decision differs where the batch is split over some ledgers, each with its own facts, and each
  /// with all facts.
  func differences(_ proposals: [String], overs: [Int] = [3, 8]) throws -> Set<Int> {
    let whole = try outcomes(proposals, over: 1)
    var found: Set<Int> = []
    for (ledgers, sharing) in overs.map({ ($0, false) }) + (overs.count > 1 ? [(overs[0], true)] : []) {
      let split = try outcomes(proposals, over: ledgers, sharing: sharing)
      found.formUnion(whole.indices.filter { whole[$0] != split[$0] })
    }
    return found
  }

  /// Returns whether a ledger starts with a fact, because the fact has one of its keys or is a reference. Facts of unknown types
  /// are in no ledger.
  private func belongs(_ text: String, to number: Int, of ledgers: Int) -> Bool {
    guard let object = try? Trial.json(text).value.objectValue,
      let type = program.facts.firstIndex(where: { $0.name == object["type"]?.stringValue })
    else { return true }
    // A fact that is keyed by a request is in every ledger.
    guard !program.facts[type].isBuiltIn, let column = partitioning.column(of: type) else { return true }
    return Self.place(of: object[program.facts[type].fields[column].jsonName], among: ledgers) == number
  }

  /// The facts that a split may begin with: not those of types that are written and hold no key.
  mutating func begin(with facts: [String]) {
    start = facts.filter { text in
      guard let object = try? Trial.json(text).value.objectValue,
        let type = program.facts.firstIndex(where: { $0.name == object["type"]?.stringValue })
      else { return true }
      return !partitioning.isWritten(type) || partitioning.column(of: type) != nil
    }
  }

  private static func place(of value: JSONValue?, among ledgers: Int) -> Int {
    let bytes = value?.canonical() ?? []
    return Int(bytes.reduce(UInt64(14_695_981_039_346_656_037)) { ($0 ^ UInt64($1)) &* 1_099_511_628_211 } >> 8) % ledgers
  }

  private static func told(_ outcome: RunOutcome) -> String {
    let printed = outcome.json { _ in "" }
    var kept: JSONObject = [:]
    for name in ["decision", "truth_id", "reason", "violations", "facts", "proposal_id", "proposal_hash", "output_hash"] {
      kept[name] = printed[name] ?? .null
    }
    kept["waiting_for"] = printed["run"]?["waiting_for"] ?? .null
    kept["status"] = printed["run"]?["status"] ?? .null
    kept["correlation_id"] = printed["entries"]?.arrayValue?.last?["correlation_id"] ?? .null
    return Account.text(kept)
  }
}

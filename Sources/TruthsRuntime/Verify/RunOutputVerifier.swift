import TruthsEngine
package import TruthsJSON
import TruthsLedger
import TruthsText

/// Recomputes what the output of one run says (runtime.md §4): entry ids, trace ids, hashes, the heads, and with the truths and
/// the context before at hand, the decision itself.
package struct RunOutputVerifier {
  private let output: JSONObject
  private let context: Context?
  private let procedure: RunProcedure?
  private var verification = Verification()

  /// - Parameters:
  ///   - output: the object that `truths run --format json` printed.
  ///   - context: the context before the run; the empty one where the output says that it was empty.
  ///   - procedure: over the truths that are at hand.
  package init(output: JSONObject, context: Context?, procedure: RunProcedure?) {
    self.output = output
    self.context = context
    self.procedure = procedure
  }

  /// - Complexity: O(size of the output), and the run once more.
  package mutating func verify() -> Verification {
    let entries = output["entries"]?.arrayValue ?? []
    for (index, json) in entries.enumerated() where verification.difference == nil { verify(entry: json, at: index) }
    verification.compare("output_hash", recomputed: outputHash, found: text("output_hash"))
    verifyRunID(entries)
    verifyHeads(entries)
    replay(entries)
    return verification
  }

  private mutating func verify(entry json: JSONValue, at index: Int) {
    guard let object = json.objectValue, let entry = Entry(json: object) else {
      verification.compare("entries[\(index)]", recomputed: "an entry", found: nil)
      return
    }
    verification.compare("entries[\(index)], entry_id", recomputed: Entry.id(of: object), found: entry.entryID)
    guard entry.type == .trace, let found = entry.payload["trace_id"]?.stringValue else { return }
    let truth = entry.payload["truth_id"]?.stringValue ?? ""
    verification.compare(
      "entries[\(index)], trace_id", recomputed: Hashes.traceID(runID: entry.runID, truthID: truth, sequence: entry.sequence),
      found: found)
  }

  private var outputHash: String {
    let violations = output["violations"]?.arrayValue ?? []
    let withoutPlaces = violations.map { violation -> JSONValue in
      guard case .object(var object) = violation else { return violation }
      object["source"] = nil
      return .object(object)
    }
    return Hashes.output(
      decision: text("decision") ?? "", truthID: text("truth_id") ?? "", reason: text("reason") ?? "",
      violations: .array(withoutPlaces), facts: output["facts"]?.arrayValue?.compactMap(\.objectValue) ?? [])
  }

  /// The `run_id` follows from `input_hash`, unless the proposal gave one or the run goes on.
  private mutating func verifyRunID(_ entries: [JSONValue]) {
    guard let proposal = entries.first(where: { $0["entry_type"] == .text("proposal") }), proposal["payload"]?["run_id"] == nil,
      proposal["payload"]?["proposal"]?["run_id"] == nil
    else { return }
    verification.compare(
      "run.run_id", recomputed: Hashes.runID(inputHash: text("input_hash") ?? ""), found: output["run"]?["run_id"]?.stringValue)
  }

  private mutating func verifyHeads(_ entries: [JSONValue]) {
    let before = output["context"]?["before"]
    guard var ledger = context?.ledger ?? (before?["size"] == .number(.zero) ? Ledger() : nil) else {
      return verification.note("the context before the run is not at hand: heads were not recomputed (give it with --context)")
    }
    let found = before?["head"]?.stringValue
    guard verification.compare("context.before.head", recomputed: ledger.head, found: found) else { return }
    for json in entries {
      if let entry = json.objectValue.flatMap({ Entry(json: $0) }) { ledger.append(entry) }
    }
    verification.compare("context.after.head", recomputed: ledger.head, found: output["context"]?["after"]?["head"]?.stringValue)
  }

  /// Decides the proposal again, under the same truths on the same context.
  private mutating func replay(_ entries: [JSONValue]) {
    guard verification.difference == nil else { return }
    guard let procedure else { return verification.note("no truths at hand: the decision was not made again") }
    guard procedure.truthsHash == text("truths") else {
      return verification.note("the truths at hand are not those of this run: the decision was not made again")
    }
    let isFromEmpty = output["context"]?["before"]?["size"] == .number(.zero)
    guard let context = context ?? (isFromEmpty ? procedure.emptyContext : nil),
      let proposal = entries.first(where: { $0["entry_type"] == .text("proposal") }), let payload = proposal["payload"],
      let now = proposal["timestamp"]?.stringValue.flatMap({ Timestamp(text: $0) })
    else { return verification.note("the proposal or its context is not at hand: the decision was not made again") }
    let made = procedure.run(RunRequest(proposal: LocatedJSON(unlocated: payload), now: now), on: context)
    guard made.inputHash == text("input_hash") else {
      return verification.note("the run had a budget of its own: the decision was not made again")
    }
    verification.compare("output_hash, decided again", recomputed: made.outputHash, found: text("output_hash"))
    verification.compare(
      "entries, decided again", recomputed: canonical(.array(made.entries.map { .object($0.json) })),
      found: canonical(.array(entries)))
    verification.replayed += 1
  }

  private func text(_ member: String) -> String? { output[member]?.stringValue }

  private func canonical(_ value: JSONValue) -> String { String(decoding: value.canonical(), as: UTF8.self) }
}

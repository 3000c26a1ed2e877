import TruthsEngine
import TruthsJSON
import TruthsLedger
import TruthsText

extension RunOutputVerifier {
  /// Decides the proposal again, under the same truths on the same context, and compares everything that is printed.
  mutating func decideAgain() {
    guard let procedure else { return verification.count(unmade: .noTruths) }
    guard procedure.truthsHash == text("truths") else {
      return verification.count(unmade: .otherTruths(text("truths") ?? ""))
    }
    if let decision = entries.first(where: { $0.type == .decision }) {
      guard let basis = RecordedBasis(decision.payload) else { return verification.count(unmade: .version1) }
      guard basis.isSpoken else { return verification.count(unmade: .language(basis.languageText)) }
    }
    if let context, entries.isEmpty, context.runs.record(runID) == nil {
      verification.compare("run.run_id", recomputed: "a run of the context", found: runID)
    }
    guard verification.difference == nil else { return }
    let budget = output["budget"].flatMap { Budget(json: $0) } ?? .standard
    guard let context, let request = request(context, budget) else {
      return verification.count(unmade: .inputMissing)
    }
    guard let made = try? procedure.run(request, on: context) else { return verification.count(unmade: .overworked) }
    guard made.isReplay || made.inputHash == text("input_hash") else {
      return verification.count(unmade: .inputMissing)
    }
    compare(made)
    verification.replayed += 1
  }

  private var runID: String { output["run"]?["run_id"]?.stringValue ?? "" }

  /// The proposal as received and the moment of the run: from its entry, which stands in the context where the run went on.
  private func request(_ context: Context, _ budget: Budget) -> RunRequest? {
    let began = entries.first { $0.type == .proposal }
    guard let entry = began ?? context.runs.record(runID)?.entry else { return nil }
    let decided = entries.first { $0.type == .decision }?.timestamp
    let now = began?.timestamp ?? decided ?? output["run"]?["last_activity"]?.stringValue.flatMap { Timestamp(text: $0) }
    return now.map { Self.request(of: entry, now: $0, budget: budget) }
  }

  /// Member by member, in the order in which they are printed. Places in files are compared where they are known.
  private mutating func compare(_ made: RunOutcome) {
    let object = made.json(source: source ?? { _ in "" })
    for member in object.members {
      let (recomputed, found) = (
        comparable(member.value, member.name), output[member.name.string].map { comparable($0, member.name) }
      )
      verification.compare("\(member.name), decided again", recomputed: recomputed, found: found)
    }
    let names = { (members: JSONObject) in members.members.map(\.name.string).sorted().joined(separator: ", ") }
    verification.compare("members", recomputed: names(object), found: names(output))
  }

  private func comparable(_ value: JSONValue, _ name: Text) -> String {
    guard source == nil, name == "violations", case .array(let violations) = value else { return canonical(value) }
    return canonical(
      .array(
        violations.map { violation in
          guard case .object(var object) = violation else { return violation }
          object["source"] = nil
          return .object(object)
        }))
  }
}

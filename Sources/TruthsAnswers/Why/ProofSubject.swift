import TruthsJSON
import TruthsLedger
import TruthsProgram
import TruthsRuntime
import TruthsText

/// Finds the decision or fact that the subject of a command names.
extension ProofMaker {
  /// Returns the sequence of the entry that a subject names.
  ///
  /// - Parameter subject: a sequence, the id of an entry, proposal or run, or a fact as `type:key`; `nil` for the last
  ///   decision.
  /// - Returns: the sequence, or the fault in the subject.
  package func sequence(of subject: String?) -> Result<Int, ProofSubjectFault> {
    guard let subject else {
      return past.lastDecision.map { .success(past.entries[$0].sequence) } ?? .failure(ProofSubjectFault("it has no decision"))
    }
    if let number = Int(subject) {
      guard let place = past.index(ofSequence: number) else {
        return .failure(ProofSubjectFault("there is no entry \(number): it has \(past.entries.count)"))
      }
      return explainedSequence(by: place)
    }
    if let place = past.index(ofEntry: subject) { return explainedSequence(by: place) }
    let runs = past.entries.last { $0.type == .proposal && ($0.runID == subject || $0.proposalID == subject) }
    if let runs, let place = past.decision(of: runs.runID) { return .success(past.entries[place].sequence) }
    if let place = fact(subject) { return .success(past.entries[place].sequence) }
    return .failure(
      ProofSubjectFault(
        "there is no entry, proposal or run `\(subject)`, and no such fact; a fact is named by type and key, TYPE:KEY"))
  }

  /// Returns the sequence of the entry at an index. For a proposal or trace, it is the sequence of its run's decision.
  private func explainedSequence(by index: Int) -> Result<Int, ProofSubjectFault> {
    let entry = past.entries[index]
    switch entry.type {
    case .decision, .fact: return .success(entry.sequence)
    case .proposal:
      if let next = past.entries[index...].first(where: { $0.type == .decision && $0.runID == entry.runID }) {
        return .success(next.sequence)
      }
    case .trace:
      if let decision = past.decision(of: entry.runID, before: index) { return .success(past.entries[decision].sequence) }
    }
    let action = entry.payload.text("action").map { " (\($0))" } ?? ""
    let what = "entry \(entry.sequence) is a \(entry.type.rawValue)\(action)"
    return .failure(ProofSubjectFault("\(what): neither a decision nor a fact, nor of a run that was decided"))
  }

  /// Returns the index of the newest fact with a type and key, such as `order.placed:o1`. For a lifecycle, such as
  /// `invoice:i1`, it is the newest state; one with a single instance is named without a key. `nil` if there is no such fact.
  private func fact(_ subject: String) -> Int? {
    let parts = subject.split(separator: ":", maxSplits: 1).map(String.init)
    guard let type = parts.first, parts.count == 2 || hasOneInstance(type) else { return nil }
    let key = parts.count == 2 ? parts[1] : ""
    return past.entries.indices.last { place in
      let entry = past.entries[place]
      guard let name = entry.factType, name == type || name == "\(type).entered" else {
        return false
      }
      return self.key(of: entry.payload, named: name) == key
    }
  }

  /// Whether a name is the name of a lifecycle without a key, or of that lifecycle's history.
  private func hasOneInstance(_ name: String) -> Bool {
    past.procedures.contains { procedure in
      procedure.program.lifecycles.contains { $0.key.isEmpty && [$0.name, "\($0.name).entered"].contains(name) }
    }
  }

  /// Returns the values of a fact's key, joined by commas. If no truth set declares the type, it is the value of the first
  /// field.
  private func key(of payload: JSONObject, named name: String) -> String {
    let types = past.procedures.compactMap { $0.program.facts.first { $0.name == name } }
    let members: [String] =
      if let type = types.first {
        (type.key.isEmpty ? Array(type.fields.indices) : type.key).map { type.fields[$0] }.filter {
          type.lifecycle == nil || $0.name != "step"
        }
        .map(\.jsonName)
      } else {
        payload.members.map(\.name.string).filter { $0 != "type" }.prefix(1).map(\.self)
      }
    return members.compactMap { payload[$0] }.map { $0.stringValue ?? String(decoding: $0.compact(), as: UTF8.self) }
      .joined(separator: ",")
  }
}

/// The reason why a subject names neither a decision nor a fact.
package struct ProofSubjectFault: Error, Sendable {
  package let message: String

  init(_ message: String) { self.message = message }
}

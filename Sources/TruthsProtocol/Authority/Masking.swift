package import TruthsJSON
package import TruthsLedger
package import TruthsProgram
import TruthsRuntime
import TruthsText

/// Masks the values of sensitive fields in entries, for readers without permission to see them (sessions §10.2).
///
/// A session passes every text and value that it shows through this type, which is created once for a program. An entry without
/// sensitive values is returned unchanged.
package struct Masking: Sendable {
  private let fields: SensitiveFields
  private let terms: SensitiveTerms
  private let proposed: ProposedValues
  private let reasons: ReasonTexts

  /// Text that replaces a masked value.
  package static let mask = "***"

  /// The parts of a run that a reader may see.
  package enum Reader: Hashable, Sendable {
    /// Everything, because a truth lets the reader see sensitive values.
    case ofEverything
    /// The values that the reader sent, because the reader proposed the run.
    case proposer
    /// No sensitive value.
    case unprivileged
  }

  package init(program: Program) {
    let program = program.withSensitiveKeys
    fields = SensitiveFields(program)
    terms = SensitiveTerms(program, fields)
    proposed = ProposedValues(program, fields)
    reasons = ReasonTexts(program, proposed)
  }

  /// Whether the program has no sensitive fields; then no entry is ever masked.
  package var isEmpty: Bool { fields.isEmpty }

  /// Whether a field of a fact is masked, or a part of its value.
  package func masks(_ field: Field, ofFact type: String) -> Bool {
    fields.facts[Text(type)]?.maskedPart(of: Text(field.jsonName)) != nil
  }

  /// Whether a field of a proposal is masked, or a part of its value.
  package func masks(_ field: Field, ofProposal action: String) -> Bool {
    fields.intents[Text(action)]?.maskedPart(of: Text(field.jsonName)) != nil
  }

  /// Whether a clause of a truth or invariant reads sensitive values only from the proposal, so that the proposer sees all of
  /// them.
  package func showsProposed(clause: String, of owner: String) -> Bool { proposed.areShown(by: clause, of: owner) }

  /// Whether a field of a fact is made only from the proposal, so that the proposer sees it.
  package func showsProposed(_ field: Field, ofFact type: String) -> Bool { proposed.fills(Text(field.jsonName), of: type) }

  /// Masks an entry, a provisional fact, or another object with an entry's `entry_type` and `payload`.
  ///
  /// If anything is masked, the result has a member `masked` with the paths of the masked values.
  package func masked(_ entry: JSONObject, for reader: Reader = .unprivileged) -> JSONObject {
    guard !isEmpty, let type = entry.text("entry_type").flatMap(Entry.EntryType.init) else { return entry }
    return masked(entry, as: type, for: reader)
  }

  /// Masks an object without an `entry_type`, such as a fact in the state of a snapshot, as an entry of this type.
  package func masked(_ entry: JSONObject, as type: Entry.EntryType, for reader: Reader = .unprivileged) -> JSONObject {
    guard !isEmpty, reader != .ofEverything, let payload = entry.object("payload") else { return entry }
    var masker = masker(for: reader)
    // The reason for which a provisional fact was dropped.
    let dropped = entry.text("reason").flatMap { masker.reason($0, truthID: nil, at: "reason") }
    let masked =
      switch type {
      case .fact: masker.fact(payload, at: "payload")
      case .proposal: masker.proposal(payload, at: "payload")
      case .decision, .trace: masker.decision(payload, at: "payload")
      }
    if masker.paths.isEmpty { return entry }
    let shown = dropped.map { entry.with("reason", .text($0)) } ?? entry
    // An entry that was read from a ledger has its members in another order than a new one.
    let paths = masker.paths.sorted { $0.utf8.lexicographicallyPrecedes($1.utf8) }
    return shown.with("payload", .object(masked)).with("masked", .texts(paths))
  }

  package func masked(fact: JSONObject, for reader: Reader = .unprivileged) -> JSONObject {
    if isEmpty || reader == .ofEverything { return fact }
    var masker = masker(for: reader)
    return masker.fact(fact, at: "")
  }

  /// Masks the reason of an answer or of a status: a generated reason is cut before the first value of a sensitive field.
  ///
  /// - Parameter truthID: the truth that gave the reason, as far as it is known.
  package func masked(reason: String, truthID: String?, for reader: Reader = .unprivileged) -> String {
    if isEmpty || reader == .ofEverything { return reason }
    var masker = masker(for: reader)
    return masker.reason(reason, truthID: truthID, at: "reason") ?? reason
  }

  /// Masks a value that is shown under a name, such as a field or a term of a clause.
  package func masked(_ value: JSONValue, named label: String) -> JSONValue {
    var masker = masker(for: .unprivileged)
    return masker.value(value, named: label, at: "")
  }

  private func masker(for reader: Reader) -> Masker {
    Masker(fields: fields, terms: terms, proposed: proposed, reasons: reasons, isProposer: reader == .proposer)
  }
}

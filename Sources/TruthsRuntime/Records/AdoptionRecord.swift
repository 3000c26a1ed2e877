package import TruthsLedger
import TruthsProgram

/// The adoption of a set of truths, which puts them into force. The fact `truths.adopted` records it (ledgers §4).
package struct AdoptionRecord: Sendable {
  private let entry: Entry

  /// The intent that adopts truths.
  package static let intent = ConvergePack.adoption

  /// Reads an entry.
  ///
  /// - Returns: `nil` for any other entry.
  package init?(_ entry: Entry) {
    guard entry.builtInFact == .truthsAdopted else { return nil }
    self.entry = entry
  }

  /// The hash of the adopted truths.
  package var hash: String? { entry.payload.text("hash") }
  /// The version of the truths, such as `2.1.0`.
  package var version: String? { entry.payload.text("version") }
  /// The reason for the change of rules.
  package var note: String? { entry.payload.text("note") }
  /// The proposer of the adoption.
  package var proposer: String? { entry.payload.text("adopted_by") ?? entry.userID }
}

extension ProposalRecord {
  /// Whether the proposal asks for the adoption of truths.
  package var isAdoption: Bool { action == AdoptionRecord.intent || action == "\(ConvergePack.name).\(AdoptionRecord.intent)" }

  /// The hash of the truths to adopt; `nil` if the proposal is no adoption, or names none.
  package var adoptedHash: String? { isAdoption ? fieldHolder.text("hash") : nil }
}

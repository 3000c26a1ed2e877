package import TruthsLedger
import TruthsProgram

/// Truths that were put into force, as the fact `truths.adopted` tells it (ledgers §4).
package struct AdoptionRecord: Sendable {
  private let entry: Entry

  /// The intent by which truths are adopted.
  package static let intent = ConvergePack.adoption

  /// - Returns: `nil` for an entry of anything else.
  package init?(_ entry: Entry) {
    guard entry.builtInFact == .truthsAdopted else { return nil }
    self.entry = entry
  }

  /// The hash of the truths.
  package var hash: String? { entry.payload.text("hash") }
  /// Their name, such as `2.1.0`.
  package var version: String? { entry.payload.text("version") }
  /// Why the rules change.
  package var note: String? { entry.payload.text("note") }
  /// Who proposed it.
  package var proposer: String? { entry.payload.text("adopted_by") ?? entry.userID }
}

extension ProposalRecord {
  /// Whether it proposes that other truths come into force.
  package var isAdoption: Bool { action == AdoptionRecord.intent || action == "\(ConvergePack.name).\(AdoptionRecord.intent)" }

  /// The hash of the truths that it wants to have adopted.
  package var adoptedHash: String? { isAdoption ? fieldHolder.text("hash") : nil }
}

import TruthsJSON
package import TruthsLedger
import TruthsText

/// The approvals, denials and consents of a context, by what they are about. All entries count, not only the newest of a key.
package struct ApprovalIndex: Sendable {
  private var grants: [String: [Entry]] = [:]
  private var denials: [String: [Entry]] = [:]
  private var requests: Set<String> = []
  private var consents: [String: [Entry]] = [:]

  /// Grants of a request, oldest first.
  package func grants(of request: String) -> [Entry] { grants[request] ?? [] }

  /// Denials of a request, oldest first.
  package func denials(of request: String) -> [Entry] { denials[request] ?? [] }

  /// Whether an approval was asked for already.
  package func isRequested(_ request: String) -> Bool { requests.contains(request) }

  /// Consents to a proposal hash, oldest first.
  package func consents(to hash: String) -> [Entry] { consents[hash] ?? [] }

  /// Takes in a fact entry.
  mutating func append(_ entry: Entry) {
    guard let type = entry.payload["type"]?.stringValue.flatMap(BuiltInFact.init) else { return }
    let request = entry.payload["request"]?.stringValue
    switch (type, request) {
    case (.approvalGranted, let request?): grants[request, default: []].append(entry)
    case (.approvalDenied, let request?): denials[request, default: []].append(entry)
    case (.approvalRequested, let request?): requests.insert(request)
    case (.consentGiven, _):
      guard let hash = entry.payload["proposal_hash"]?.stringValue else { return }
      consents[hash, default: []].append(entry)
    default: break
    }
  }
}

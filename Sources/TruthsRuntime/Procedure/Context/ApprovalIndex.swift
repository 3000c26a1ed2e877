import TruthsJSON
package import TruthsLedger
import TruthsText

/// The approvals, denials and consents of a context, by what they are about. All entries count, not only the newest of a key.
package struct ApprovalIndex: Sendable {
  private var grants = SharedTable<Text, [Entry]>()
  private var denials = SharedTable<Text, [Entry]>()
  private var requests = SharedTable<Text, String>()
  private var consents = SharedTable<Text, [Entry]>()

  /// Whether nothing was granted or denied.
  package private(set) var isEmpty = true

  /// Grants of a request, oldest first.
  package func grants(of request: String) -> [Entry] { grants[Text(request), default: []] }

  /// Denials of a request, oldest first.
  package func denials(of request: String) -> [Entry] { denials[Text(request), default: []] }

  /// Whether an approval was asked for already.
  package func isRequested(_ request: String) -> Bool { requests[Text(request)] != nil }

  /// The hash of the proposal that a request is about; `nil` where nobody asked.
  package func proposalHash(of request: String) -> String? { requests[Text(request)] }

  /// Consents to a proposal hash, oldest first.
  package func consents(to hash: String) -> [Entry] { consents[Text(hash), default: []] }

  /// Takes in a fact entry of a type of the engine's own.
  mutating func append(_ entry: Entry, as type: BuiltInFact) {
    let request = entry.payload["request"]?.stringValue.map { Text($0) }
    switch (type, request) {
    case (.approvalGranted, let request?):
      isEmpty = false
      grants.set(grants[request, default: []] + [entry], for: request)
    case (.approvalDenied, let request?):
      isEmpty = false
      denials.set(denials[request, default: []] + [entry], for: request)
    case (.approvalRequested, let request?): requests.set(entry.payload["proposal_hash"]?.stringValue ?? "", for: request)
    case (.consentGiven, _):
      guard let hash = entry.payload["proposal_hash"]?.stringValue.map({ Text($0) }) else { return }
      consents.set(consents[hash, default: []] + [entry], for: hash)
    default: break
    }
  }
}

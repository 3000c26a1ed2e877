import TruthsDiagnostics
import TruthsJSON
import TruthsLedger
import TruthsProtocol
import TruthsRuntime
import TruthsText

/// Proposals to adopt other rules.
extension RunMessage {
  /// Creates a proposal to put other rules into force.
  ///
  /// - Parameters:
  ///   - body: `{"truths": "sha256:…"}`, with optional `note` and `version`.
  ///   - key: the idempotency key, if any.
  ///   - traceID: the trace that it belongs to; `nil` starts a new one.
  ///     - inForce: the rules in force. Without a key, the same request gives the same proposal as long as these rules are in
  ///     force, and a new proposal after other rules were. So rules can be adopted again, although a proposal is accepted only
  ///     once.
  /// - Throws: a fault of the body.
  public static func adoption(
    _ body: [UInt8], key: String? = nil, traceID: String? = nil, after inForce: RulesInForce
  ) throws(RunMessageFault) -> RunMessage {
    let members = ["truths": "hash", "note": "note", "version": "version"]
    var proposal: JSONObject = ["action": .text(AdoptionRecord.intent)]
    for member in try object(body).members {
      guard let field = members[member.name.string] else {
        throw RunMessageFault(
          "`\(visible(member.name.string))` is not a member of an adoption; the members are `truths`, `note` and `version`")
      }
      guard let text = member.value.stringValue else { throw RunMessageFault("`\(member.name)` is a text") }
      proposal[field] = .text(text)
    }
    guard let hash = proposal.text("hash"), Hashes.isHash(hash) else {
      throw RunMessageFault("`truths` is the hash of the rules that are adopted, as `GET /truths/pending` returns it: sha256:…")
    }
    if let key {
      proposal["idempotency_key"] = .text(key)
    } else {
      let identity = proposal.with("after", .text(inForce.entryID ?? ""))
      proposal["proposal_id"] = .text("prop_" + Identity.digest(JSONValue.object(identity).canonical()))
    }
    return RunMessage(message: .propose(proposal), traceID: traceID)
  }

  /// The hash of the rules that a proposal wants to adopt; `nil` for another message.
  public var adoptedRules: String? {
    if case .propose(let proposal) = message { ProposalRecord(proposal).adoptedHash } else { nil }
  }
}

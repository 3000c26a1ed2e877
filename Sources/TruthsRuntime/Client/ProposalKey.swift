import TruthsJSON

/// The key by which a session knows a proposal again, contract §16.1: `{device_id}:{action}:{timestamp_ms}:{random_4}`.
enum ProposalKey {
  /// A key. Its last part is not random, so that the same proposal at the same moment has the same key: the first four
  /// hexadecimal digits of SHA-256 of the proposal's canonical form.
  static func make(deviceID: String, proposal: JSONObject, at milliseconds: Int) -> String {
    let action = proposal.text("action") ?? proposal.object("proposal")?.text("action") ?? ""
    let digest = Identity.digest(JSONValue.object(proposal).canonical()).prefix(4)
    // The moment has 13 digits, whatever it is: by them the key is read.
    let moment = String(min(max(milliseconds, 0), 9_999_999_999_999))
    return "\(deviceID):\(action):\(String(repeating: "0", count: 13 - moment.utf8.count))\(moment):\(digest)"
  }
}

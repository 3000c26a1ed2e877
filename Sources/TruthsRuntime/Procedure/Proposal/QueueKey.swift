package import TruthsJSON
import TruthsText

/// The form of an idempotency key, contract §16.1: `{device_id}:{action}:{timestamp_ms}:{random_4}`.
package enum QueueKey {
  /// What is wrong with the key of a queue's record, for people; `nil` where it has the form.
  ///
  /// A device's id may hold colons, so that the key is read from the right: 4 of `0-9a-z`, 13 digits, the action, the device.
  ///
  /// - Parameter action: the intent that the record proposes, bare or with its pack.
  package static func fault(in key: String, action: String) -> String? {
    func fault(_ what: String) -> String { "`idempotency_key` is \"\(key)\", and \(what); \(form(action))" }
    let parts = key.split(separator: ":", omittingEmptySubsequences: false)
    guard parts.count >= 4 else { return fault("its parts are not four") }
    let (named, moment, random) = (parts[parts.count - 3], parts[parts.count - 2], parts[parts.count - 1])
    if random.utf8.count != 4 || !random.utf8.allSatisfy({ isDigit($0) || (0x61...0x7A).contains($0) }) {
      return fault("its last part is not 4 of 0-9 and a-z")
    }
    if moment.utf8.count != 13 || !moment.utf8.allSatisfy(isDigit) {
      return fault("its part before the last is not a moment in 13 digits, milliseconds since 1970")
    }
    if bare(named) != bare(Substring(action)) {
      return fault("it names the action \"\(named)\"")
    }
    // What is left of the key in front of the action is the device.
    let rest = named.utf8.count + moment.utf8.count + random.utf8.count + 3
    return key.utf8.count > rest ? nil : fault("it names no device")
  }

  private static func form(_ action: String) -> String {
    "a queued record has a key of the form {device_id}:{action}:{timestamp_ms}:{random_4}, such as "
      + "ios:abc:\(action):1704067200000:f7a2"
  }

  /// The name of an intent without its pack.
  private static func bare(_ action: Substring) -> Text { Text(String(action.split(separator: ".").last ?? "")) }

  private static func isDigit(_ byte: UInt8) -> Bool { (0x30...0x39).contains(byte) }
}

extension LocatedJSON {
  /// Whether it is a record of an offline queue, contract §16.2: a proposal within, and no action beside it.
  package var isQueueRecord: Bool { member("action") == nil && member("proposal")?.value.members != nil }

  /// A record of an offline queue that is replayed although it is not safe: it says so itself, so that whoever reads the ledger
  /// later decides alike. Any other proposal stays as it is.
  package var forced: LocatedJSON {
    guard isQueueRecord, let members, case .boolean(false)? = member("replay_safe")?.value.kind else { return self }
    let member = Member(name: "forced", nameSpan: span.atStart, value: LocatedJSON(.boolean(true), at: span.atStart))
    return LocatedJSON(.object(members.filter { $0.name != "forced" } + [member]), at: span)
  }
}

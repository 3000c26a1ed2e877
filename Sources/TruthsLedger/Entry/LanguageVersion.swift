package import TruthsJSON
import TruthsText

/// The version of the language that gives a decision its meaning; decisions carry its number (runs §10.1).
///
/// Version 1 wrote no number and cannot be spoken any more: of its decisions only the hashes are checked.
package enum LanguageVersion: Int, Comparable, Sendable {
  case two = 2
  case three = 3

  /// The version in which new decisions are made.
  package static let current = LanguageVersion.three

  /// The version that a decision's payload names; `nil` for one of version 1 and for one of another version.
  package init?(ofDecision payload: JSONObject) {
    guard case .number(let number)? = payload["language"], let version = number.intValue else { return nil }
    self.init(rawValue: version)
  }

  /// The version by whose hashes what a decision asked for is checked: version 1 hashed as version 2 does.
  package init(hashingFor payload: JSONObject) {
    self = payload["language"] == nil ? .two : LanguageVersion(ofDecision: payload) ?? .current
  }

  package static func < (left: LanguageVersion, right: LanguageVersion) -> Bool { left.rawValue < right.rawValue }
}

package import TruthsJSON
import TruthsText

/// The version of the language in which a decision was made; a decision's payload holds the number (runs §10.1).
///
/// Version 1 wrote no number and is no longer supported; for its decisions only the hashes are checked.
package enum LanguageVersion: Int, Comparable, Sendable {
  case two = 2
  case three = 3

  /// The version of new decisions.
  package static let current = LanguageVersion.three

  /// Reads the version from a decision's payload; `nil` for version 1 and for an unknown version.
  package init?(ofDecision payload: JSONObject) {
    guard case .number(let number)? = payload["language"], let version = number.intValue else { return nil }
    self.init(rawValue: version)
  }

  /// Selects the version whose hash rules apply to the request of a decision: version 1 hashed as version 2 does.
  package init(hashingFor payload: JSONObject) {
    self = payload["language"] == nil ? .two : LanguageVersion(ofDecision: payload) ?? .current
  }

  package static func < (left: LanguageVersion, right: LanguageVersion) -> Bool { left.rawValue < right.rawValue }
}

/// The version of the language that gives a decision its meaning; decisions carry its number (runs §10.1).
///
/// Version 1 wrote no number and cannot be spoken any more: of its decisions only the hashes are checked.
package enum LanguageVersion: Int, Comparable, Sendable {
  case two = 2
  case three = 3

  /// The version in which new decisions are made.
  package static let current = LanguageVersion.three

  package static func < (left: LanguageVersion, right: LanguageVersion) -> Bool { left.rawValue < right.rawValue }
}

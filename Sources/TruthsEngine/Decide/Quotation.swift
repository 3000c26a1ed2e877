import TruthsLedger
import TruthsText

/// How reasons and `values` quote what somebody wrote (runtime-2.md §2): at most 1,024 characters of one value, so that a clause
/// about a large text does not write that text into every ledger.
package enum Quotation {
  /// Scalars of a value that are quoted.
  static let limit = 1_024

  /// A printed value, cut where it is longer: `abc… (100,000 characters, sha256:…)`, the hash of the whole in UTF-8.
  ///
  /// - Complexity: O(its size).
  package static func of(_ whole: String) -> String { cut(whole) ?? whole }

  /// The same where it is cut; `nil` where it stands as it is.
  static func cut(_ whole: String) -> String? {
    // No scalar has less than a byte.
    guard whole.utf8.count > limit else { return nil }
    let count = whole.unicodeScalars.count
    guard count > limit else { return nil }
    var cut = String.UnicodeScalarView()
    cut.append(contentsOf: whole.unicodeScalars.prefix(limit))
    return "\(String(cut))… (\(count.grouped) characters, \(Digest(of: Array(whole.utf8)).prefixed))"
  }
}

/// The depth of a search for findings.
enum FindingDepth: Int, Comparable {
  /// The findings of one check of the set, without fixes and fixtures.
  case atOnce
  /// The findings with fixes, for which the set is checked again.
  case mended
  /// The findings with those of fixtures, for which the set is compiled.
  case whole

  static func < (left: FindingDepth, right: FindingDepth) -> Bool { left.rawValue < right.rawValue }
}

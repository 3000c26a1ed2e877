/// The depth of a search for findings.
enum FindingDepth: Int, Comparable {
  /// The findings of a check of the set.
  case atOnce
  /// The findings with fixes, for which the set is checked again.
  case mended
  /// The findings with those of fixtures, for which the set is compiled.
  case whole

  static func < (left: FindingDepth, right: FindingDepth) -> Bool { left.rawValue < right.rawValue }
}

extension String {
  /// What stands between the dots, empty stretches left out.
  var segments: [String] {
    guard utf8.contains(0x2E) else { return isEmpty ? [] : [self] }
    return utf8.split(separator: 0x2E).map { String(Substring($0)) }
  }

  /// What stands before the first dot that has something before it, and behind it, as ``segments`` counts.
  var headAndRest: [String] {
    guard utf8.contains(0x2E) else { return isEmpty ? [] : [self] }
    return utf8.split(separator: 0x2E, maxSplits: 1).map { String(Substring($0)) }
  }
}

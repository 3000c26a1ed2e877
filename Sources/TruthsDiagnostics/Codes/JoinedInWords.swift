extension [String] {
  /// "a", "a and b", "a, b and c"
  var joinedInWords: String {
    guard let last, count > 1 else { return first ?? "" }
    return dropLast().joined(separator: ", ") + " and " + last
  }
}

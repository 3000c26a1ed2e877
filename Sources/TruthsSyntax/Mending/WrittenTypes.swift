/// Rewrites types of other languages whose numbers or words say what the language says otherwise.
enum WrittenTypes {
  static func proposals(_ pieces: Pieces) -> [String] { [precision(pieces), sign(pieces)].compactMap(\.self) }

  /// Rewrites `decimal(10, 2)`, a precision and a scale, as `decimal`. A first number that is not greater than the second may
  /// begin a range, as in `decimal(0, 5)`.
  private static func precision(_ pieces: Pieces) -> String? {
    guard pieces.all.count >= 6, ["decimal", "numeric", "number"].contains(pieces.small[0]), pieces.closing(1) == 6,
      pieces.sign(1) == 0x28, pieces.sign(3) == 0x2C, let digits = Int(pieces.small[2]), let places = Int(pieces.small[4]),
      digits > places
    else { return nil }
    return "decimal" + pieces.string(pieces.all[5].range.upperBound..<pieces.bytes.count)
  }

  /// Rewrites `integer positive` and `positive integer` as `integer min 1`, and `integer unsigned` as `integer min 0`.
  private static func sign(_ pieces: Pieces) -> String? {
    guard pieces.all.count >= 2, let type = pieces.small.prefix(2).firstIndex(of: "integer"),
      let least = leasts[pieces.small[1 - type]]
    else { return nil }
    return "integer min \(least)" + pieces.string(pieces.all[1].range.upperBound..<pieces.bytes.count)
  }

  private static let leasts = ["positive": 1, "unsigned": 0, "nonnegative": 0]
}

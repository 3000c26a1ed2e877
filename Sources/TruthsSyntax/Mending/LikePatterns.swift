/// Rewrites patterns of SQL's `LIKE`: `%` stands for any run of characters there, as `*` does after `like`.
enum LikePatterns {
  /// Returns the inside of a pattern with `*` for `%`; `nil` if it has a `_`, for which there is no sign, or a `*` or backslash.
  static func translated(_ inner: String) -> String? {
    inner.contains { "_*\\".contains($0) } ? nil : inner.replacing("%", with: "*")
  }

  /// Whether the inside of a text is most likely a pattern of SQL.
  static func isForeign(_ inner: String) -> Bool { inner.contains { "%_".contains($0) } && !inner.contains("*") }

  /// Returns a proposal with `*` for `%` in each pattern that the author has not written after `like` in double quotes; `nil` if
  /// one has no equivalent.
  static func translated(_ proposal: String, from original: Pieces) -> String? {
    guard proposal.contains("like"), proposal.contains(where: { "%_".contains($0) }) else { return proposal }
    let pieces = Pieces(proposal)
    var bytes = pieces.bytes
    for index in pieces.all.indices.dropFirst().reversed() where pieces.isPattern(index) {
      let range = pieces.all[index].range
      let written = pieces.string(range)
      let isOriginal = original.all.indices.contains { index in
        original.isPattern(index) && original.string(original.all[index].range) == written
      }
      let inner = String(written.dropFirst().dropLast())
      guard !isOriginal, isForeign(inner) else { continue }
      guard let meant = translated(inner) else { return nil }
      bytes.replaceSubrange(range, with: Array("\"\(meant)\"".utf8))
    }
    return String(decoding: bytes, as: UTF8.self)
  }
}

extension Pieces {
  /// Whether a piece is a text in double quotes after `like`.
  fileprivate func isPattern(_ index: Int) -> Bool {
    index > 0 && all[index].kind == .text && bytes[all[index].range.lowerBound] == 0x22
      && string(all[index - 1].range) == "like"
  }
}

/// A search for texts that may use one of some names.
///
/// A text that uses a dotted name contains its last word. Words are compared as names of declarations that could not be read
/// are: without regard to capitals, and `_` and `-` end a word as `.` does. The search may report a text that uses none of the
/// names, because it compares hashes of words, and it misses none that does.
struct MentionSearch {
  private var hashes: Set<UInt64> = []

  /// - Returns: `nil` where a name has no last word, so that every text may use it.
  init?(_ names: Set<String>) {
    for name in names {
      var last: UInt64?
      Self.forEachWord(of: Array(name.utf8)) { hash in
        last = hash
        return true
      }
      guard let last else { return nil }
      hashes.insert(last)
    }
  }

  /// Returns whether a text may use one of the names.
  ///
  /// - Complexity: O(size of the text).
  func isMentioned(in text: [UInt8]) -> Bool {
    // An escape may hide a letter of a name.
    !Self.forEachWord(of: text) { !hashes.contains($0) } || text.contains(UInt8(ascii: "\\"))
  }

  /// Passes the hash (FNV-1a) of each run of letters and digits of ASCII to a function, until it returns `false`.
  ///
  /// - Returns: whether all words were passed.
  @discardableResult
  private static func forEachWord(of text: [UInt8], _ goesOn: (UInt64) -> Bool) -> Bool {
    let start: UInt64 = 0xCBF2_9CE4_8422_2325
    var hash = start
    var isInWord = false
    for byte in text {
      let lower = byte >= 0x41 && byte <= 0x5A ? byte | 0x20 : byte
      if lower >= 0x61 && lower <= 0x7A || lower >= 0x30 && lower <= 0x39 {
        hash = (hash ^ UInt64(lower)) &* 0x100_0000_01B3
        isInWord = true
      } else if isInWord {
        guard goesOn(hash) else { return false }
        (hash, isInWord) = (start, false)
      }
    }
    return !isInWord || goesOn(hash)
  }
}

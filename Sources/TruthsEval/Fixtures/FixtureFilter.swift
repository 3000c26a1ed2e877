import TruthsText

/// A filter for the fixtures of an evaluation (`--filter`).
///
/// A pattern without `*` selects every fixture whose id contains the pattern, or that has it as a tag. In a pattern with `*`,
/// each `*` matches any characters, and the pattern must match a whole id or a whole tag. Several patterns select every fixture
/// that one of them selects. Without patterns, every fixture is selected.
package struct FixtureFilter: Hashable, Sendable {
  package var patterns: [String]

  package init(_ patterns: [String] = []) { self.patterns = patterns }

  package func takes(id: String, tags: [String]) -> Bool {
    patterns.isEmpty || patterns.contains { Self.takes($0, id: id, tags: tags) }
  }

  /// Whether a whole text matches one of the patterns; true if there are no patterns.
  package func fits(_ text: String) -> Bool {
    patterns.isEmpty || patterns.contains { Self.fits(Array(text.utf8), Array($0.utf8)) }
  }

  private static func takes(_ pattern: String, id: String, tags: [String]) -> Bool {
    let wanted = Array(pattern.utf8)
    guard wanted.contains(star) else {
      return contains(Array(id.utf8), wanted) || tags.contains { Text($0) == Text(pattern) }
    }
    return ([id] + tags).contains { fits(Array($0.utf8), wanted) }
  }

  private static let star = UInt8(ascii: "*")

  private static func contains(_ text: [UInt8], _ part: [UInt8]) -> Bool {
    guard part.count <= text.count else { return false }
    return (0...(text.count - part.count)).contains { text[$0..<($0 + part.count)].elementsEqual(part) }
  }

  /// Whether a text matches a pattern with stars. The search backtracks to the last star only, so it takes at most text ·
  /// pattern steps.
  private static func fits(_ text: [UInt8], _ pattern: [UInt8]) -> Bool {
    var at = 0
    var next = 0
    var lastStar: (pattern: Int, text: Int)?
    while at < text.count {
      if next < pattern.count, pattern[next] == star {
        lastStar = (next, at)
        next += 1
      } else if next < pattern.count, pattern[next] == text[at] {
        at += 1
        next += 1
      } else if let back = lastStar {
        lastStar = (back.pattern, back.text + 1)
        next = back.pattern + 1
        at = back.text + 1
      } else {
        return false
      }
    }
    return pattern[next...].allSatisfy { $0 == star }
  }
}

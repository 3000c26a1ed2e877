import TruthsEngine
import TruthsProgram
import TruthsText

/// Tells which part of a reason the tool has made of values (clauses §14.2), and which words are of an author or a person.
///
/// A trace, a dropped fact and a request repeat a reason that another truth may have given. So the reason is judged by its own
/// form: what is neither an author's nor a person's is taken for made, and is masked from its beginning.
struct ReasonTexts: Sendable {
  /// The literal parts of each text that an author wrote for a reason, without the values between them.
  private let authored: [[String]]
  private let proposed: ProposedValues

  enum Origin: Hashable {
    /// Words of an author or of a person.
    case words
    /// Made of values of the proposal alone, which follow from this place on.
    case proposal(from: String.Index)
    /// Made of values, which follow from this place on.
    case made(from: String.Index)
  }

  init(_ program: Program, _ proposed: ProposedValues) {
    self.proposed = proposed
    let clauses = program.truths.flatMap(\.clauses) + program.invariants.map(\.clause)
    authored = Array(Set(clauses.compactMap { $0.reason.flatMap(Self.literals) })).filter { literals in
      // A text that is nearly all values says nothing about who wrote it.
      literals.contains { $0.utf8.count >= 3 }
    }
  }

  /// Returns the texts around the values of an author's reason; `nil` if the reason is no text.
  private static func literals(of reason: Node) -> [String]? {
    switch reason {
    case .constant(.text(let text)): return [text.string]
    case .text(let parts):
      var literals = [""]
      for part in parts {
        switch part {
        case .literal(let text): literals[literals.count - 1] += text.string
        case .value: literals.append("")
        }
      }
      return literals
    default: return nil
    }
  }

  /// - Parameter truthID: the truth that gave the reason, as far as the record tells.
  /// - Complexity: O(reason) for each text that an author wrote.
  func origin(of reason: String, truthID: String?) -> Origin {
    if truthID == BuiltInTruth.wellFormed.rawValue { return .proposal(from: reason.startIndex) }
    if truthID?.utf8.starts(with: "\(ConvergePack.name).".utf8) ?? false { return made(reason) }
    if reason.hasPrefix(Self.unknown) { return origin(ofUnknown: reason) }
    if reason.contains(Self.conflict) { return .made(from: reason.startIndex) }
    for verdict in [" does not hold", " holds"] {
      guard let found = reason.firstRange(of: verdict),
        let isProposed = proposed.clauses[Text(String(reason[..<found.lowerBound]))]
      else { continue }
      return isProposed ? .proposal(from: found.upperBound) : .made(from: found.upperBound)
    }
    let words = reason.firstRange(of: "; the override does not count: ").map { String(reason[..<$0.lowerBound]) } ?? reason
    if authored.contains(where: { Self.matches(words[...], $0) }) { return .words }
    return made(reason)
  }

  private static let unknown = "cannot tell whether "
  private static let conflict = " is there already with another content: "

  /// A person's words stay too: why they denied something, or passed it in an emergency.
  private func made(_ reason: String) -> Origin {
    let isPersons = ["denied by @", "Accepted under break-glass by @", "cancelled by @"].contains { reason.hasPrefix($0) }
    return isPersons ? .words : .made(from: reason.startIndex)
  }

  /// The clause ends before a `: `; few of these are tried, since a clause has few.
  private func origin(ofUnknown reason: String) -> Origin {
    let rest = reason[reason.index(reason.startIndex, offsetBy: Self.unknown.count)...]
    var end = rest.startIndex
    for _ in 0..<8 {
      guard let found = rest[end...].firstRange(of: ": ") else { break }
      if let isProposed = proposed.clauses[Text(String(rest[..<found.lowerBound]))] {
        return isProposed ? .proposal(from: found.upperBound) : .made(from: found.upperBound)
      }
      end = found.upperBound
    }
    return .made(from: reason.startIndex)
  }

  /// Whether a text has all literals in order, the first at its beginning and the last at its end.
  private static func matches(_ text: Substring, _ literals: [String]) -> Bool {
    guard let first = literals.first, let last = literals.last, text.hasPrefix(first) else { return false }
    if literals.count == 1 { return text.count == first.count || text.dropFirst(first.count).hasPrefix("; ") }
    var rest = text.dropFirst(first.count)
    for literal in literals.dropFirst().dropLast() where !literal.isEmpty {
      guard let found = rest.firstRange(of: literal) else { return false }
      rest = rest[found.upperBound...]
    }
    return rest.hasSuffix(last) || rest.contains("\(last); ")
  }
}

import TruthsEngine
import TruthsProgram
import TruthsText

/// Finds out which part of a reason the tool generated from values (clauses §14.2), and which words an author or a person wrote.
///
/// A trace, a dropped fact and a request may repeat a reason that another truth gave, so the form of the reason must show its
/// origin. A reason that neither an author nor a person wrote counts as generated, and is masked from its beginning.
struct ReasonTexts: Sendable {
  /// The literal parts of each reason that an author wrote, without the values between them.
  private let authored: [[String]]
  private let proposed: ProposedValues
  /// The texts with which generated reasons may begin: moves of lifecycles, and names of fact types.
  private let subjects: Set<Text>

  enum Origin: Hashable {
    /// Words of an author or of a person.
    case words
    /// Generated from values of the proposal alone, which follow from this index on. They are the terms of the clause, if it is
    /// known.
    case proposal(from: String.Index, clause: String? = nil)
    /// Generated from values, which follow from this index on. They are the terms of the clause, if it is known.
    case computed(from: String.Index, clause: String? = nil)
  }

  init(_ program: Program, _ proposed: ProposedValues) {
    self.proposed = proposed
    let clauses = program.truths.flatMap(\.clauses) + program.invariants.map(\.clause)
    authored = Array(Set(clauses.compactMap { $0.reason.flatMap(Self.literals) })).filter { literals in
      // A text that neither begins nor ends with words of its own says nothing about who wrote it.
      literals.count == 1 || [literals.first, literals.last].contains { ($0?.utf8.count ?? 0) > 3 }
    }
    let moves = program.truths.flatMap(\.moves).map(\.clause.text)
    subjects = Set((moves + program.facts.map(\.name)).map { Text($0) })
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

  /// Returns where the text of a reason comes from.
  ///
  /// - Parameter truthID: the truth that gave the reason, as far as the record tells.
  /// - Complexity: O(reason) for each text that an author wrote.
  func origin(of reason: String, truthID: String?) -> Origin {
    if truthID == BuiltInTruth.wellFormed.rawValue { return .proposal(from: reason.startIndex) }
    if truthID?.utf8.starts(with: "\(ConvergePack.name).".utf8) ?? false { return originOfBuiltIn(reason) }
    if reason.hasPrefix(Self.unknown) { return origin(ofUnknown: reason) }
    if Self.isMade(reason) || hasSubject(reason) { return .computed(from: reason.startIndex) }
    for verdict in [" does not hold", " holds"] {
      guard let found = reason.firstRange(of: verdict) else { continue }
      let clause = String(reason[..<found.lowerBound])
      guard let isProposed = proposed.clauses[Text(clause)] else { continue }
      return isProposed ? .proposal(from: found.upperBound, clause: clause) : .computed(from: found.upperBound, clause: clause)
    }
    let words = reason.firstRange(of: "; the override does not count: ").map { String(reason[..<$0.lowerBound]) } ?? reason
    if authored.contains(where: { Self.matches(words[...], $0) }) { return .words }
    return originOfBuiltIn(reason)
  }

  private static let unknown = "cannot tell whether "

  /// Whether a reason has the form of a generated one about approvers or about a changed fact. Texts of authors are not compared
  /// then.
  private static func isMade(_ reason: String) -> Bool {
    reason.hasPrefix("cannot tell who approves: ") || reason.contains(" is there already with another content")
      || reason.contains(" was corrected beside this: ")
  }

  /// Whether a reason begins with a move or a fact type: `order: draft → sent: order is paid`, `loan.made: note is missing`.
  private func hasSubject(_ reason: String) -> Bool {
    var end = reason.startIndex
    // The text of a move has a `: ` itself.
    for _ in 0..<2 {
      guard let found = reason[end...].firstRange(of: ": ") else { return false }
      if subjects.contains(Text(String(reason[..<found.lowerBound]))) { return true }
      end = found.upperBound
    }
    return false
  }

  /// Returns the origin of a reason that no author of rules wrote. A person may have written it, as the reason for a denial or an
  /// override.
  private func originOfBuiltIn(_ reason: String) -> Origin {
    let isPersons = ["denied by @", "Accepted under break-glass by @", "cancelled by @"].contains { reason.hasPrefix($0) }
    return isPersons ? .words : .computed(from: reason.startIndex)
  }

  /// Returns the origin of a reason that begins with `cannot tell whether`. A clause follows up to some `: `, and may contain a
  /// few of these itself, so the first eight are tried.
  private func origin(ofUnknown reason: String) -> Origin {
    let rest = reason[reason.index(reason.startIndex, offsetBy: Self.unknown.count)...]
    var end = rest.startIndex
    for _ in 0..<8 {
      guard let separator = rest[end...].firstRange(of: ": ") else { break }
      let clause = String(rest[..<separator.lowerBound])
      if let isProposed = proposed.clauses[Text(clause)] {
        return isProposed
          ? .proposal(from: separator.upperBound, clause: clause) : .computed(from: separator.upperBound, clause: clause)
      }
      end = separator.upperBound
    }
    return .computed(from: reason.startIndex)
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

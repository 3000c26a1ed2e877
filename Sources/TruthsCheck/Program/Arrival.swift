import TruthsText
import TruthsSyntax

/// Who brings facts of a type in from outside (language-2.md §6, "Facts from outside").
package struct Arrival: Hashable, Sendable {
  /// Types of actors and roles, in the order written; empty where `external: true` says no more.
  package var by: [String]

  package init(by: [String] = []) { self.by = by }

  init(_ syntax: ExternalSyntax) { self.init(by: syntax.by.map(\.text)) }

  /// The types of actors that bring facts in; an agent proposes, and does nothing else.
  package static let types = ["system", "user"]

  /// Whether an actor brings such facts in.
  ///
  /// - Parameters:
  ///   - type: the actor's type; one without a type, or with another one, brings nothing in.
  ///   - roles: the actor's roles.
  package func takes(type: String?, roles: [String]) -> Bool {
    guard let type, Self.types.contains(type) else { return false }
    let named = Set(whom.map { Text($0) })
    return named.contains(Text(type)) || roles.contains { !Self.types.contains($0) && named.contains(Text($0)) }
  }

  /// Who may, for people: `system or @bookkeeper`.
  package var words: String { whom.map { Self.types.contains($0) ? $0 : "@\($0)" }.joined(separator: " or ") }

  private var whom: [String] { by.isEmpty ? Self.types : by }
}

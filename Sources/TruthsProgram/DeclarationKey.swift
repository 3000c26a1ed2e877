package import TruthsSyntax

/// The identity of a declaration in a set, which is hashed with it: `truth money.invoice.creation`, `pack money`.
package struct DeclarationKey: Hashable, Sendable, Comparable {
  /// The kind of declaration; `nil` for the rules of a time zone, which no file declares.
  package let kind: DeclarationKind?
  /// The id of a truth or invariant, the name of a pack, role or zone, or otherwise the pack and name.
  package let name: String

  package init(_ kind: DeclarationKind, _ name: String) { (self.kind, self.name) = (kind, name) }

  /// Creates the key of a declaration in a pack.
  package init(_ kind: DeclarationKind, _ pack: String, _ name: String) { self.init(kind, "\(pack).\(name)") }

  /// - Parameter zone: the name of a time zone.
  package init(zone: String) { (kind, name) = (nil, zone) }

  private var word: String { kind?.rawValue ?? "zone" }

  /// The key as hashes and documents write it.
  package var text: String { "\(word) \(name)" }

  /// The pack of the declaration; empty for roles and zones, which belong to no pack.
  package var pack: String { kind == nil || kind == .role ? "" : String(name.prefix { $0 != "." }) }

  /// Orders as `text` does, because no keyword is a prefix of another one.
  package static func < (left: DeclarationKey, right: DeclarationKey) -> Bool {
    (left.word, left.name) < (right.word, right.name)
  }
}

extension CheckedTable {
  /// The key of the table or function.
  package var key: DeclarationKey { DeclarationKey(isFunction ? .function : .table, qualifiedName) }
}

extension Program {
  /// Returns the key of the declaration of a fact type; for the history of a lifecycle it is the lifecycle's.
  package func declarationKey(ofFact index: Int) -> DeclarationKey {
    let fact = facts[index]
    guard let lifecycle = fact.lifecycle else { return DeclarationKey(.fact, fact.pack, fact.name) }
    return DeclarationKey(.lifecycle, lifecycles[lifecycle].pack, lifecycles[lifecycle].name)
  }

  package func declarationKey(ofIntent index: Int) -> DeclarationKey {
    DeclarationKey(.intent, intents[index].pack, intents[index].name)
  }
}

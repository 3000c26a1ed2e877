package import TruthsSyntax

/// What tells a declaration from all others of a set, and is hashed with it: `truth money.invoice.creation`, `pack money`.
package struct DeclarationKey: Hashable, Sendable, Comparable {
  /// What is declared; `nil` for the rules of a time zone, which no file declares.
  package let kind: DeclarationKind?
  /// The id of a truth or invariant, the name of a pack, role or zone, else pack and name.
  package let name: String

  package init(_ kind: DeclarationKind, _ name: String) { (self.kind, self.name) = (kind, name) }

  /// What a pack declares.
  package init(_ kind: DeclarationKind, _ pack: String, _ name: String) { self.init(kind, "\(pack).\(name)") }

  /// - Parameter zone: the name of a time zone.
  package init(zone: String) { (kind, name) = (nil, zone) }

  private var word: String { kind?.rawValue ?? "zone" }

  /// As hashes and documents have it.
  package var text: String { "\(word) \(name)" }

  /// The pack that it belongs to; empty for a role and a zone, which belong to none.
  package var pack: String { kind == nil || kind == .role ? "" : String(name.prefix { $0 != "." }) }

  /// The order of ``text``: no word begins another one.
  package static func < (left: DeclarationKey, right: DeclarationKey) -> Bool {
    (left.word, left.name) < (right.word, right.name)
  }
}

extension CheckedTable {
  /// Its key.
  package var key: DeclarationKey { DeclarationKey(isFunction ? .function : .table, qualifiedName) }
}

extension Program {
  /// The key of what declares a fact type: of a history the lifecycle.
  package func declarationKey(ofFact index: Int) -> DeclarationKey {
    let fact = facts[index]
    guard let lifecycle = fact.lifecycle else { return DeclarationKey(.fact, fact.pack, fact.name) }
    return DeclarationKey(.lifecycle, lifecycles[lifecycle].pack, lifecycles[lifecycle].name)
  }

  /// The key of an intent.
  package func declarationKey(ofIntent index: Int) -> DeclarationKey {
    DeclarationKey(.intent, intents[index].pack, intents[index].name)
  }
}

package import TruthsJSON
package import TruthsLedger

extension JSONObject {
  /// The type of a fact.
  package var factType: String? { text("type") }

  /// The built-in type of a fact of pack `converge`.
  package var builtInType: BuiltInFact? { factType.flatMap(BuiltInFact.init) }

  /// The fact in an entry; the object itself if it is no entry.
  package var factWithin: JSONObject { self["entry_type"] == nil ? self : object("payload") ?? self }
}

extension Entry {
  /// The type of the fact, for a fact's entry.
  package var factType: String? { type == .fact ? payload.factType : nil }

  /// The built-in type of the fact, for a fact's entry.
  package var builtInFact: BuiltInFact? { type == .fact ? payload.builtInType : nil }

  /// Returns the hash that approvals and consents are bound to, for a proposal's entry, in the language version of a decision.
  package func proposalHash(decidedBy decision: Entry) -> String {
    RunOutputVerifier.proposal(of: self).hash(in: LanguageVersion(hashingFor: decision.payload)).prefixed
  }

  /// The `user_id` of the actor.
  package var userID: String? { actor.text("user_id") }

  /// Whether the actor is a person.
  package var isByPerson: Bool { actor.text("type") == "user" }

  /// The organisation of the actor.
  package var organisation: String? { actor.text("org_id") }
}

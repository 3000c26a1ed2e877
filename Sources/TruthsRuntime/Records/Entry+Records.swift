package import TruthsJSON
package import TruthsLedger

extension JSONObject {
  /// The type of the fact that the object is.
  package var factType: String? { text("type") }

  /// The built-in type of the fact, for a fact of pack `converge`; otherwise `nil`.
  package var builtInType: BuiltInFact? { factType.flatMap(BuiltInFact.init) }

  /// The fact in an entry. If the object is not an entry, it is itself the fact.
  package var factWithin: JSONObject { self["entry_type"] == nil ? self : object("payload") ?? self }
}

extension Entry {
  /// The type of the fact in a fact entry; `nil` for other entries.
  package var factType: String? { type == .fact ? payload.factType : nil }

  /// The built-in type of the fact in a fact entry; `nil` for other types and entries.
  package var builtInFact: BuiltInFact? { type == .fact ? payload.builtInType : nil }

  /// Returns the hash of the proposal in this entry, in the language version of a decision about it. Approvals and consents
  /// refer to the proposal by this hash.
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

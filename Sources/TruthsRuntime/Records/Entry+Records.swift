package import TruthsJSON
package import TruthsLedger

extension JSONObject {
  /// Of a fact: the type that it names.
  package var factType: String? { text("type") }

  /// Of a fact of pack `converge` that the engine reads: which.
  package var builtInType: BuiltInFact? { factType.flatMap(BuiltInFact.init) }

  /// The fact, where the object is one, or its entry.
  package var factWithin: JSONObject { self["entry_type"] == nil ? self : object("payload") ?? self }
}

extension Entry {
  /// Of a fact's entry: the type that it names.
  package var factType: String? { type == .fact ? payload.factType : nil }

  /// Of the entry of a fact that the engine reads: which.
  package var builtInFact: BuiltInFact? { type == .fact ? payload.builtInType : nil }

  /// Of a proposal's entry: the hash that approvals of it and consents to it are bound to, by the language of a decision about
  /// it.
  package func proposalHash(decidedBy decision: Entry) -> String {
    RunOutputVerifier.proposal(of: self).hash(in: LanguageVersion(hashingFor: decision.payload)).prefixed
  }

  /// Who it is by.
  package var userID: String? { actor.text("user_id") }

  /// Whether a person is its actor.
  package var isByPerson: Bool { actor.text("type") == "user" }

  /// The organisation of its actor.
  package var organisation: String? { actor.text("org_id") }
}

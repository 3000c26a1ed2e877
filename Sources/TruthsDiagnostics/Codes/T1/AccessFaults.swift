package import TruthsText

/// An intent whose `access` mapping for AuthZEN is not valid.
///
/// Detected in `Sources/TruthsCheck/Declare/AccessMappings.swift`.
package enum AccessFault: DiagnosticKind {
  package static let id = DiagnosticID("T1071", .error)

  /// A second intent for the same action and type of resource.
  ///
  /// - Parameter first: the intent that already answers it.
  package static func twice(_ action: some PlacedName, of resource: String, first: some PlacedName) -> Diagnostic {
    make(
      "`\(first.text)` already answers `\(action.text)` for `\(resource)`", at: action.span,
      help: "only one intent may answer an action for a type of resources: remove one of the two",
      notes: [Diagnostic.Note("it is declared here", at: first.span)])
  }

  /// A field for the resource id whose type is not text.
  package static func type(_ field: some PlacedName, _ type: String) -> Diagnostic {
    make(
      "the id of a resource is a text, and `\(field.text)` is of type `\(type)`", at: field.span,
      help: "name a field of type `text`")
  }

  /// A view, whose facts are derived and not recorded.
  package static func view(_ fact: some PlacedName) -> Diagnostic {
    make(
      "a search reads recorded facts, but `\(fact.text)` is a view, which is not recorded", at: fact.span,
      help: "name a fact type without `derived`")
  }

  /// Facts whose key is not one text.
  package static func key(_ fact: some PlacedName, _ key: [String], declaredAt span: Span) -> Diagnostic {
    let words = key.isEmpty ? "has no key" : "has the key [\(key.joined(separator: ", "))]"
    return make(
      "a search needs facts with an id as their key, but `\(fact.text)` \(words)", at: fact.span,
      help: "name a fact type whose key is one field of type `text`, the id",
      notes: [Diagnostic.Note("it is declared here", at: span)])
  }
}

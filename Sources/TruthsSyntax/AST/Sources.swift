package import TruthsText

/// A `source task_tracker:` declaration: facts from the elements of a JSON document (declarations §14).
package struct SourceDeclaration: Hashable, Sendable {
  /// The name under which the document is given.
  package var document: Name
  /// Path to the elements; `nil` if the document itself is the only element.
  package var each: DocumentPath?
  /// Whether a member that nothing reads is an error.
  package var isClosed: Bool
  package var lets: [LetBinding]
  package var produces: [OutputEntry]

  package init(document: Name, each: DocumentPath?, isClosed: Bool, lets: [LetBinding], produces: [OutputEntry]) {
    self.document = document
    self.each = each
    self.isClosed = isClosed
    self.lets = lets
    self.produces = produces
  }
}

/// A path such as `suites[].cases[]` from a document to its elements, by names of members and into lists.
package struct DocumentPath: Hashable, Sendable {
  package var span: Span
  /// Steps, at least one.
  package var steps: [Step]

  package init(_ steps: [Step], at span: Span) {
    self.steps = steps
    self.span = span
  }

  package enum Step: Hashable, Sendable {
    /// The member of an object.
    case member(String)
    /// `[]`: every element of a list.
    case elements
  }

  /// The syntax of a path as a regular expression.
  package static let pattern: String = {
    let name = #"[^\x00-\x20\x7F\[\]{}()"'`,.]+"#
    return #"^(?:\#(name)(?:\[\])*|(?:\[\])+)(?:\.\#(name)(?:\[\])*)*$"#
  }()

  /// The path as it is written, such as `suites[].cases[]`.
  package var text: String { Self.text(steps) }

  /// Returns steps as they are written.
  package static func text(_ steps: some Sequence<Step>) -> String {
    steps.reduce(into: "") { text, step in
      switch step {
      case .member(let name): text += text.isEmpty ? name : ".\(name)"
      case .elements: text += "[]"
      }
    }
  }
}

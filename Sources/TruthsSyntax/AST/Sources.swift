package import TruthsText

/// `source task_tracker:` — facts from the elements of a JSON document (declarations §14).
package struct SourceDeclaration: Hashable, Sendable {
  /// The name under which the document is given.
  package var document: Name
  /// Where its elements stand; `nil` where the document itself is the only one.
  package var each: DocumentPath?
  /// Whether a member that nothing takes is at fault.
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

/// `suites[].cases[]`: a way from a document to its elements, by names of members and into lists.
package struct DocumentPath: Hashable, Sendable {
  package var span: Span
  /// One at least.
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

  /// How a path is written, as a regular expression.
  package static let pattern: String = {
    let name = #"[^\x00-\x20\x7F\[\]{}()"'`,.]+"#
    return #"^(?:\#(name)(?:\[\])*|(?:\[\])+)(?:\.\#(name)(?:\[\])*)*$"#
  }()

  /// As it is written: `suites[].cases[]`.
  package var text: String { Self.text(steps) }

  /// Steps as they are written.
  package static func text(_ steps: some Sequence<Step>) -> String {
    steps.reduce(into: "") { text, step in
      switch step {
      case .member(let name): text += text.isEmpty ? name : ".\(name)"
      case .elements: text += "[]"
      }
    }
  }
}

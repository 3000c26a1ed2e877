/// The content of a generated declaration, independent of the many ways to write it in YAML.
package indirect enum GeneratedNode {
  case scalar(GeneratedScalar)
  /// A list; `allowsFlow` tells whether it may be written in brackets.
  case list([GeneratedNode], allowsFlow: Bool = true)
  case map([Entry])
  /// A key without a value.
  case nothing

  package struct Entry {
    package var key: GeneratedScalar
    package var value: GeneratedNode

    package init(_ key: GeneratedScalar, _ value: GeneratedNode) {
      self.key = key
      self.value = value
    }

    package init(_ key: String, _ value: GeneratedNode) { self.init(GeneratedScalar(key, .word), value) }
  }

  /// Whether the whole node may be written in brackets and braces.
  var allowsFlow: Bool {
    switch self {
    case .scalar(let scalar): scalar.kind != .literal && scalar.kind != .folded
    case .list(let elements, let allowsFlow): allowsFlow && elements.allSatisfy(\.allowsFlow)
    case .map(let entries): entries.allSatisfy(\.value.allowsFlow)
    case .nothing: false
    }
  }
}

/// The content of a scalar; its kind decides the ways to write it.
package struct GeneratedScalar {
  package enum Kind {
    /// A part of the grammar: in any style.
    case expression
    /// An expression in a value place: in any style but double quotes.
    case value
    /// A text in a value place or an enum: in double quotes.
    case text
    /// A name or words: in any style.
    case word
    /// Words of several lines, in a block that keeps them.
    case literal
    /// Words of several paragraphs, in a block that fills them.
    case folded
  }

  package var content: String
  package var kind: Kind
  /// The mark in the content that no other scalar of the file has.
  package var mark: String?

  package init(_ content: String, _ kind: Kind, mark: String? = nil) {
    self.content = content
    self.kind = kind
    self.mark = mark
  }
}

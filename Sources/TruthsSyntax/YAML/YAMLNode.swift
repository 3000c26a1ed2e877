import TruthsText

/// A node of the tree with its place: YAML structure, before its place in the declaration gives it a meaning.
struct YAMLNode: Sendable {
  var span: Span
  var kind: Kind

  init(_ kind: Kind, at span: Span) {
    self.kind = kind
    self.span = span
  }

  indirect enum Kind: Sendable {
    case scalar(YAMLScalar)
    case sequence([YAMLNode], isFlow: Bool)
    case mapping([YAMLEntry], isFlow: Bool)
    /// A place that could not be read; a diagnostic has been reported, and readers report nothing more.
    case broken
  }

  /// The kind of the node in messages.
  var noun: String {
    switch kind {
    case .scalar(let scalar): scalar.isNothing ? "nothing" : "a text"
    case .sequence: "a list"
    case .mapping: "a mapping"
    case .broken: "something unreadable"
    }
  }

  var scalar: YAMLScalar? {
    if case .scalar(let scalar) = kind { scalar } else { nil }
  }

  var isBroken: Bool {
    if case .broken = kind { true } else { false }
  }
}

/// A scalar: its text with the map back to the source.
struct YAMLScalar: Sendable {
  var text: ClauseText
  /// Whether a trap of YAML has been reported here and the text was read as intended (files §2.4).
  var isMended = false

  var style: ScalarStyle { text.style }

  var isNothing: Bool { style == .plain && text.range.isEmpty }

  var string: String { text.string(text.range) }
}

/// A key with its value.
struct YAMLEntry: Sendable {
  var key: YAMLNode
  var value: YAMLNode

  var span: Span { key.span.union(value.span) }
}

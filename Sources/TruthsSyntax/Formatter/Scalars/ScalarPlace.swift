import TruthsText

/// The kind of a scalar's content, which follows from its place (files §2.3: a scalar is text until its place gives it a type).
enum ScalarPlace {
  /// A root key: a kind and a name.
  case head
  /// A clause, with or without an effect.
  case clause
  /// An expression alone, such as under `if`.
  case expression
  /// A type with its default, after a field's name.
  case fieldType
  case type
  /// A value: here a double-quoted scalar is a text, any other an expression.
  case value
  /// An entry of `produces`.
  case output
  /// A chain of an artifact.
  case artifact
  /// States with arrows between them: a transition.
  case stateChain
  /// The states of a move, with its reason.
  case move
  /// The lifecycle of a move, with its key.
  case instance
  case row
  /// The lines of a grid; under `outputs` they have several outputs.
  case grid
  /// A fact under `when`.
  case match
  /// A value of an enum: a name, or a quoted text.
  case enumValue
  /// A name in JSON.
  case jsonName
  /// Text for people: `summary`, `outcome` and the like.
  case prose
  /// A name, an id or a version: any text that is kept unchanged.
  case word
}

/// The path from a root key to a node.
struct NodePath {
  let kind: DeclarationKind?
  /// Keys on the path; an entry of a list is `[]`.
  private(set) var steps: [String] = []

  /// - Parameter steps: the keys below the root key.
  init(kind: DeclarationKind?, steps: [String]) { (self.kind, self.steps) = (kind, steps) }

  /// Creates the path that begins at a root key.
  init(below key: YAMLNode) { kind = key.scalar.flatMap { Self.words($0).first }.flatMap { DeclarationKind(rawValue: $0) } }

  /// Returns the words of a root key; a role in quotes is one word.
  static func words(_ key: YAMLScalar) -> [String] {
    let words = key.text.bytes[key.text.range].split(whereSeparator: isBlank)
    if words.count > 2, words[0].elementsEqual("role".utf8), words[1].first == UInt8(ascii: "\"") {
      return ["role", key.text.string(words[1].startIndex..<key.text.trimmed.upperBound)]
    }
    return words.map { String(decoding: $0, as: UTF8.self) }
  }

  static let element = "[]"

  func appending(_ step: String) -> NodePath {
    var path = self
    path.steps.append(step)
    return path
  }

  /// The kind of a scalar at the path.
  var scalarPlace: ScalarPlace {
    guard let first = steps.first else { return .word }
    switch kind {
    case .intent where steps == ["named"]: return .jsonName
    case .intent where first == "let": return steps.count > 1 ? .value : .word
    case .enum, .lifecycle:
      if first == "named" { return steps.count == 2 ? .jsonName : .word }
      if kind == .lifecycle { return first == "transitions" ? .stateChain : prose }
      return steps.last == Self.element ? .enumValue : prose
    case .truth, .source: return Self.scalarPlace(inTruth: steps[...])
    case .table, .function: return Self.scalarPlace(inTable: steps[...])
    case .invariant where first == "rule": return .clause
    case .record, .fact, .intent:
      return first == "fields" && (steps.count == 2 || steps.count == 3 && steps[2] == "type") ? .fieldType : prose
    case .policy where first == "type": return .type
    case .policy where first == "default": return .value
    case .jtbd where first == "artifacts": return .artifact
    default: return prose
    }
  }

  /// The kind of a mapping's key at the path.
  var keyPlace: ScalarPlace {
    if kind == .truth, steps == ["moves", Self.element] { return .instance }
    let isOutput = kind == .truth || kind == .source
    return isOutput && steps == ["produces", Self.element] ? .output : .word
  }

  private static func scalarPlace(inTruth steps: ArraySlice<String>) -> ScalarPlace {
    switch (steps.first, steps.count) {
    case ("requires", 2), ("invariants", 2), ("ensures", 2): .clause
    case ("requires", 3), ("invariants", 3), ("ensures", 3): steps.last == "rule" ? .clause : .word
    case ("when", 3...): steps[2] == "if" ? .expression : steps[2] == "fact" ? .match : .word
    case ("let", 2...): .value
    case ("moves", 3): .move
    case ("produces", 2): .output
    case ("produces", 4...): .value
    case ("summary", 1): .prose
    default: .word
    }
  }

  private static func scalarPlace(inTable steps: ArraySlice<String>) -> ScalarPlace {
    switch (steps.first, steps.count) {
    case ("inputs", 2): .fieldType
    case ("outputs", 2): .fieldType
    case ("output", 1): .type
    case ("let", 2...), ("value", 1...): .value
    case ("rows", 2): .row
    case ("grid", 1): .grid
    case ("summary", 1): .prose
    default: .word
    }
  }

  private static let proseKeys: Set<String> = ["summary", "outcome", "verb", "object", "must_not"]

  /// The kind of other scalars: text for people if the last key names such text.
  private var prose: ScalarPlace { steps.last.map(Self.proseKeys.contains) ?? false ? .prose : .word }
}

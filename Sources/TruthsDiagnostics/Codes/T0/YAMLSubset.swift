package import TruthsText

/// A declaration is not YAML.
///
/// Detected in `Sources/TruthsSyntax/Mending/LineMender.swift`, `Sources/TruthsSyntax/YAML/FaultWords.swift`,
/// `Sources/TruthsSyntax/YAML/FileSplitter.swift`.
package enum YAMLSyntax: DiagnosticKind {
  package static let page = DiagnosticPage(
    "T0010", "yaml-syntax", .error,
    title: "a declaration is not YAML",
    why: "Nothing behind the fault can be read for certain; the other declarations of the file are.",
    mend: "Mend the indentation, brackets or quotes at the place shown.",
    wrong: [DiagnosticSample("enum size: [small, large\n")],
    right: [DiagnosticSample("enum size: [small, large]\n")])

  /// What libyaml says, where it says it, and what it was reading.
  package static func found(_ problem: String, at span: Span, context: (words: String, span: Span)?) -> Diagnostic {
    let notes = context.map { [Diagnostic.Note($0.words, at: $0.span)] } ?? []
    return make("this is not YAML: \(problem)", at: span, notes: notes)
  }

  /// A line that keeps the declaration from being read, with the fix that lets it be read.
  package static func line(_ problem: String, at span: Span, help: String, fix: Diagnostic.Fix) -> Diagnostic {
    make(problem, at: span, help: help, fixes: [fix])
  }

  /// The spaces before a file's first key, where others stand at the beginning of their lines.
  package static func indented(_ blanks: Span) -> Diagnostic {
    make(
      "this is not YAML: the first key is indented, and keys below it are not", at: blanks,
      help: "begin every declaration at the beginning of its line")
  }
}

/// An anchor of YAML.
///
/// Detected in `Sources/TruthsSyntax/YAML/TreeBuilder.swift`.
package enum Anchor: DiagnosticKind {
  package static let page = DiagnosticPage(
    "T0011", "anchor", .error,
    title: "an anchor of YAML",
    why: "A declaration must say what it means where it stands, so nothing is named to be repeated elsewhere.",
    mend: "Remove the anchor; name what is shared with a `policy`, `record`, `enum` or `let`.",
    wrong: [.declarations("record line:\n  fields: &shared\n    sku: text\n")],
    right: [.declarations("record line:\n  fields:\n    sku: text\n")])

  /// `&name`
  package static func found(_ name: String, at span: Span) -> Diagnostic {
    make("anchors are not read: `&\(short(name))`", at: span, help: "remove it and write the value out where it is wanted")
  }
}

/// An alias of YAML.
///
/// Detected in `Sources/TruthsSyntax/YAML/TreeBuilder.swift`.
package enum Alias: DiagnosticKind {
  package static let page = DiagnosticPage(
    "T0012", "alias", .error,
    title: "an alias of YAML",
    why: "A declaration must say what it means where it stands; and a few aliases of aliases make a small file gigantic.",
    mend: "Write the value again in place of `*name`.",
    wrong: [.declarations("record line:\n  fields: *shared\n")],
    right: [.declarations("record line:\n  fields:\n    sku: text\n")])

  /// `*name`
  package static func found(_ name: String, at span: Span) -> Diagnostic {
    make("aliases are not read: `*\(short(name))`", at: span, help: "write the value out")
  }
}

/// A tag of YAML.
///
/// Detected in `Sources/TruthsSyntax/YAML/TreeBuilder.swift`.
package enum Tag: DiagnosticKind {
  package static let page = DiagnosticPage(
    "T0013", "tag", .error,
    title: "a tag of YAML",
    why: "The place of a value gives it its type; a tag could only contradict it.",
    mend: "Remove the tag: `7` for `!!int 7`. What a value is follows from its declaration.",
    wrong: [DiagnosticSample("pack demo:\n  version: !!str 1.0.0\n")],
    right: [DiagnosticSample("pack demo:\n  version: 1.0.0\n")])

  /// `!tag`; `removal` is what a fix removes.
  package static func found(_ tag: String, at span: Span, removal: Span) -> Diagnostic {
    make(
      "tags are not read: `\(short(tag))`", at: span, help: "remove it: the place of a value gives it its type",
      fixes: [.init("remove the tag", [.init(removal, "")], isSafe: false)])
  }
}

/// A merge key of YAML.
///
/// Detected in `Sources/TruthsSyntax/YAML/KeyCheck.swift`.
package enum MergeKey: DiagnosticKind {
  package static let page = DiagnosticPage(
    "T0014", "merge-key", .error,
    title: "a merge key of YAML",
    why: "A declaration must say what it means where it stands.",
    mend: "Write the entries again in place of `<<: *name`.",
    wrong: [.declarations("record line:\n  fields:\n    sku: text\n    <<: {size: integer}\n")],
    right: [.declarations("record line:\n  fields:\n    sku: text\n    size: integer\n")])

  /// `<<`
  package static func found(at span: Span) -> Diagnostic {
    make("merge keys are not read: `<<`", at: span, help: "write the entries out")
  }
}

/// A directive of YAML.
///
/// Detected in `Sources/TruthsSyntax/YAML/FileSplitter.swift`.
package enum Directive: DiagnosticKind {
  package static let page = DiagnosticPage(
    "T0015", "directive", .error,
    title: "a directive of YAML",
    why: "There is one version of YAML here, and no tags to declare.",
    mend: "Remove the line.",
    wrong: [DiagnosticSample("%YAML 1.1\n---\npack demo:\n  summary: Shows one thing\n")],
    right: [DiagnosticSample("pack demo:\n  summary: Shows one thing\n")])

  /// A line that begins with `%`.
  package static func found(_ line: String, at span: Span) -> Diagnostic {
    make(
      "directives are not read: `\(short(line))`", at: span, help: "remove the line",
      fixes: [.init("remove the directive", [.init(span, "")], isSafe: true)])
  }
}

/// Several YAML documents in one file.
///
/// Detected in `Sources/TruthsSyntax/YAML/FileSplitter.swift`.
package enum SeveralDocuments: DiagnosticKind {
  package static let page = DiagnosticPage(
    "T0016", "several-documents", .error,
    title: "several YAML documents in one file",
    why: "A file is one document; its name says what it holds.",
    mend: "Remove the line, or split the file.",
    wrong: [DiagnosticSample("pack demo:\n  summary: Shows one thing\n---\nenum size: [small, large]\n")],
    right: [DiagnosticSample("pack demo:\n  summary: Shows one thing\n\nenum size: [small, large]\n")])

  /// A `---` or `...` behind the beginning of the document.
  package static func found(_ mark: String, at span: Span) -> Diagnostic {
    make(
      "`\(short(mark))` begins another document, and a file is one", at: span, help: "remove the line, or split the file",
      fixes: [.init("remove the line", [.init(span, "")], isSafe: false)])
  }
}

/// A key that is no plain word.
///
/// Detected in `Sources/TruthsSyntax/YAML/KeyCheck.swift`.
package enum ComplexKey: DiagnosticKind {
  package static let page = DiagnosticPage(
    "T0017", "complex-key", .error,
    title: "a key that is no plain word",
    why: "Every key of a declaration is a word or a name.",
    mend: "Write the key as a word, a colon, and the value.",
    wrong: [.declarations("record line:\n  fields:\n    ? sku\n    : text\n")],
    right: [.declarations("record line:\n  fields:\n    sku: text\n")])

  /// A key written with `?`, or one that is a list or mapping.
  package static func found(at span: Span) -> Diagnostic {
    make("a key must be a single word", at: span, help: "write `name: value`")
  }
}

/// A key stands twice.
///
/// Detected in `Sources/TruthsSyntax/Parser.swift`, `Sources/TruthsSyntax/YAML/KeyCheck.swift`.
package enum DuplicateKey: DiagnosticKind {
  package static let page = DiagnosticPage(
    "T0018", "duplicate-key", .error,
    title: "a key stands twice",
    why: "Other readers of YAML keep the last one silently, so that half of what was written would not count.",
    mend: "Remove one, or join the two.",
    wrong: [.declarations("record line:\n  fields:\n    sku: text\n    sku: integer\n")],
    right: [.declarations("record line:\n  fields:\n    sku: text\n    size: integer\n")])

  /// The second of two equal keys.
  package static func found(_ key: String, at span: Span, first: Span) -> Diagnostic {
    make(
      "`\(short(key))` stands here twice", at: span, help: "remove one, or join the two",
      notes: [.init("it stands here first", at: first)])
  }
}

package import TruthsText

/// A declaration that is not YAML.
///
/// Detected in `Sources/TruthsSyntax/Mending/LineMender.swift`, `Sources/TruthsSyntax/YAML/FaultWords.swift`,
/// `Sources/TruthsSyntax/YAML/FileSplitter.swift`.
package enum YAMLSyntax: DiagnosticKind {
  package static let id = DiagnosticID("T0010", .error)

  /// The error of libyaml, with its place and what libyaml was parsing.
  package static func finding(_ problem: String, at span: Span, context: (words: String, span: Span)?) -> Diagnostic {
    let notes = context.map { [Diagnostic.Note($0.words, at: $0.span)] } ?? []
    return make("this is not YAML: \(problem)", at: span, notes: notes)
  }

  /// A line that prevents parsing, with a fix that allows it.
  package static func line(_ problem: String, at span: Span, help: String, fix: Diagnostic.Fix) -> Diagnostic {
    make(problem, at: span, help: help, fixes: [fix])
  }

  /// A `#` of a comment without a space before it.
  package static func tightComment(at sign: Span) -> Diagnostic {
    make(
      "this is not YAML: a comment needs a space before its `#`", at: sign, help: "write a space before the `#`",
      fixes: [Diagnostic.Fix("write a blank before the comment", [Diagnostic.Edit(sign.atStart, " ")], isSafe: true)])
  }

  /// Indentation before the first key of a file, where other keys begin at the start of their lines.
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
  package static let id = DiagnosticID("T0011", .error)

  /// An anchor, `&name`.
  package static func finding(_ name: String, at span: Span) -> Diagnostic {
    make(
      "YAML anchors are not allowed: `&\(short(name))`", at: span,
      help: "remove the anchor, and write the value where it is used")
  }
}

/// An alias of YAML.
///
/// Detected in `Sources/TruthsSyntax/YAML/TreeBuilder.swift`.
package enum Alias: DiagnosticKind {
  package static let id = DiagnosticID("T0012", .error)

  /// An alias, `*name`.
  package static func finding(_ name: String, at span: Span) -> Diagnostic {
    make("YAML aliases are not allowed: `*\(short(name))`", at: span, help: "write the value itself here")
  }
}

/// A tag of YAML.
///
/// Detected in `Sources/TruthsSyntax/YAML/TreeBuilder.swift`.
package enum Tag: DiagnosticKind {
  package static let id = DiagnosticID("T0013", .error)

  /// A tag, `!tag`.
  ///
  /// - Parameter removal: the span that the fix removes.
  package static func finding(_ tag: String, at span: Span, removal: Span) -> Diagnostic {
    make(
      "YAML tags are not allowed: `\(short(tag))`", at: span, help: "remove the tag: the tool knows the type from the key",
      fixes: [.init("remove the tag", [.init(removal, "")], isSafe: false)])
  }
}

/// A merge key of YAML.
///
/// Detected in `Sources/TruthsSyntax/YAML/KeyCheck.swift`.
package enum MergeKey: DiagnosticKind {
  package static let id = DiagnosticID("T0014", .error)

  /// A merge key, `<<`.
  package static func finding(at span: Span) -> Diagnostic {
    make("YAML merge keys are not allowed: `<<`", at: span, help: "write the entries themselves here")
  }
}

/// A directive of YAML.
///
/// Detected in `Sources/TruthsSyntax/YAML/FileSplitter.swift`.
package enum Directive: DiagnosticKind {
  package static let id = DiagnosticID("T0015", .error)

  /// A line that begins with `%`.
  package static func finding(_ line: String, at span: Span) -> Diagnostic {
    make(
      "YAML directives are not allowed: `\(short(line))`", at: span, help: "remove the line",
      fixes: [.init("remove the directive", [.init(span, "")], isSafe: true)])
  }
}

/// Several YAML documents in one file.
///
/// Detected in `Sources/TruthsSyntax/YAML/FileSplitter.swift`.
package enum SeveralDocuments: DiagnosticKind {
  package static let id = DiagnosticID("T0016", .error)

  /// A `---` or `...` after the beginning of the document.
  package static func finding(_ mark: String, at span: Span) -> Diagnostic {
    make(
      "`\(short(mark))` splits this file into two YAML documents", at: span, help: "remove the line, or split the file",
      fixes: [.init("remove the line", [.init(span, "")], isSafe: false)])
  }
}

/// A key that is not a plain word.
///
/// Detected in `Sources/TruthsSyntax/YAML/KeyCheck.swift`.
package enum ComplexKey: DiagnosticKind {
  package static let id = DiagnosticID("T0017", .error)

  /// A key written with `?`, or one that is a list or mapping.
  package static func finding(at span: Span) -> Diagnostic {
    make("a key must be a single word", at: span, help: "write `name: value`")
  }
}

/// A duplicate key.
///
/// Detected in `Sources/TruthsSyntax/Parser.swift`, `Sources/TruthsSyntax/YAML/KeyCheck.swift`.
package enum DuplicateKey: DiagnosticKind {
  package static let id = DiagnosticID("T0018", .error)

  /// The second of two equal keys.
  package static func finding(_ key: String, at span: Span, first: Span) -> Diagnostic {
    make(
      "`\(short(key))` is written twice here", at: span, help: "remove one of the two keys, or merge what is under them",
      notes: [.init("it is written first here", at: first)])
  }
}

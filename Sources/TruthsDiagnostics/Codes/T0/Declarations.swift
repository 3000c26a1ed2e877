package import TruthsText

/// A line that declares nothing.
///
/// Detected in `Sources/TruthsSyntax/Declarations/DeclarationReader.swift`, `Sources/TruthsSyntax/YAML/FaultWords.swift`,
/// `Sources/TruthsSyntax/YAML/FileSplitter.swift`.
package enum NotADeclaration: DiagnosticKind {
  package static let id = DiagnosticID("T0019", .error)

  /// Text at the beginning of a line that is not a declaration.
  package static func finding(_ text: String, at span: Span, help: String? = nil) -> Diagnostic {
    make(
      "expected a declaration, found `\(short(text))`", at: span,
      help: help ?? "a declaration is a kind, a name and a colon: `truth invoice_creation:`",
      guidance: help == nil ? .general : .exact)
  }

  /// A key of one word, `truth:`.
  package static func withoutName(_ kind: String, at span: Span) -> Diagnostic {
    make("the \(kind) has no name", at: span, help: "write `\(kind) <name>:`")
  }

  /// A key of more than two words.
  package static func tooManyWords(_ key: String, at span: Span) -> Diagnostic {
    let words = key.filter { $0 != "\"" && $0 != "'" }.split(separator: " ")
    let name = words.dropFirst().joined(separator: words.first == "fact" ? "." : "_")
    return make(
      "a declaration begins with a kind and a name, and `\(short(key))` has more words", at: span,
      help: "write `\(words.first ?? "") \(short(name))`")
  }

  /// A declaration without a colon after its kind and name, such as `truth paid`.
  package static func withoutColon(_ key: String, at span: Span) -> Diagnostic {
    make(
      "a colon is missing after `\(short(key))`", at: span, help: "write `\(short(key)):`",
      fixes: [.init("write the colon", [.init(span.atEnd, ":")], isSafe: true)])
  }
}

/// A kind of declaration that does not exist.
///
/// Detected in `Sources/TruthsSyntax/Declarations/DeclarationReader.swift`.
package enum UnknownKind: DiagnosticKind {
  package static let id = DiagnosticID("T0020", .error)

  /// An unknown first word of a root key.
  package static func finding(_ kind: String, nearest: String?, at span: Span) -> Diagnostic {
    make(
      "there is no kind of declaration `\(short(kind))`", at: span,
      help: nearest.map { "did you mean `\($0)`?" }
        ?? "kinds are pack, enum, record, fact, intent, policy, table, lifecycle, invariant, truth, blueprint, source and, in "
        + ".jtbd files, jtbd", guidance: nearest == nil ? .general : .exact,
      fixes: nearest.map { [.init("write `\($0)`", [.init(span, $0)], isSafe: false)] } ?? [])
  }
}

/// A declaration in the wrong sort of file.
///
/// Detected in `Sources/TruthsSyntax/Declarations/DeclarationReader.swift`.
package enum WrongFile: DiagnosticKind {
  package static let id = DiagnosticID("T0022", .error)

  /// `jtbd` in a .truths file, or another kind in a .jtbd file.
  package static func finding(_ kind: String, isJobFile: Bool, at span: Span) -> Diagnostic {
    isJobFile
      ? make("a .jtbd file holds `jtbd` declarations only", at: span, help: "move the \(kind) into a .truths file")
      : make("`jtbd` is allowed only in .jtbd files", at: span, help: "move it into a .jtbd file below `jtbd/`")
  }
}

/// A word that is not a valid name.
///
/// Detected in `Sources/TruthsSyntax/Declarations/DeclarationReader.swift`,
/// `Sources/TruthsSyntax/Declarations/NodeReader+Declarations.swift`, `Sources/TruthsSyntax/Declarations/NodeReader.swift`,
/// `Sources/TruthsSyntax/Grammar/ClauseParser+Expressions.swift`, `Sources/TruthsSyntax/Grammar/ClauseParser.swift`,
/// `Sources/TruthsSyntax/Lexer/Lexer.swift`.
package enum BadName: DiagnosticKind {
  package static let id = DiagnosticID("T0023", .error)

  /// A declared name that is not valid.
  ///
  /// - Parameter help: how the name could be written.
  package static func finding(_ name: String, at span: Span, help: String? = nil) -> Diagnostic {
    make("`\(short(name))` cannot be a name", at: span, help: help ?? rule, guidance: help == nil ? .general : .exact)
  }

  /// A word of an expression that is not a valid name.
  package static func inExpression(_ word: String, at span: Span) -> Diagnostic {
    make(
      "`\(short(word))` cannot be a name", at: span, help: "\(rule); write a text in double quotes",
      guidance: .general)
  }

  /// A fact type of one segment.
  package static func factType(_ name: String, at span: Span) -> Diagnostic {
    make(
      "the fact type `\(short(name))` has only one part", at: span,
      help: "a fact type has two or more parts with dots between them, such as `\(twoSegments(name))`")
  }

  /// The name with a dot at its first word break, or with a second segment.
  private static func twoSegments(_ name: String) -> String {
    let bytes = Array(name.utf8)
    guard let place = bytes.indices.dropFirst().first(where: { bytes[$0] == 0x5F || bytes[$0] >= 0x41 && bytes[$0] <= 0x5A })
    else { return "\(name).recorded" }
    let rest = bytes[place] == 0x5F ? bytes[(place + 1)...] : bytes[place...]
    return String(decoding: bytes[..<place], as: UTF8.self) + "." + String(decoding: rest, as: UTF8.self).lowercased()
  }

  private static let rule = "a name begins with a small letter and holds letters, digits and `_`"
}

/// A reserved word used as a name.
///
/// Detected in `Sources/TruthsSyntax/Declarations/NodeReader+Declarations.swift`,
/// `Sources/TruthsSyntax/Declarations/NodeReader.swift`, `Sources/TruthsSyntax/Grammar/ClauseParser+Expressions.swift`.
package enum ReservedWord: DiagnosticKind {
  package static let id = DiagnosticID("T0024", .error)

  /// A reserved word where a name is given.
  package static func asName(_ word: String, at span: Span, help: String = "choose another name") -> Diagnostic {
    make("`\(short(word))` is a word of the language and cannot be a name", at: span, help: help)
  }

  /// A reserved word where a value is read.
  package static func inExpression(_ word: String, at span: Span) -> Diagnostic {
    make(
      "`\(short(word))` is a word of the language, not a name", at: span,
      help: "it follows what it tests: `x \(word)`; a field of that name is `trigger.\(word)`", guidance: .general)
  }
}

/// A file name that does not fit its place.
///
/// Detected in `Sources/TruthsSyntax/Declarations/DeclarationReader.swift`.
package enum FileName: DiagnosticKind {
  package static let id = DiagnosticID("T0025", .error)

  /// A file in the folder of another pack.
  package static func wrongFolder(pack: String, folder: String, at span: Span) -> Diagnostic {
    make(
      "the file belongs to pack `\(short(pack))` by its name and to `\(short(folder))` by its folder", at: span,
      help: "move it to `\(pack)/`, or begin its name with `\(folder).`")
  }

  /// A segment of the file name that is not a valid name.
  package static func badSegment(_ segment: String, stem: String, at span: Span) -> Diagnostic {
    make(
      "`\(short(segment))` in the file name `\(short(stem))` cannot be a name", at: span,
      help: "every part between dots begins with a small letter and has letters, digits and `_`")
  }
}

/// A key that the declaration does not have.
///
/// Detected in `Sources/TruthsSyntax/Declarations/NodeReader.swift`.
package enum UnknownKey: DiagnosticKind {
  package static let id = DiagnosticID("T0026", .error)

  /// An unknown key of a declaration or entry.
  ///
  /// - Parameter place: the declaration or entry, as a noun with its article.
  package static func finding(_ key: String, in place: String, nearest: String?, known: [String], at span: Span) -> Diagnostic {
    let list = known.map { "`\($0)`" }.joined(separator: ", ")
    return make(
      "\(place) has no `\(short(key))`", at: span, help: nearest.map { "did you mean `\($0)`?" } ?? "it has \(list)",
      guidance: nearest == nil ? .general : .exact,
      fixes: nearest.map { [.init("write `\($0)`", [.init(span, $0)], isSafe: false)] } ?? [])
  }

  /// A range or default that is written beside a field's type, and belongs into the type.
  ///
  /// - Parameter example: the type with the range or default, as it is written.
  package static func besideType(_ key: String, in place: String, example: String, at span: Span) -> Diagnostic {
    make("\(place) has no `\(short(key))`", at: span, help: "write it after the type: `type: \(example)`")
  }

  /// A condition of a truth that is written beside `when`, and belongs under it.
  ///
  /// - Parameter entry: the entry of `when` that was meant.
  package static func besideWhen(_ key: String, in place: String, entry: String, at span: Span) -> Diagnostic {
    make("\(place) has no `\(short(key))`", at: span, help: "write it under `when`: `\(entry)`")
  }
}

/// A declaration without a required part.
///
/// Detected in `Sources/TruthsSyntax/Declarations/NodeReader.swift`.
package enum MissingPart: DiagnosticKind {
  package static let id = DiagnosticID("T0027", .error)

  /// A required part that is missing.
  package static func finding(_ part: String, in place: String, at span: Span, help: String? = nil) -> Diagnostic {
    make("\(place) lacks `\(short(part))`", at: span, help: help, guidance: .general)
  }
}

/// A list, mapping or text where another form is expected.
///
/// Detected in `Sources/TruthsSyntax/Declarations/NodeReader.swift`.
package enum WrongShape: DiagnosticKind {
  package static let id = DiagnosticID("T0028", .error)

  /// A value of the wrong form, with the form that its key expects.
  package static func finding(_ key: String, wants wanted: String, found: String, at span: Span, help: String? = nil)
    -> Diagnostic
  {
    make("`\(short(key))` wants \(wanted), not \(found)", at: span, help: help, guidance: .general)
  }

  /// `output:` together with `outputs:`.
  package static func bothOutputs(at one: Span, several: Span) -> Diagnostic {
    make(
      "`output` and `outputs` exclude each other: a row gives either one value or several named values", at: one,
      help: "remove `output`, and name its value below `outputs`", notes: [.init("the other key is here", at: several)])
  }
}

/// A value that its key does not allow.
///
/// Detected in `Sources/TruthsSyntax/Declarations/NodeReader.swift`.
package enum WrongValue: DiagnosticKind {
  package static let id = DiagnosticID("T0029", .error)

  /// A value outside the list of allowed values.
  ///
  /// - Parameter help: what to write, where the allowed values do not answer it.
  package static func finding(
    _ value: String, of key: String, known: [String], nearest: String?, at span: Span, help: String? = nil
  ) -> Diagnostic {
    let list = known.map { "`\($0)`" }.joined(separator: ", ")
    return make(
      "`\(short(key))` does not allow the value `\(short(value))`", at: span,
      help: help ?? nearest.map { "did you mean `\($0)`?" } ?? "write one of \(list)",
      fixes: nearest.map { [.init("write `\($0)`", [.init(span, $0)], isSafe: false)] } ?? [])
  }
}

/// A malformed path into a document.
///
/// Detected in `Sources/TruthsSyntax/Declarations/NodeReader+Declarations.swift`.
package enum MalformedPath: DiagnosticKind {
  package static let id = DiagnosticID("T0030", .error)

  package static func finding(_ text: String, at span: Span) -> Diagnostic {
    make(
      "`\(short(text))` is not a valid path into a document", at: span,
      help: "write member names with dots between them, and `[]` for every element of a list: `suites[].cases[]`")
  }

  /// A path that is deeper than documents may be nested.
  package static func tooDeep(limit: Int, at span: Span) -> Diagnostic {
    make(
      "the path has more than \(limit) levels, and no document is so deep", at: span,
      help: "remove the levels that the document does not have")
  }
}

package import TruthsText

/// A file declares nothing.
///
/// Detected in `Sources/TruthsSyntax/YAML/FileSplitter.swift`.
package enum EmptyFile: DiagnosticKind {
  package static let page = DiagnosticPage(
    "T0001", "empty-file", .error,
    title: "a file declares nothing",
    why: "A file without declarations is most often one that was cut off or saved by mistake.",
    mend: "Write a declaration into it, or remove the file.",
    wrong: [DiagnosticSample("# nothing here yet\n")],
    right: [DiagnosticSample("pack demo:\n  summary: Shows one thing\n")])

  /// A file without a declaration; `isBlank` when not even a comment stands in it.
  package static func found(isBlank: Bool, at span: Span) -> Diagnostic {
    make(
      isBlank ? "the file is empty" : "the file declares nothing", at: span,
      help: "write a declaration, such as `pack money:`, or remove the file")
  }
}

/// A file is not text.
///
/// Detected in `Sources/TruthsSyntax/YAML/FileSplitter.swift`.
package enum BinaryFile: DiagnosticKind {
  package static let page = DiagnosticPage(
    "T0002", "binary-file", .error,
    title: "a file is not text",
    why: "A NUL byte never stands in text: the file is an image, an archive, or written in UTF-16.",
    mend: "Save the file as UTF-8 text, or give it another ending.",
    wrong: [DiagnosticSample(showing: "pack demo:␀", bytes: { Array("pack demo:\0\n".utf8) })],
    right: [DiagnosticSample("pack demo:\n  summary: Shows one thing\n")])

  /// The first NUL byte of a file.
  package static func found(at span: Span) -> Diagnostic {
    make("the file is not text: it holds a NUL byte", at: span, help: "save it as UTF-8 text")
  }
}

/// A file is not UTF-8.
///
/// Detected in `Sources/TruthsSyntax/YAML/ByteCheck.swift`.
package enum InvalidUTF8: DiagnosticKind {
  package static let page = DiagnosticPage(
    "T0003", "invalid-utf8", .error,
    title: "a file is not UTF-8",
    why: "Every machine must read the same text from the same bytes, so there is one encoding.",
    mend: "Save the file as UTF-8.",
    wrong: [
      DiagnosticSample(
        showing: "pack demo:\n  summary: caf\u{FFFD}\n", bytes: { Array("pack demo:\n  summary: caf".utf8) + [0xE9, 0x0A] })
    ],
    right: [DiagnosticSample("pack demo:\n  summary: café\n")])

  /// The first byte of a declaration that begins no UTF-8 sequence.
  package static func found(_ byte: UInt8, at span: Span) -> Diagnostic {
    let digits = String(byte, radix: 16, uppercase: true)
    let help = byte >= 0xFE && span.start == 0 ? "the file seems to be UTF-16; save it as UTF-8" : "save the file as UTF-8"
    return make("byte 0x\(digits) is not UTF-8", at: span, help: help)
  }
}

/// A file is larger than 16 MiB.
///
/// Detected in `Sources/TruthsSyntax/YAML/FileSplitter.swift`.
package enum FileTooLarge: DiagnosticKind {
  package static let page = DiagnosticPage(
    "T0004", "file-too-large", .error,
    title: "a file is larger than 16 MiB",
    why: "A limit that is known beforehand keeps every check fast; truths of that size belong in several files.",
    mend: "Split the file.",
    wrong: [DiagnosticSample(showing: "# … 16777217 bytes …", bytes: { Array(repeating: 0x23, count: 16_777_217) })],
    right: [DiagnosticSample("pack demo:\n  summary: Shows one thing\n")])

  /// A file of more bytes than are read.
  package static func found(bytes: Int, limit: Int, at span: Span) -> Diagnostic {
    make("the file has \(bytes) bytes, and at most \(limit) are read", at: span, help: "split it into several files")
  }
}

/// A line break that is none everywhere.
///
/// Detected in `Sources/TruthsSyntax/YAML/ByteCheck.swift`.
package enum LineSeparator: DiagnosticKind {
  package static let page = DiagnosticPage(
    "T0005", "line-separator", .error,
    title: "a line break that is none everywhere",
    why: """
      YAML counts U+0085, U+2028 and U+2029 as line breaks and other tools do not, so that what is seen is not what is \
      read.
      """,
    mend: "Replace it by a space or a line break; inside a text of a clause write it as `\\u{2028}`.",
    wrong: [DiagnosticSample("pack demo:\n  summary: Shows\u{2028}one thing\n")],
    right: [DiagnosticSample("pack demo:\n  summary: Shows one thing\n")])

  /// One of the three separators.
  package static func found(_ scalar: Unicode.Scalar, at span: Span) -> Diagnostic {
    let number = String(scalar.value, radix: 16, uppercase: true)
    let name = "U+" + String(repeating: "0", count: max(0, 4 - number.utf8.count)) + number
    return make(
      "the line separator \(name) may not stand in a file", at: span,
      help: "write a space or a line break; in a text of a clause, `\\u{\(number)}`",
      fixes: [.init("replace it by a space", [.init(span, " ")], isSafe: false)])
  }
}

/// A control character in a file.
///
/// Detected in `Sources/TruthsSyntax/YAML/ByteCheck.swift`.
package enum ControlCharacter: DiagnosticKind {
  package static let page = DiagnosticPage(
    "T0006", "control-character", .error,
    title: "a control character in a file",
    why: "It cannot be seen, and terminals and editors obey it.",
    mend: "Remove it; inside a text of a clause write it as `\\u{…}`.",
    wrong: [DiagnosticSample("pack demo:\n  summary: Shows \u{7}one thing\n")],
    right: [DiagnosticSample("pack demo:\n  summary: Shows one thing\n")])

  /// A character that YAML does not allow.
  package static func found(_ scalar: Unicode.Scalar, at span: Span) -> Diagnostic {
    let number = String(scalar.value, radix: 16, uppercase: true)
    let name = "U+" + String(repeating: "0", count: max(0, 4 - number.utf8.count)) + number
    return make(
      "the control character \(name) may not stand in a file", at: span, help: "remove it",
      fixes: [.init("remove it", [.init(span, "")], isSafe: false)])
  }
}

/// Lists and mappings nested too deeply.
///
/// Detected in `Sources/TruthsSyntax/YAML/TreeBuilder.swift`.
package enum TooDeep: DiagnosticKind {
  package static let page = DiagnosticPage(
    "T0007", "too-deep", .error,
    title: "lists and mappings nested too deeply",
    why: "No truth needs such depth, and a reader that followed any depth could be brought down by a file.",
    mend: "Give inner parts declarations of their own: a `record` for what a field holds, an `enum` for its values.",
    wrong: [DiagnosticSample("enum deep: " + String(repeating: "[", count: 70) + String(repeating: "]", count: 70) + "\n")],
    right: [DiagnosticSample("enum shallow: [low, high]\n")])

  /// The first list or mapping beyond the limit.
  package static func found(limit: Int, at span: Span) -> Diagnostic {
    make("lists and mappings stand more than \(limit) deep in one another", at: span, help: "flatten the declaration")
  }
}

/// Too many values in one file.
///
/// Detected in `Sources/TruthsSyntax/YAML/TreeBuilder.swift`.
package enum TooManyNodes: DiagnosticKind {
  package static let page = DiagnosticPage(
    "T0008", "too-many-nodes", .error,
    title: "too many values in one file",
    why: "A limit that is known beforehand keeps every check fast.",
    mend: "Split the file.",
    wrong: [
      DiagnosticSample(
        showing: "enum many: [v, v, … 100000 of them …]",
        bytes: { Array("enum many: [v".utf8) + (0..<100_000).flatMap { _ in Array(", v".utf8) } + [0x5D, 0x0A] })
    ],
    right: [DiagnosticSample("enum few: [low, high]\n")])

  /// The first value beyond the limit.
  package static func found(limit: Int, at span: Span) -> Diagnostic {
    make("more than \(limit) values stand in this file", at: span, help: "split it into several files")
  }
}

/// A tab where only spaces may stand.
///
/// Detected in `Sources/TruthsSyntax/Lexer/Lexer.swift`, `Sources/TruthsSyntax/YAML/ByteCheck.swift`.
package enum Tab: DiagnosticKind {
  package static let page = DiagnosticPage(
    "T0009", "tab", .error,
    title: "a tab where only spaces may stand",
    why: "A tab has no width that all editors agree on, so that indentation and clauses made with it mislead.",
    mend: "Write spaces; inside a text write `\\t`.",
    wrong: [DiagnosticSample("pack demo:\n\tsummary: Shows one thing\n")],
    right: [DiagnosticSample("pack demo:\n  summary: Shows one thing\n")])

  /// The first tab in the indentation of a declaration; the fix replaces all of them.
  package static func inIndentation(_ span: Span, all: [Span]) -> Diagnostic {
    make(
      "a tab in the indentation", at: span, help: "indent with spaces",
      fixes: [.init("replace tabs by two spaces", all.map { .init($0, "  ") }, isSafe: false)])
  }

  /// A tab in a plain clause.
  package static func inClause(_ span: Span) -> Diagnostic {
    make(
      "a tab in a plain clause", at: span, help: "write a space, or `\\t` inside a text",
      fixes: [.init("replace it by a space", [.init(span, " ")], isSafe: false)])
  }
}

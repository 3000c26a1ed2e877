package import TruthsText

/// A file without declarations.
///
/// Detected in `Sources/TruthsSyntax/YAML/FileSplitter.swift`.
package enum EmptyFile: DiagnosticKind {
  package static let id = DiagnosticID("T0001", .error)

  /// A file without a declaration.
  ///
  /// - Parameter isBlank: whether the file has not even a comment.
  package static func finding(isBlank: Bool, at span: Span) -> Diagnostic {
    make(
      isBlank ? "the file is empty" : "the file declares nothing", at: span,
      help: "write a declaration, such as `pack money:`, or remove the file")
  }
}

/// A file that is not text.
///
/// Detected in `Sources/TruthsSyntax/YAML/FileSplitter.swift`.
package enum BinaryFile: DiagnosticKind {
  package static let id = DiagnosticID("T0002", .error)

  /// The first NUL byte of a file.
  package static func finding(at span: Span) -> Diagnostic {
    make("the file is not text: it contains a NUL byte", at: span, help: "save it as UTF-8 text")
  }
}

/// A file that is not UTF-8.
///
/// Detected in `Sources/TruthsSyntax/YAML/ByteCheck.swift`.
package enum InvalidUTF8: DiagnosticKind {
  package static let id = DiagnosticID("T0003", .error)

  /// The first byte of a declaration that begins no UTF-8 sequence.
  package static func finding(_ byte: UInt8, at span: Span) -> Diagnostic {
    let digits = String(byte, radix: 16, uppercase: true)
    let help = byte >= 0xFE && span.start == 0 ? "the file seems to be UTF-16; save it as UTF-8" : "save the file as UTF-8"
    return make("byte 0x\(digits) is not UTF-8", at: span, help: help)
  }
}

/// A file larger than 16 MiB.
///
/// Detected in `Sources/TruthsSyntax/YAML/FileSplitter.swift`.
package enum FileTooLarge: DiagnosticKind {
  package static let id = DiagnosticID("T0004", .error)

  /// A file of more bytes than are read.
  package static func finding(bytes: Int, limit: Int, at span: Span) -> Diagnostic {
    make("the file has \(bytes) bytes, and at most \(limit) are read", at: span, help: "split it into several files")
  }
}

/// A line separator that not every program treats as a line break.
///
/// Detected in `Sources/TruthsSyntax/YAML/ByteCheck.swift`.
package enum LineSeparator: DiagnosticKind {
  package static let id = DiagnosticID("T0005", .error)

  /// One of the three line separators.
  package static func finding(_ scalar: Unicode.Scalar, at span: Span) -> Diagnostic {
    let number = String(scalar.value, radix: 16, uppercase: true)
    let name = "U+" + String(repeating: "0", count: max(0, 4 - number.utf8.count)) + number
    return make(
      "the line separator \(name) is not allowed in a file", at: span,
      help: "write a space or a line break; inside a text, write `\\u{\(number)}`",
      fixes: [.init("replace it by a space", [.init(span, " ")], isSafe: false)])
  }
}

/// A control character in a file.
///
/// Detected in `Sources/TruthsSyntax/YAML/ByteCheck.swift`.
package enum ControlCharacter: DiagnosticKind {
  package static let id = DiagnosticID("T0006", .error)

  /// A character that YAML does not allow.
  package static func finding(_ scalar: Unicode.Scalar, at span: Span) -> Diagnostic {
    let number = String(scalar.value, radix: 16, uppercase: true)
    let name = "U+" + String(repeating: "0", count: max(0, 4 - number.utf8.count)) + number
    return make(
      "the control character \(name) is not allowed in a file", at: span, help: "remove it",
      fixes: [.init("remove it", [.init(span, "")], isSafe: false)])
  }
}

/// Lists and mappings nested too deeply.
///
/// Detected in `Sources/TruthsSyntax/YAML/TreeBuilder.swift`.
package enum TooDeep: DiagnosticKind {
  package static let id = DiagnosticID("T0007", .error)

  /// The first list or mapping beyond the limit.
  package static func finding(limit: Int, at span: Span) -> Diagnostic {
    make(
      "lists and mappings are nested more than \(limit) levels deep", at: span,
      help: "declare the inner parts separately, with `record` or `enum`")
  }
}

/// Too many values in one file.
///
/// Detected in `Sources/TruthsSyntax/YAML/TreeBuilder.swift`.
package enum TooManyNodes: DiagnosticKind {
  package static let id = DiagnosticID("T0008", .error)

  /// The first value beyond the limit.
  package static func finding(limit: Int, at span: Span) -> Diagnostic {
    make("this file has more than \(limit) values", at: span, help: "split it into several files")
  }
}

/// A tab where only spaces are allowed.
///
/// Detected in `Sources/TruthsSyntax/Lexer/Lexer.swift`, `Sources/TruthsSyntax/YAML/ByteCheck.swift`.
package enum Tab: DiagnosticKind {
  package static let id = DiagnosticID("T0009", .error)

  /// The first tab in the indentation of a declaration; the fix replaces all tabs there.
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

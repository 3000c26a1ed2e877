package import TruthsText

/// T8000: data that is not JSON.
///
/// Detected in `Sources/TruthsJSON/JSONScanner.swift`.
package enum MalformedJSON: DiagnosticKind {
  package static let id = DiagnosticID("T8000", .error)

  /// Characters in a place where the grammar expects something else.
  ///
  /// - Parameters:
  ///   - wanted: the expected part, `a value`, `` `,` or `}` ``.
  ///   - found: the characters at that place.
  ///   - help: advice where the mistake is a known one.
  package static func unexpected(_ found: String, wanted: String, at span: Span, help: String? = nil) -> Diagnostic {
    make("expected \(wanted), found `\(found)`", at: span, help: help)
  }

  /// A byte order mark before the first value.
  package static func byteOrderMark(at span: Span) -> Diagnostic {
    make("there is a byte order mark before the value", at: span, help: "save the file as UTF-8 without a byte order mark")
  }

  /// Text after the value of a document or line.
  package static func trailing(_ found: String, isLine: Bool, at span: Span) -> Diagnostic {
    make(
      "nothing may follow the value, found `\(found)`", at: span,
      help: isLine
        ? "each line holds one value" : "a document holds one value; several go into a `.jsonl` file, one on each line"
    )
  }

  /// A number that is not in JSON's form.
  package static func number(_ text: String, at span: Span, help: String) -> Diagnostic {
    make("`\(text)` is not a JSON number", at: span, help: help)
  }

  /// A backslash with a character after it that is not an escape of JSON.
  package static func escape(_ text: String, at span: Span) -> Diagnostic {
    make(
      "`\(text)` is not an escape of JSON", at: span,
      help: #"the escapes are `\" \\ \/ \b \f \n \r \t` and `\u` with four hexadecimal digits"#)
  }
}

/// T8001: data that ends too early.
///
/// Detected in `Sources/TruthsJSON/JSONScanner.swift`.
package enum TruncatedJSON: DiagnosticKind {
  package static let id = DiagnosticID("T8001", .error)

  /// A document that ends inside a value.
  ///
  /// - Parameters:
  ///   - opened: the innermost open value, `object`, `list`, `text`, and its beginning.
  ///   - end: the place at which more is expected.
  package static func document(opened: (what: String, at: Span)?, end: Span) -> Diagnostic {
    guard let opened else { return make("there is no value", at: end, help: "a document holds one JSON value") }
    return make(
      "the \(opened.what) is not closed", at: end, label: "ends here",
      notes: [.init("the \(opened.what) begins here", at: opened.at)])
  }

  /// A line of a ledger that ends inside a value.
  ///
  /// - Parameter isLast: whether it is the last line and has no line break, as after an interrupted write.
  package static func line(opened: (what: String, at: Span)?, isLast: Bool, end: Span) -> Diagnostic {
    let notes = opened.map { [Diagnostic.Note("the \($0.what) begins here", at: $0.at)] } ?? []
    return make(
      "truncated line" + (opened.map { ": the \($0.what) is not closed" } ?? ""), at: end, label: "ends here",
      help: isLast ? "the last line is incomplete; remove the line, or restore the file" : "write each entry on one line",
      notes: notes)
  }
}

/// T8002: a name that occurs twice in one object.
///
/// Detected in `Sources/TruthsJSON/JSONScanner.swift`.
package enum DuplicateMember: DiagnosticKind {
  package static let id = DiagnosticID("T8002", .error)

  /// A member with the name of an earlier member; names are compared by their scalars, after escapes are decoded.
  package static func finding(_ name: String, at span: Span, first: Span) -> Diagnostic {
    make("`\(name)` is written twice in this object", at: span, label: "again here", notes: [.init("first here", at: first)])
  }
}

/// T8003: bytes or escapes that are not Unicode text.
///
/// Detected in `Sources/TruthsJSON/JSONScanner.swift`.
package enum InvalidCharacter: DiagnosticKind {
  package static let id = DiagnosticID("T8003", .error)

  /// A byte that is not part of a UTF-8 sequence.
  package static func invalidUTF8(_ byte: UInt8, at span: Span) -> Diagnostic {
    let digits = String(byte, radix: 16, uppercase: true)
    return make("byte 0x\(byte < 16 ? "0" : "")\(digits) is not UTF-8 here", at: span, help: "save the file as UTF-8")
  }

  /// An escaped half of a surrogate pair without its other half.
  package static func loneSurrogate(_ escape: String, at span: Span) -> Diagnostic {
    make(
      "`\(escape)` is half of a surrogate pair, without the other half", at: span,
      help: #"a character beyond U+FFFF is a pair, such as `\ud83d\ude42`"#)
  }

  /// A noncharacter of Unicode.
  package static func noncharacter(_ value: UInt32, at span: Span) -> Diagnostic {
    make("U+\(String(value, radix: 16, uppercase: true)) is not a character", at: span, help: "remove it")
  }
}

/// T8004: a control character inside a text.
///
/// Detected in `Sources/TruthsJSON/JSONScanner.swift`.
package enum UnescapedControl: DiagnosticKind {
  package static let id = DiagnosticID("T8004", .error)

  /// A byte below 0x20 inside a text.
  package static func finding(_ byte: UInt8, at span: Span) -> Diagnostic {
    let digits = String(byte, radix: 16, uppercase: true)
    let escape =
      switch byte {
      case 0x08: #"\b"#
      case 0x09: #"\t"#
      case 0x0A: #"\n"#
      case 0x0C: #"\f"#
      case 0x0D: #"\r"#
      default: #"\u00"# + (byte < 16 ? "0" : "") + digits
      }
    return make(
      "the control character U+00\(byte < 16 ? "0" : "")\(digits) must be escaped in a text", at: span,
      help: "write it as `\(escape)`")
  }
}

/// T8005: a number outside the limits of data.
///
/// Detected in `Sources/TruthsJSON/JSONScanner.swift`.
package enum DataNumberLimits: DiagnosticKind {
  package static let id = DiagnosticID("T8005", .error)

  /// A number that exceeds a limit; its exponent is applied first.
  package static func finding(_ text: String, _ fault: DecimalLiteralFault, at span: Span) -> Diagnostic {
    let limit =
      switch fault {
      case .tooManyDigits: "has more than 15 significant digits"
      case .tooManyPlaces: "has more than 12 decimal places"
      case .tooLarge: "is not below 10^15"
      case .malformed: "is not a number"
      }
    return make(
      "`\(text)` \(limit)", at: span,
      help: "round it to at most 15 significant digits and 12 decimal places, below 10^15, or write it as a text")
  }
}

/// T8006: data beyond a limit of size or depth.
///
/// Detected in `Sources/TruthsJSON/JSONReader.swift`, `Sources/TruthsJSON/JSONScanner.swift`.
package enum DataTooLarge: DiagnosticKind {
  package static let id = DiagnosticID("T8006", .error)

  /// An object or list that is nested too deeply.
  package static func depth(limit: Int, at span: Span) -> Diagnostic {
    make("objects and lists are nested deeper than \(limit)", at: span)
  }

  /// A document with too many bytes.
  package static func bytes(_ count: Int, limit: Int, at span: Span) -> Diagnostic {
    make("\(count) bytes are more than the \(limit) that are read as one document", at: span)
  }

  /// A document with too many values.
  package static func nodes(limit: Int, at span: Span) -> Diagnostic {
    make("more than \(limit) values are in one document", at: span)
  }
}

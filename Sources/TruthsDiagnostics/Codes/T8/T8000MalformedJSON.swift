package import TruthsText

/// T8000: data that is not JSON.
package enum MalformedJSON: DiagnosticKind {
  package static let page = DiagnosticPage(
    "T8000", "malformed-json", .error,
    title: "data is not JSON",
    why: "Data is checked before it is believed. What cannot be read for certain is not guessed at.",
    mend: "Write the value as RFC 8259 has it: names and texts in double quotes, no comments, no comma behind the last element.",
    wrong: [DataSamples.context(#"{"type": "person.greeted", "name": "Ada",}"#)],
    right: [DataSamples.context(#"{"type": "person.greeted", "name": "Ada"}"#)])

  /// Something else stands where a certain thing is wanted.
  ///
  /// - Parameters:
  ///   - wanted: What may stand there, `a value`, `` `,` or `}` ``.
  ///   - found: The characters that stand there.
  ///   - help: How to mend the case where it is a known one.
  package static func unexpected(_ found: String, wanted: String, at span: Span, help: String? = nil) -> Diagnostic {
    make("expected \(wanted), found `\(found)`", at: span, help: help)
  }

  /// A byte order mark before the first value.
  package static func byteOrderMark(at span: Span) -> Diagnostic {
    make("a byte order mark stands before the value", at: span, help: "save the file as UTF-8 without a byte order mark")
  }

  /// Text behind the one value of a document or line.
  package static func trailing(_ found: String, isLine: Bool, at span: Span) -> Diagnostic {
    make(
      "nothing may follow the value, found `\(found)`", at: span,
      help: isLine
        ? "each line holds one value" : "a document holds one value; several go into a `.jsonl` file, a line each"
    )
  }

  /// A number with another form than JSON's.
  package static func number(_ text: String, at span: Span, help: String) -> Diagnostic {
    make("`\(text)` is not a JSON number", at: span, help: help)
  }

  /// A backslash with something behind it that JSON does not know.
  package static func escape(_ text: String, at span: Span) -> Diagnostic {
    make(
      "`\(text)` is not an escape of JSON", at: span,
      help: #"the escapes are `\" \\ \/ \b \f \n \r \t` and `\u` with four hexadecimal digits"#)
  }
}
